import type { Page } from '@playwright/test'
import { toReference } from '#shared/booking/booking-id.ts'
import { expect, test } from '#tests/support/payment/card-payments.ts'
import {
  cards,
  expectSaleMails,
  feeHeading,
  fillProviderCard,
  openPayment,
  pay,
  payButton,
  readBookingRow,
} from '#tests/support/payment/payment-pages.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { name })
const paid = { status: 'confirmed', payment: 'paid' }
const awaitingPayment = { status: 'awaiting_payment', payment: 'pending' }

test('A booking is paid by card with one charge, however often Pay is pressed, and its emails are sent once', async ({
  page,
  server,
  double,
  stripe,
  deliverEvents,
}) => {
  const { bookingId, email } = await openPayment(page)
  await fillProviderCard(page, cards.accepted)
  await payButton(page).evaluate((button: HTMLElement) => {
    button.click()
    button.click()
  })
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Booking Confirmed')).toBeVisible()
  expect(readBookingRow(server, bookingId)).toEqual(paid)
  expect(stripe.requests.filter((url) => url.endsWith('/confirm'))).toHaveLength(1)
  const intents = double.listWrites('/v1/payment_intents')
  expect(intents.filter(({ params }) => params['metadata[bookingId]'] === bookingId)).toHaveLength(
    1,
  )
  expect(await deliverEvents(2)).toContain(200)
  await expectSaleMails(server, { bookingId, email })
})

test('Card digits go from the provider’s frame to the provider, never through this site', async ({
  page,
  server,
}) => {
  const bodies: { host: string; body: string }[] = []
  page.on('request', (request) => {
    bodies.push({ host: new URL(request.url()).host, body: request.postData() ?? '' })
  })
  await openPayment(page)
  await fillProviderCard(page, cards.accepted)
  await pay(page)
  await expect(heading(page, 'Booking Confirmed')).toBeVisible()
  // Half of the number: four digits of it may also occur in an id, a time or a port.
  const halfOfCard = /(4242[ +-]?|4242%20){2}/
  const hosts = bodies.filter(({ body }) => halfOfCard.test(body)).map(({ host }) => host)
  expect(hosts).toEqual(['api.stripe.com'])
  expect(JSON.stringify(server.log)).not.toMatch(halfOfCard)
})

test('The provider’s card fields use the site’s accent colour and font, and offer no wallet', async ({
  page,
}) => {
  await openPayment(page)
  await expect(payButton(page)).toBeEnabled()
  const given = await page.evaluate(() => Reflect.get(window, 'stripeDouble'))
  const accent = await page.evaluate(() =>
    getComputedStyle(document.documentElement).getPropertyValue('--forest-800').trim(),
  )
  expect(accent).toMatch(/^#/)
  expect(given.appearance.variables.colorPrimary).toBe(accent)
  expect(new Set(Object.values(given.options.wallets))).toEqual(new Set(['never']))
  // Fetched here: the browser does not let the frame of another host reach this machine.
  const [, font = ''] = /^url\((.+)\)$/.exec(given.fonts[0].src) ?? []
  const fetched = await page.request.get(font, { headers: { Origin: 'https://js.stripe.com' } })
  expect(fetched.headers()['content-type']).toBe('font/woff2')
  expect(fetched.headers()['access-control-allow-origin']).toBe('*')
})

test('A declined card shows the provider’s message and is not charged, and another card can pay', async ({
  page,
  server,
  errors,
}) => {
  errors.allow(/402/)
  const { bookingId } = await openPayment(page)
  await fillProviderCard(page, cards.declined)
  await pay(page)
  await expect(page.getByText('Your card was declined.')).toBeVisible()
  await expect(page.getByText('Your card was not charged.')).toBeVisible()
  expect(readBookingRow(server, bookingId)).toEqual(awaitingPayment)
  await fillProviderCard(page, cards.accepted)
  await pay(page)
  await expect(heading(page, 'Booking Confirmed')).toBeVisible()
  expect(readBookingRow(server, bookingId)).toEqual(paid)
})

test('An empty card form sends no payment', async ({ page, stripe }) => {
  await openPayment(page)
  await expect(payButton(page)).toBeEnabled()
  await pay(page)
  await expect(payButton(page)).toBeEnabled()
  expect(stripe.requests.filter((url) => url.includes('/confirm'))).toEqual([])
})

test('A bank’s check is answered on its own page and returns to “Payment Successful!” without the provider’s URL parameters', async ({
  page,
  server,
}) => {
  const { bookingId, email } = await openPayment(page)
  await fillProviderCard(page, cards.authenticationRequired)
  await pay(page)
  await expect(heading(page, 'Is it you?')).toBeVisible()
  const arrivals: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) arrivals.push(request.url())
  })
  await page.getByRole('link', { name: 'Complete' }).click()
  await expect(heading(page, 'Payment Successful!')).toBeVisible()
  expect(arrivals.at(-1)).toContain('payment_intent=')
  expect(arrivals.at(-1)).toContain('redirect_status=succeeded')
  await expect(page).toHaveURL(`/booking/success?id=${bookingId}`)
  expect(readBookingRow(server, bookingId)).toEqual(paid)
  await expect(page.getByText(toReference(bookingId))).toBeVisible()
  await expect(page.getByText(/NOK.4,000, 25% VAT included/)).toBeVisible()
  await expectSaleMails(server, { bookingId, email })
  await page.reload()
  await expect(heading(page, 'Payment Successful!')).toBeVisible()
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await expect(page).toHaveURL('/')
})

test('A bank’s refusal leads to a page that reports it, and from there back to the hold', async ({
  page,
  server,
  errors,
}) => {
  errors.allow(/409/)
  const { bookingId } = await openPayment(page)
  await fillProviderCard(page, cards.authenticationRequired)
  await pay(page)
  await page.getByRole('link', { name: 'Fail' }).click()
  await expect(heading(page, 'Payment failed')).toBeVisible()
  await expect(page.getByText('nothing was charged')).toBeVisible()
  await page.getByRole('link', { name: 'Try Booking Again' }).click()
  await fillProviderCard(page, cards.accepted)
  await pay(page)
  await expect(heading(page, 'Booking Confirmed')).toBeVisible()
  expect(readBookingRow(server, bookingId)).toEqual(paid)
})

test('Reload and back preserve the payment step, its hold and everything typed', async ({
  page,
  double,
}) => {
  const { bookingId, email } = await openPayment(page)
  await expect(payButton(page)).toBeEnabled()
  await page.reload()
  await expect(feeHeading(page)).toBeVisible()
  await expect(payButton(page)).toBeEnabled()
  await page.goBack()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expect(page.getByLabel('Message')).toHaveValue(/light in February/)
  await page.goForward()
  await expect(feeHeading(page)).toBeVisible()
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  expect(await submitAgain(page)).toBe(0)
  await fillProviderCard(page, cards.accepted)
  await pay(page)
  await expect(heading(page, 'Booking Confirmed')).toBeVisible()
  const intents = double.listWrites('/v1/payment_intents')
  expect(intents.filter(({ params }) => params['metadata[bookingId]'] === bookingId)).toHaveLength(
    1,
  )
})

/** Sends unchanged details again; returns the number of booking requests that this made. */
async function submitAgain(page: Page): Promise<number> {
  let posts = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === '/') posts++
  })
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await expect(feeHeading(page)).toBeVisible()
  return posts
}
