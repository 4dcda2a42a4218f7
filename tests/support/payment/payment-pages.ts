import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import Sqlite from 'better-sqlite3'
import type { ServiceType } from '#shared/content/service.ts'
import { chooseTime, fillDetails, readMailsTo } from '#tests/support/booking/booking-pages.ts'
import type { ParsedMail } from '#tests/support/mail/mail-parser.ts'
import { getWeekdayAhead } from '#tests/support/server/forms.ts'
import type { ServerProcess } from '#tests/support/server/server.ts'
import { cardFrameTitle } from './stripe-script.ts'

/** The provider's test card numbers; demo payments accept the same. */
export const cards = {
  accepted: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  authenticationRequired: '4000 0025 0000 3155',
}

interface PaymentHold {
  bookingId: string
  email: string
  day: string
  time: string
}

/**
 * Starts that the tests of free bookings leave alone: they may share the worker's server. The
 * longest service fits between any two.
 */
const times = ['09:00', '15:00', '16:00']
const slotCounter = { taken: 0, day: getWeekdayAhead(4) }

/** A slot that no other test of this worker books. */
export function takeFreshTime(): { day: string; time: string } {
  const index = slotCounter.taken++ % times.length
  if (slotCounter.taken > 1 && index === 0)
    slotCounter.day = getWeekdayAhead(
      Math.round((Date.parse(slotCounter.day) - Date.now()) / 86_400_000) + 2,
    )
  return { day: slotCounter.day, time: times[index] ?? '' }
}

/** Goes from the service's page to its payment step, as a visitor does. */
export async function openPayment(
  page: Page,
  service: ServiceType = 'bespoke-planning',
): Promise<PaymentHold> {
  const { day, time } = takeFreshTime()
  const email = `guest-${slotCounter.taken}@example.com`
  await chooseTime(page, service, { day, time })
  await fillDetails(page, { email })
  return { bookingId: await submitDetails(page), email, day, time }
}

/** Sends the details; returns the booking's id once the payment step is shown. */
export async function submitDetails(page: Page): Promise<string> {
  const answered = page.waitForResponse(
    (response) =>
      response.request().method() === 'POST' && new URL(response.url()).pathname === '/',
  )
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  const { bookingId } = await (await answered).json()
  await expect(feeHeading(page)).toBeVisible()
  return bookingId
}

export const feeHeading = (page: Page) =>
  page.getByRole('heading', { name: /^The (planning|consultation) fee$/ })

export const payButton = (page: Page) => page.getByRole('button', { name: /^Pay / })

/** Presses a key: a click may still reach the provider's frame, at its place before scrolling. */
export async function pay(page: Page): Promise<void> {
  await payButton(page).press('Enter')
}

export async function fillDemoCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiry').fill('1230')
  await page.getByLabel('CVC').fill('314')
}

/** Fills the provider's fields, in the provider's frame. */
export async function fillProviderCard(page: Page, number: string): Promise<void> {
  const frame = page.frameLocator(`iframe[title="${cardFrameTitle}"]`)
  await frame.getByLabel('Card number').fill(number)
  await frame.getByLabel('Expiration date').fill('12 / 30')
  await frame.getByLabel('Security code').fill('314')
  await expect(payButton(page)).toBeEnabled()
}

interface BookingRow {
  status: string
  payment: string
}

/** The booking's row in the server's database now. */
export function readBookingRow(server: ServerProcess, id: string): BookingRow | undefined {
  return withDatabase(server, (sqlite) =>
    sqlite.prepare<string, BookingRow>('SELECT status, payment FROM booking WHERE id = ?').get(id),
  )
}

/** Lets a hold expire by changing its row: the server runs by the machine's clock. */
export function expireHold(server: ServerProcess, id: string): void {
  const { changes } = withDatabase(server, (sqlite) =>
    sqlite
      .prepare('UPDATE booking SET hold_expires_at = ? WHERE id = ?')
      .run(Date.now() - 1_000, id),
  )
  expect(changes).toBe(1)
}

/** Waits for a sale's mails, one to the owner and two to the guest; returns the guest's. */
export async function expectSaleMails(
  server: ServerProcess,
  { bookingId, email }: Pick<PaymentHold, 'bookingId' | 'email'>,
): Promise<ParsedMail[]> {
  await expect
    .poll(() => listMailKinds(server, bookingId))
    .toEqual(['confirmed', 'owner-new', 'receipt'])
  expect(readMailsTo(server, email)).toHaveLength(2)
  return readMailsTo(server, email)
}

/** The kinds of mail sent about a booking, in alphabetical order. */
function listMailKinds(server: ServerProcess, bookingId: string): unknown[] {
  return withDatabase(server, (sqlite) =>
    sqlite
      .prepare('SELECT kind FROM mail WHERE booking_id = ? ORDER BY kind')
      .pluck()
      .all(bookingId),
  )
}

function withDatabase<T>(server: ServerProcess, work: (sqlite: Sqlite.Database) => T): T {
  const sqlite = new Sqlite(path.join(server.dataDir, 'lysning.sqlite'))
  try {
    return work(sqlite)
  } finally {
    sqlite.close()
  }
}
