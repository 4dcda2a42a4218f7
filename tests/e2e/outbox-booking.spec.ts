import { randomUUID } from 'node:crypto'
import {
  chooseTime,
  confirmed,
  fillDetails,
  freshDay,
  fullDate,
  guest,
  mailsTo,
  REQUESTED,
  send,
} from '#tests/support/booking-pages.ts'
import { ownServer } from '#tests/support/e2e.ts'
import { bookingFields, postForm } from '#tests/support/forms.ts'
import { coldStart, expect, install, test } from '#tests/support/offline-site.ts'
import { entriesOf, makeDue, OFFLINE } from '#tests/support/outbox-pages.ts'
import { openReady } from '#tests/support/site-pages.ts'

test.use(ownServer('outbox-booking'))

/** The instant of 10:30 in Oslo on that day. */
function halfPastTen(day: string): string {
  const noon = new Date(`${day}T10:30:00Z`)
  const shown = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Europe/Oslo',
    hour: '2-digit',
    hourCycle: 'h23',
  }).format(noon)
  return new Date(noon.getTime() - (Number(shown) - 10) * 3_600_000).toISOString()
}

test('a free call asked for offline, from a cold start, is confirmed when there is a connection', async ({
  page,
  context,
  front,
  server,
  errors,
}) => {
  errors.allow(OFFLINE)
  const email = `${randomUUID()}@example.com`
  await install(page)
  const later = await coldStart(context, front)
  const day = await chooseTime(later, 'initial-consultation', { day: freshDay() })
  await expect(later.getByText('It is not confirmed yet')).toHaveCount(0)
  await fillDetails(later, { email })
  await send(later)
  await expect(later.getByRole('heading', { name: 'Your request is safe here.' })).toBeVisible()
  await expect(later.getByText(REQUESTED)).toBeVisible()
  await expect(later.getByText('Booking Confirmed')).toHaveCount(0)
  await front.open()
  await context.setOffline(false)
  await expect(confirmed(later)).toBeVisible()
  await expect(later.getByText(`${fullDate(day)}, 10:30`)).toBeVisible()
  await expect.poll(() => mailsTo(server, email)).toHaveLength(1)
  const draft = await later.evaluate(() => JSON.stringify({ ...localStorage }))
  expect(draft).not.toContain('41209877')
})

test('offline the calendar tells the age of what it knows', async ({
  page,
  context,
  front,
  errors,
}) => {
  errors.allow(OFFLINE)
  await install(page)
  const later = await coldStart(context, front)
  await openReady(later, '/service/initial-consultation')
  await expect(later.getByText(/Open times as of today at \d\d:\d\d\./)).toBeVisible()
})

test('a time taken while the request waited: other times, nothing lost, and no mail for the first', async ({
  page,
  context,
  server,
  front,
  errors,
}) => {
  errors.allow(OFFLINE)
  errors.allow(/409/)
  const email = `${randomUUID()}@example.com`
  await install(page)
  const day = await chooseTime(page, 'initial-consultation', { day: freshDay() })
  await fillDetails(page, { email })
  await front.close()
  await context.setOffline(true)
  await send(page)
  await expect(page.getByText(REQUESTED)).toBeVisible()
  const other = await postForm(server.url, bookingFields({ start: halfPastTen(day) }))
  expect(other.status).toBe(201)
  await front.open()
  await context.setOffline(false)
  await expect(page.getByText('That time was taken while you were away.')).toBeVisible()
  await expect(page.getByText(email)).toBeVisible()
  await expect(page.getByText(guest.message)).toBeVisible()
  expect(mailsTo(server, email)).toEqual([])
  await send(page)
  await expect(confirmed(page)).toBeVisible()
  await expect.poll(() => mailsTo(server, email)).toHaveLength(1)
  const entries = await entriesOf(page)
  expect(entries.map(({ state }) => state)).toEqual(['sent'])
})

test('the list of this device leads to other times for what was taken', async ({
  page,
  context,
  server,
  front,
  errors,
}) => {
  errors.allow(OFFLINE)
  errors.allow(/409/)
  const email = `${randomUUID()}@example.com`
  await install(page)
  const day = await chooseTime(page, 'initial-consultation', { day: freshDay() })
  await fillDetails(page, { email })
  await front.close()
  await context.setOffline(true)
  await send(page)
  await expect(page.getByText(REQUESTED)).toBeVisible()
  await postForm(server.url, bookingFields({ start: halfPastTen(day) }))
  await openReady(page, '/on-this-device')
  await front.open()
  await context.setOffline(false)
  await page.getByRole('link', { name: 'Choose another time' }).click()
  await expect(page.getByRole('heading', { name: 'Choose another time' })).toBeVisible()
  await expect(page.getByText(email)).toBeVisible()
})

test('an answer that is lost keeps the request, and it is booked once', async ({
  page,
  server,
  front,
  errors,
}) => {
  errors.allow(OFFLINE)
  const email = `${randomUUID()}@example.com`
  await chooseTime(page, 'initial-consultation', { day: freshDay() })
  await fillDetails(page, { email })
  front.posts = () => 'lose answer'
  await send(page)
  await expect(page.getByText(REQUESTED)).toBeVisible()
  front.posts = () => 'pass'
  await expect(confirmed(page)).toBeVisible()
  await expect.poll(() => mailsTo(server, email)).toHaveLength(1)
})

test('a request changed after its answer was lost is not booked twice: the first one stands, and this is said', async ({
  page,
  context,
  server,
  front,
  errors,
}) => {
  errors.allow(OFFLINE)
  const email = `${randomUUID()}@example.com`
  await chooseTime(page, 'initial-consultation', { day: freshDay() })
  await fillDetails(page, { email })
  front.posts = () => 'lose answer'
  await send(page)
  await expect(page.getByText(REQUESTED)).toBeVisible()
  await front.close()
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Edit request' }).click()
  await page.getByLabel('Message').fill('Something else')
  await send(page)
  await expect(page.getByText(REQUESTED)).toBeVisible()
  front.posts = () => 'pass'
  await front.open()
  await context.setOffline(false)
  await expect(confirmed(page)).toBeVisible()
  await expect(page.getByText('Your first request had already arrived.')).toBeVisible()
  await expect.poll(() => mailsTo(server, email)).toHaveLength(1)
})

test('an error answer shows the agreed text at once, then the kept state', async ({
  page,
  front,
  errors,
}) => {
  errors.allow(/503/)
  await chooseTime(page, 'initial-consultation', { day: freshDay() })
  await fillDetails(page)
  front.posts = () => 'error'
  await send(page)
  await expect(page.getByText('Failed to submit booking form: 503')).toBeVisible()
  await expect(
    page.getByText('saved on this device and will be sent again automatically'),
  ).toBeVisible()
  front.posts = () => 'pass'
  await makeDue(page)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(confirmed(page)).toBeVisible()
})

test('a paid booking queues nothing offline, is kept as a draft, and is found again online', async ({
  page,
  context,
  front,
  errors,
}) => {
  errors.allow(OFFLINE)
  await install(page)
  const later = await coldStart(context, front)
  await chooseTime(later, 'bespoke-planning', { day: freshDay() })
  await fillDetails(later)
  await expect(
    later.getByText('Payment needs a connection. Your details are kept on this device.'),
  ).toBeVisible()
  await expect(later.getByText('The time is not held until you are back online.')).toBeVisible()
  await expect(later.getByRole('button', { name: 'Continue to payment' })).toBeDisabled()
  await openReady(later, '/about')
  expect(await entriesOf(later)).toEqual([])
  await front.open()
  await context.setOffline(false)
  await later.getByRole('link', { name: 'Continue', exact: true }).click()
  await expect(later.getByLabel('First name')).toHaveValue(guest.firstName)
  await later.getByRole('button', { name: 'Continue to payment' }).click()
  await expect(later).toHaveURL(/step=payment/)
})
