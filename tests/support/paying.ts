import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import Sqlite from 'better-sqlite3'
import type { ServiceType } from '#shared/booking/catalogue.ts'
import { chooseTime, fillDetails, mailsTo } from './booking-pages.ts'
import { weekdayAhead } from './forms.ts'
import type { ReadMail } from './mime.ts'
import type { ServerProcess } from './server.ts'
import { cardFrameTitle } from './stripe-script.ts'

/** Test numbers of the provider; the demonstration knows the same ones. */
export const cards = {
  good: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  asked: '4000 0025 0000 3155',
}

interface Held {
  bookingId: string
  email: string
  day: string
  time: string
}

/**
 * Left free by the tests of free bookings, which may share the worker's server; the longest
 * service fits between any two.
 */
const times = ['09:00', '15:00', '16:00']
const turns = { taken: 0, day: weekdayAhead(4) }

/** A time that no other test of this worker asks for. */
export function freshTime(): { day: string; time: string } {
  const index = turns.taken++ % times.length
  if (turns.taken > 1 && index === 0)
    turns.day = weekdayAhead(Math.round((Date.parse(turns.day) - Date.now()) / 86_400_000) + 2)
  return { day: turns.day, time: times[index] ?? '' }
}

/** From the service's page to its payment step, as a visitor goes. */
export async function reachPayment(
  page: Page,
  service: ServiceType = 'bespoke-planning',
): Promise<Held> {
  const { day, time } = freshTime()
  const email = `guest-${turns.taken}@example.com`
  await chooseTime(page, service, { day, time })
  await fillDetails(page, { email })
  return { bookingId: await submitDetails(page), email, day, time }
}

/** Sends the details and answers with the booking's id, once its payment step is shown. */
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

/** By key: a pointer can still go to the provider's frame, where that stood before the page scrolled. */
export async function pay(page: Page): Promise<void> {
  await payButton(page).press('Enter')
}

/** Fills the demonstration's own fields. */
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

/** What the server has on disk at this moment. */
export function bookingRow(server: ServerProcess, id: string): BookingRow | undefined {
  return inDatabase(server, (sqlite) =>
    sqlite.prepare<string, BookingRow>('SELECT status, payment FROM booking WHERE id = ?').get(id),
  )
}

/** Fifteen minutes are over for the server; its clock is the machine's, so the hold is what moves. */
export function lapseHold(server: ServerProcess, id: string): void {
  const { changes } = inDatabase(server, (sqlite) =>
    sqlite
      .prepare('UPDATE booking SET hold_expires_at = ? WHERE id = ?')
      .run(Date.now() - 1_000, id),
  )
  expect(changes).toBe(1)
}

/** Waits for the mails of a sale, one to the owner and two to the guest, and answers with the latter. */
export async function expectMailsOfSale(
  server: ServerProcess,
  { bookingId, email }: Pick<Held, 'bookingId' | 'email'>,
): Promise<ReadMail[]> {
  await expect
    .poll(() => mailKinds(server, bookingId))
    .toEqual(['confirmed', 'owner-new', 'receipt'])
  expect(mailsTo(server, email)).toHaveLength(2)
  return mailsTo(server, email)
}

/** What was sent about a booking, in the order of the alphabet. */
function mailKinds(server: ServerProcess, bookingId: string): unknown[] {
  return inDatabase(server, (sqlite) =>
    sqlite
      .prepare('SELECT kind FROM mail WHERE booking_id = ? ORDER BY kind')
      .pluck()
      .all(bookingId),
  )
}

function inDatabase<T>(server: ServerProcess, work: (sqlite: Sqlite.Database) => T): T {
  const sqlite = new Sqlite(path.join(server.dataDir, 'lysning.sqlite'))
  try {
    return work(sqlite)
  } finally {
    sqlite.close()
  }
}
