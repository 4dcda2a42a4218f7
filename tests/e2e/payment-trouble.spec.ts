import type { Page } from '@playwright/test'
import { expectNoFaults } from '#tests/support/axe.ts'
import { chooseTime, fillDetails, mailsTo } from '#tests/support/booking-pages.ts'
import { expect, intentOf, test } from '#tests/support/card-shop.ts'
import {
  bookingRow,
  cards,
  expectMailsOfSale,
  fillProviderCard,
  freshTime,
  lapseHold,
  pay,
  payButton,
  reachPayment,
  submitDetails,
} from '#tests/support/paying.ts'
import { cardFrameTitle } from '#tests/support/stripe-script.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { name })
const paid = { status: 'confirmed', payment: 'paid' }
const held = { status: 'awaiting_payment', payment: 'pending' }

test('a tab closed at the moment of paying loses nothing: the event alone confirms, and mails once', async ({
  page,
  server,
  double,
  stripe,
  deliverEvents,
}) => {
  const { bookingId, email } = await reachPayment(page)
  await fillProviderCard(page, cards.good)
  stripe.vanish = () => page.close()
  await pay(page).catch(() => {})
  await expect.poll(() => intentOf(double, bookingId)?.status).toBe('succeeded')
  expect(bookingRow(server, bookingId)).toEqual(held)
  expect(new Set(await deliverEvents(2))).toEqual(new Set([200]))
  expect(bookingRow(server, bookingId)).toEqual(paid)
  await expectMailsOfSale(server, { bookingId, email })
})

test('a tab closed after paying and no event at all: the sweep finds the money', async ({
  page,
  server,
  double,
  stripe,
}) => {
  const { bookingId, email } = await reachPayment(page)
  await fillProviderCard(page, cards.good)
  stripe.vanish = () => page.close()
  await pay(page).catch(() => {})
  await expect.poll(() => intentOf(double, bookingId)?.status).toBe('succeeded')
  double.books.events.length = 0
  // The sweep runs at the server's start; the next run is half a minute later.
  await server.restart()
  await expect.poll(() => bookingRow(server, bookingId)).toEqual(paid)
  await expectMailsOfSale(server, { bookingId, email })
})

test('a provider that is down gives Failed to initialize payment and a way back, and a later try works', async ({
  page,
  double,
  errors,
}) => {
  errors.allow(/502/)
  const { day, time } = freshTime()
  await chooseTime(page, 'bespoke-planning', { day, time })
  await fillDetails(page)
  double.fail('500', 'POST /v1/payment_intents', 100)
  await submitDetails(page)
  await expect(page.getByText('Failed to initialize payment')).toBeVisible()
  await expectNoFaults(page, 'payment that could not be opened')
  await page.getByRole('button', { name: 'Back to Booking' }).click()
  await expect(page.getByLabel('First name')).toHaveValue('Elisabeth')
  double.heal()
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await fillProviderCard(page, cards.good)
  await pay(page)
  await expect(heading(page, 'Booking Confirmed')).toBeVisible()
})

test('card fields that cannot be fetched are told, and Try again fetches them', async ({
  page,
  stripe,
  errors,
}) => {
  errors.allow(/ERR_FAILED/)
  stripe.fault = 'script'
  await reachPayment(page)
  await expect(page.getByText('The card form could not be loaded')).toBeVisible()
  await expect(page.getByText('Nothing was charged, and your details are saved.')).toBeVisible()
  await expect(payButton(page)).toBeHidden()
  await expectNoFaults(page, 'card form that did not load')
  stripe.fault = 'none'
  await page.getByRole('button', { name: 'Try again' }).click()
  await fillProviderCard(page, cards.good)
  await pay(page)
  await expect(heading(page, 'Booking Confirmed')).toBeVisible()
})

test('card fields that never get ready are told after a while, and Try again fetches them', async ({
  page,
  stripe,
}) => {
  await page.clock.install()
  stripe.fault = 'form'
  await reachPayment(page)
  await expect(page.locator(`iframe[title="${cardFrameTitle}"]`)).toBeAttached()
  await page.clock.fastForward('00:20')
  await expect(page.getByText('The card form could not be loaded')).toBeVisible()
  stripe.fault = 'none'
  await page.getByRole('button', { name: 'Try again' }).click()
  await fillProviderCard(page, cards.good)
})

test('a hold that ends unpaid is told, its time is free again, and another one is offered with all that was typed', async ({
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
  const { bookingId, email, day, time } = await reachPayment(page)
  await expect(payButton(page)).toBeEnabled()
  lapseHold(server, bookingId)
  await page.clock.fastForward('15:00')
  await expect(page.getByText('The 15 minutes to pay have passed.')).toBeVisible()
  await expect(page.getByText(email)).toBeVisible()
  expect(bookingRow(server, bookingId)?.status).toBe('expired')
  expect(intentOf(double, bookingId)?.status).toBe('canceled')
  const other = await newVisitor()
  await chooseTime(other, 'bespoke-planning', { day, time })
  await page
    .getByRole('button', { name: /^\d\d:\d\d$/ })
    .first()
    .click()
  const again = await submitDetails(page)
  expect(again).not.toBe(bookingId)
  await fillProviderCard(page, cards.good)
  await pay(page)
  await expect(heading(page, 'Booking Confirmed')).toBeVisible()
  expect(bookingRow(server, again)).toEqual(paid)
})

test('money that comes after the time was released goes back in full, and is mailed with other times', async ({
  page,
  server,
  double,
  errors,
  deliverEvents,
}) => {
  errors.allow(/404/)
  const { bookingId, email } = await reachPayment(page)
  await fillProviderCard(page, cards.good)
  // The only way to free a slot while it can still be paid: the provider does not find its intent.
  const intent = intentOf(double, bookingId)
  double.books.forget(intent?.id ?? '')
  lapseHold(server, bookingId)
  await server.restart()
  await expect.poll(() => bookingRow(server, bookingId)?.status).toBe('expired')
  if (intent) double.books.intents.set(intent.id, intent)
  await pay(page)
  await expect(page.getByText('It will be refunded in full')).toBeVisible()
  await deliverEvents(2)
  await expect
    .poll(() => bookingRow(server, bookingId))
    .toEqual({ status: 'expired', payment: 'refunded' })
  const refunds = double.books.refunds.filter((refund) => refund.payment_intent === intent?.id)
  expect(refunds.map(({ amount }) => amount)).toEqual([400_000])
  await expect.poll(() => mailsTo(server, email)).toHaveLength(1)
  const [mail] = mailsTo(server, email)
  expect(mail?.headers.get('subject')).toMatch(/^Not booked, NOK.4,000 refunded/)
  expect(mail?.text).toContain('These times are currently free:')
  await page.getByRole('button', { name: 'Choose another time' }).click()
  await expect(page.getByText(email)).toBeVisible()
})
