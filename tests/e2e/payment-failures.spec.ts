import type { Page } from '@playwright/test'
import { chooseTime, fillDetails, readMailsTo } from '#tests/support/booking/booking-pages.ts'
import { expectNoFaults } from '#tests/support/browser/axe.ts'
import { expect, findBookingIntent, test } from '#tests/support/payment/card-payments.ts'
import {
  cards,
  expectSaleMails,
  expireHold,
  fillProviderCard,
  openPayment,
  pay,
  payButton,
  readBookingRow,
  submitDetails,
  takeFreshTime,
} from '#tests/support/payment/payment-pages.ts'
import { cardFrameTitle } from '#tests/support/payment/stripe-script.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { name })
const paid = { status: 'confirmed', payment: 'paid' }
const awaitingPayment = { status: 'awaiting_payment', payment: 'pending' }

test('Closing the tab while paying loses nothing: the webhook alone confirms the booking and sends its emails once', async ({
  page,
  server,
  double,
  stripe,
  deliverEvents,
}) => {
  const { bookingId, email } = await openPayment(page)
  await fillProviderCard(page, cards.accepted)
  stripe.onPaid = () => page.close()
  await pay(page).catch(() => {})
  await expect.poll(() => findBookingIntent(double, bookingId)?.status).toBe('succeeded')
  expect(readBookingRow(server, bookingId)).toEqual(awaitingPayment)
  expect(new Set(await deliverEvents(2))).toEqual(new Set([200]))
  expect(readBookingRow(server, bookingId)).toEqual(paid)
  await expectSaleMails(server, { bookingId, email })
})

test('If the tab closes after paying and no webhook arrives, the sweep finds the payment and confirms the booking', async ({
  page,
  server,
  double,
  stripe,
}) => {
  const { bookingId, email } = await openPayment(page)
  await fillProviderCard(page, cards.accepted)
  stripe.onPaid = () => page.close()
  await pay(page).catch(() => {})
  await expect.poll(() => findBookingIntent(double, bookingId)?.status).toBe('succeeded')
  double.state.events.length = 0
  // The sweep runs at the server's start; the next run is half a minute later.
  await server.restart()
  await expect.poll(() => readBookingRow(server, bookingId)).toEqual(paid)
  await expectSaleMails(server, { bookingId, email })
})

test('A provider outage shows “Failed to initialize payment” and a way back, and a later attempt works', async ({
  page,
  double,
  errors,
}) => {
  errors.allow(/502/)
  const { day, time } = takeFreshTime()
  await chooseTime(page, 'bespoke-planning', { day, time })
  await fillDetails(page)
  double.addFault('500', 'POST /v1/payment_intents', 100)
  await submitDetails(page)
  await expect(page.getByText('Failed to initialize payment')).toBeVisible()
  await expectNoFaults(page, 'payment that could not be opened')
  await page.getByRole('button', { name: 'Back to Booking' }).click()
  await expect(page.getByLabel('First name')).toHaveValue('Elisabeth')
  double.clearFaults()
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await fillProviderCard(page, cards.accepted)
  await pay(page)
  await expect(heading(page, 'Booking Confirmed')).toBeVisible()
})

test('Card fields that fail to load are reported, and “Try again” loads them', async ({
  page,
  stripe,
  errors,
}) => {
  errors.allow(/ERR_FAILED/)
  stripe.fault = 'script'
  await openPayment(page)
  await expect(page.getByText('The card form could not be loaded')).toBeVisible()
  await expect(page.getByText('Nothing was charged, and your details are saved.')).toBeVisible()
  await expect(payButton(page)).toBeHidden()
  await expectNoFaults(page, 'card form that did not load')
  stripe.fault = 'none'
  await page.getByRole('button', { name: 'Try again' }).click()
  await fillProviderCard(page, cards.accepted)
  await pay(page)
  await expect(heading(page, 'Booking Confirmed')).toBeVisible()
})

test('Card fields that never become ready are reported after a timeout, and “Try again” loads them', async ({
  page,
  stripe,
}) => {
  await page.clock.install()
  stripe.fault = 'form'
  await openPayment(page)
  await expect(page.locator(`iframe[title="${cardFrameTitle}"]`)).toBeAttached()
  await page.clock.fastForward('00:20')
  await expect(page.getByText('The card form could not be loaded')).toBeVisible()
  stripe.fault = 'none'
  await page.getByRole('button', { name: 'Try again' }).click()
  await fillProviderCard(page, cards.accepted)
})

test('When a hold expires unpaid, the page reports it, its slot is free, and a new hold is offered with everything typed preserved', async ({
  page,
  newVisitor,
  server,
  double,
  errors,
}) => {
  errors.allow(/404/)
  // This browser's clock stays ahead, so the next hold looks expired; the server's clock counts.
  errors.allow(/409/)
  await page.clock.install()
  const { bookingId, email, day, time } = await openPayment(page)
  await expect(payButton(page)).toBeEnabled()
  expireHold(server, bookingId)
  await page.clock.fastForward('15:00')
  await expect(page.getByText('The 15 minutes to pay have passed.')).toBeVisible()
  await expect(page.getByText(email)).toBeVisible()
  expect(readBookingRow(server, bookingId)?.status).toBe('expired')
  expect(findBookingIntent(double, bookingId)?.status).toBe('canceled')
  const other = await newVisitor()
  await chooseTime(other, 'bespoke-planning', { day, time })
  await page
    .getByRole('button', { name: /^\d\d:\d\d$/ })
    .first()
    .click()
  const again = await submitDetails(page)
  expect(again).not.toBe(bookingId)
  await fillProviderCard(page, cards.accepted)
  await pay(page)
  await expect(heading(page, 'Booking Confirmed')).toBeVisible()
  expect(readBookingRow(server, again)).toEqual(paid)
})

test('A payment that arrives after its slot was released is refunded in full, and the email offers other times', async ({
  page,
  server,
  double,
  errors,
  deliverEvents,
}) => {
  errors.allow(/404/)
  const { bookingId, email } = await openPayment(page)
  await fillProviderCard(page, cards.accepted)
  // The only way to free a slot while it can still be paid: the provider does not find its intent.
  const intent = findBookingIntent(double, bookingId)
  double.state.deleteIntent(intent?.id ?? '')
  expireHold(server, bookingId)
  await server.restart()
  await expect.poll(() => readBookingRow(server, bookingId)?.status).toBe('expired')
  if (intent) double.state.intents.set(intent.id, intent)
  await pay(page)
  await expect(page.getByText('It will be refunded in full')).toBeVisible()
  await deliverEvents(2)
  await expect
    .poll(() => readBookingRow(server, bookingId))
    .toEqual({ status: 'expired', payment: 'refunded' })
  const refunds = double.state.refunds.filter((refund) => refund.payment_intent === intent?.id)
  expect(refunds.map(({ amount }) => amount)).toEqual([400_000])
  await expect.poll(() => readMailsTo(server, email)).toHaveLength(1)
  const [mail] = readMailsTo(server, email)
  expect(mail?.headers.get('subject')).toMatch(/^Not booked, NOK.4,000 refunded/)
  expect(mail?.text).toContain('These times are currently free:')
  await page.getByRole('button', { name: 'Choose another time' }).click()
  await expect(page.getByText(email)).toBeVisible()
})
