import fs from 'node:fs'
import path from 'node:path'
import type { Page, Request } from '@playwright/test'
import { chooseDay, fillDetails, readMails } from '#tests/support/booking/booking-pages.ts'
import { expect, test, withOwnServer } from '#tests/support/browser/e2e.ts'
import {
  cards,
  expectSaleMails,
  feeHeading,
  fillDemoCard,
  openPayment,
  pay,
  payButton,
  readBookingRow,
  submitDetails,
  takeFreshTime,
} from '#tests/support/payment/payment-pages.ts'
import type { ServerProcess } from '#tests/support/server/server.ts'

test.use(withOwnServer('payment-demo'))

const DEMO = 'Demo: no card is charged'
const heading = (page: Page, name: string) => page.getByRole('heading', { name })
const paid = { status: 'confirmed', payment: 'paid' }

test('A bespoke planning sale works from the first click to the emails on disk, marked as a demo throughout', async ({
  page,
  server,
}) => {
  const { day, time } = takeFreshTime()
  const email = 'first-click@example.com'
  await page.goto('/service/bespoke-planning')
  await page.getByRole('checkbox', { name: 'Norway' }).check()
  await chooseDay(page, day)
  await page.getByRole('button', { name: time, exact: true }).click()
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await fillDetails(page, { email })
  const bookingId = await submitDetails(page)
  await expect(payButton(page)).toHaveText(/^Pay NOK.4.000$/)
  await expect(page.getByText('25% VAT included')).toBeVisible()
  await expect(page.getByText(DEMO)).toBeVisible()
  await fillDemoCard(page, cards.accepted)
  await pay(page)
  await expect(heading(page, 'Booking Confirmed')).toBeVisible()
  await expect(page.getByText(DEMO)).toBeVisible()
  expect(readBookingRow(server, bookingId)).toEqual(paid)
  const [first, second] = await expectSaleMails(server, { bookingId, email })
  for (const mail of [first, second]) {
    expect(mail?.text).toContain(DEMO)
    expect(mail?.html).toContain(DEMO)
  }
  expect(first?.calendar).toContain('METHOD:REQUEST')
  expect(second?.text).toMatch(/NOK.3,200/)
})

test('A declined card is reported at its number field and not charged, and the payment can be retried', async ({
  page,
  server,
  errors,
}) => {
  errors.allow(/402/)
  const { bookingId } = await openPayment(page)
  await fillDemoCard(page, cards.declined)
  await pay(page)
  await expect(page.getByText('Your card was declined.')).toBeVisible()
  await expect(page.getByLabel('Card number')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByText(DEMO)).toBeVisible()
  expect(readBookingRow(server, bookingId)?.status).toBe('awaiting_payment')
  await fillDemoCard(page, cards.accepted)
  await pay(page)
  await expect(heading(page, 'Booking Confirmed')).toBeVisible()
  expect(readBookingRow(server, bookingId)).toEqual(paid)
})

test('A payment that needs the bank’s approval is pending until approved, and finishes on the return page', async ({
  page,
  server,
}) => {
  const { bookingId } = await openPayment(page)
  await fillDemoCard(page, cards.authenticationRequired)
  await pay(page)
  await expect(heading(page, 'Approve the payment')).toBeFocused()
  await expect(page.getByText(DEMO)).toBeVisible()
  expect(readBookingRow(server, bookingId)?.status).toBe('awaiting_payment')
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(heading(page, 'Payment Successful!')).toBeVisible()
  await expect(page.getByText(DEMO)).toBeVisible()
  await expect(page).toHaveURL(`/booking/success?id=${bookingId}`)
  expect(readBookingRow(server, bookingId)).toEqual(paid)
})

test('A declined approval is reported and leads back to the payment step of the hold', async ({
  page,
  server,
  errors,
}) => {
  errors.allow(/402|409/)
  const { bookingId } = await openPayment(page)
  await fillDemoCard(page, cards.authenticationRequired)
  await pay(page)
  await page.getByRole('button', { name: 'Decline' }).click()
  await expect(heading(page, 'Payment failed')).toBeVisible()
  await expect(page.getByText(DEMO)).toBeVisible()
  await page.getByRole('link', { name: 'Try Booking Again' }).click()
  await expect(feeHeading(page)).toBeVisible()
  await fillDemoCard(page, cards.accepted)
  await pay(page)
  await expect(heading(page, 'Booking Confirmed')).toBeVisible()
  expect(readBookingRow(server, bookingId)).toEqual(paid)
})

test('A number that could be a real card is rejected before anything is sent', async ({ page }) => {
  const sent: Request[] = []
  await openPayment(page)
  await expect(page.getByLabel('Card number')).toBeVisible()
  page.on('request', (request) => sent.push(request))
  await fillDemoCard(page, '5555 5555 5555 4444')
  await pay(page)
  await expect(page.getByText('please use 4242 4242 4242 4242')).toBeVisible()
  expect(sent).toEqual([])
})

test('No card digits reach a request, the log, the server’s files, an email or the browser’s storage', async ({
  page,
  context,
  server,
  errors,
}) => {
  errors.allow(/402/)
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
  const { bookingId, email } = await openPayment(page)
  await fillDemoCard(page, cards.declined)
  await pay(page)
  await expect(page.getByText('Your card was declined.')).toBeVisible()
  await fillDemoCard(page, cards.accepted)
  const whilePaying = await readStorage(page)
  await pay(page)
  await expect(heading(page, 'Booking Confirmed')).toBeVisible()
  await expectSaleMails(server, { bookingId, email })
  const places = {
    requests: sent.join('\n'),
    log: JSON.stringify(server.log),
    files: readFiles(server),
    mails: readMails(server)
      .map(({ text, html }) => text + html)
      .join('\n'),
    whilePaying,
    storage: await readStorage(page),
    cookies: JSON.stringify(await context.cookies()),
  }
  for (const [place, content] of Object.entries(places)) {
    expect(content, place).not.toMatch(/4242 ?4242|4000 ?0000 ?0000/)
    // An empty text would mean that nothing was read.
    expect(content, place).not.toBe('')
  }
})

async function readStorage(page: Page): Promise<string> {
  return page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
}

/** The bytes of the database file and its write-ahead log. */
function readFiles({ dataDir }: ServerProcess): string {
  return fs
    .readdirSync(dataDir)
    .filter((name) => name.includes('sqlite'))
    .map((name) => fs.readFileSync(path.join(dataDir, name), 'latin1'))
    .join('\n')
}
