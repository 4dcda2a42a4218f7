import fs from 'node:fs'
import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import { formatFullDate } from '#shared/booking/zoned-time.ts'
import type { ServiceType } from '#shared/content/service.ts'
import { EARLY_START_TEXT } from '#shared/payment/purchase.ts'
import { type ParsedMail, parseMail } from '#tests/support/mail/mail-parser.ts'
import { buyerFields } from '#tests/support/payment/buyer.ts'
import { getWeekdayAhead } from '#tests/support/server/forms.ts'
import type { ServerProcess } from '#tests/support/server/server.ts'

interface Choice {
  /** `YYYY-MM-DD`; by default a weekday at least four days ahead. */
  day?: string
  /** The text of the slot's button. */
  time?: string
}

export const REQUESTED = 'Request saved on this device. It is not confirmed yet.'

export const sendBooking = (page: Page) =>
  page.getByRole('button', { name: /Confirm booking|Send request/ }).click()
export const confirmedHeading = (page: Page) =>
  page.getByRole('heading', { name: 'Booking Confirmed' })

/**
 * Returns a day that no other test of the file books, with the next day free too: all tests of a
 * file share one server.
 */
let nextDay = 4
export function freshDay(): string {
  const day = getWeekdayAhead(nextDay)
  nextDay = Math.round((Date.parse(day) - Date.now()) / 86_400_000) + 4
  return day
}

/** Goes from the service's booking page to the details step; returns the day that was chosen. */
export async function chooseTime(
  page: Page,
  service: ServiceType,
  { day = getWeekdayAhead(4), time = '10:30' }: Choice = {},
): Promise<string> {
  await page.goto(`/service/${service}`)
  await chooseDay(page, day)
  await page.getByRole('button', { name: time, exact: true }).click()
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Who shall I expect?' })).toBeVisible()
  return day
}

/** The days of the calendar, whether marked up as a table or as a grid. */
export const dayGrid = (page: Page) => page.getByRole('table').or(page.getByRole('grid'))

/**
 * Chooses a day of the grid by its full date, after turning to its weeks. Waits for the open times,
 * because the calendar may turn the page, and a notice may move it, when they arrive.
 */
export async function chooseDay(page: Page, day: string): Promise<void> {
  const button = page.getByRole('button', { name: fullDate(day) })
  await waitForOpenTimes(page)
  while ((await button.count()) === 0) {
    // `Next five weeks, from 4 January`: the name changes when those are shown.
    const name = await page
      .getByRole('button', { name: 'Next five weeks' })
      .getAttribute('aria-label')
    const next = page.getByRole('button', { name: name ?? '' })
    await next.click()
    await expect(next).toHaveCount(0)
    await waitForOpenTimes(page)
  }
  await button.click()
}

export async function waitForOpenTimes(page: Page): Promise<void> {
  await expect(dayGrid(page)).toHaveAttribute('aria-busy', 'false')
}

/** `Wednesday 25 November 2026` */
export function fullDate(day: string): string {
  return formatFullDate(Date.parse(`${day}T12:00:00Z`), 'UTC')
}

export const guest = {
  firstName: 'Elisabeth',
  lastName: 'Sørbø',
  email: 'elisabeth@example.com',
  phone: '412 09 877',
  message: 'We would like to see the light in February.',
}

/** Fills the details and accepts the terms; sends nothing. */
export async function fillDetails(page: Page, over: Partial<typeof guest> = {}): Promise<void> {
  const typed = { ...guest, ...over }
  await page.getByLabel('First name').fill(typed.firstName)
  await page.getByLabel('Last name').fill(typed.lastName)
  await page.getByLabel('Email').fill(typed.email)
  await page.getByLabel('Phone', { exact: true }).fill(typed.phone)
  await page.getByLabel('Message').fill(typed.message)
  if ((await page.getByLabel('For me privately').count()) > 0) await fillBuyer(page)
  await page.getByRole('checkbox', { name: /I accept/ }).check()
}

/** Fills what a paid booking asks of a private buyer in Norway. */
async function fillBuyer(page: Page): Promise<void> {
  await page.getByLabel('For me privately').check()
  await page.getByLabel('Country of residence').selectOption(buyerFields.buyer_country)
  await page.getByLabel('Street address').fill(buyerFields.buyer_street)
  await page.getByLabel('Postal code').fill(buyerFields.buyer_postal_code)
  await page.getByLabel('Town or city').fill(buyerFields.buyer_city)
  const earlyStart = page.getByRole('checkbox', { name: EARLY_START_TEXT })
  if ((await earlyStart.count()) > 0) await earlyStart.check()
}

/** The mails that the server wrote as files, oldest first. */
export function readMails(server: ServerProcess): ParsedMail[] {
  const folder = path.join(server.dataDir, 'mail')
  if (!fs.existsSync(folder)) return []
  return fs
    .readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10))
    .map((name) => parseMail(fs.readFileSync(path.join(folder, name), 'latin1')))
}

/** The mails to one address, oldest first. */
export function readMailsTo(server: ServerProcess, address: string): ParsedMail[] {
  return readMails(server).filter((mail) => mail.headers.get('to')?.includes(address))
}
