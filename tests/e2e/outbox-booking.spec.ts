import { randomUUID } from 'node:crypto'
import {
  chooseTime,
  confirmedHeading,
  fillDetails,
  freshDay,
  fullDate,
  guest,
  REQUESTED,
  readMailsTo,
  sendBooking,
} from '#tests/support/booking/booking-pages.ts'
import { withOwnServer } from '#tests/support/browser/e2e.ts'
import {
  expect,
  installSite,
  openAfterColdStart,
  test,
} from '#tests/support/browser/offline-site.ts'
import { openHydrated } from '#tests/support/browser/site-pages.ts'
import { makeEntriesDue, OFFLINE_ERRORS, readEntries } from '#tests/support/outbox/outbox-pages.ts'
import { buildBookingFields, postForm } from '#tests/support/server/forms.ts'

test.use(withOwnServer('outbox-booking'))

/** The instant of 10:30 in Oslo on that day. */
function getHalfPastTen(day: string): string {
  const noon = new Date(`${day}T10:30:00Z`)
  const localHour = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Europe/Oslo',
    hour: '2-digit',
    hourCycle: 'h23',
  }).format(noon)
  return new Date(noon.getTime() - (Number(localHour) - 10) * 3_600_000).toISOString()
}

test('A free call requested offline from a cold start is confirmed once there is a connection', async ({
  page,
  context,
  front,
  server,
  errors,
}) => {
  errors.allow(OFFLINE_ERRORS)
  const email = `${randomUUID()}@example.com`
  await installSite(page)
  const later = await openAfterColdStart(context, front)
  const day = await chooseTime(later, 'initial-consultation', { day: freshDay() })
  await expect(later.getByText('It is not confirmed yet')).toHaveCount(0)
  await fillDetails(later, { email })
  await sendBooking(later)
  await expect(later.getByRole('heading', { name: 'Your request is safe here.' })).toBeVisible()
  await expect(later.getByText(REQUESTED)).toBeVisible()
  await expect(later.getByText('Booking Confirmed')).toHaveCount(0)
  await front.open()
  await context.setOffline(false)
  await expect(confirmedHeading(later)).toBeVisible()
  await expect(later.getByText(`${fullDate(day)}, 10:30`)).toBeVisible()
  await expect.poll(() => readMailsTo(server, email)).toHaveLength(1)
  const draft = await later.evaluate(() => JSON.stringify({ ...localStorage }))
  expect(draft).not.toContain('41209877')
})

test('Offline, the calendar shows the age of its open times', async ({
  page,
  context,
  front,
  errors,
}) => {
  errors.allow(OFFLINE_ERRORS)
  await installSite(page)
  const later = await openAfterColdStart(context, front)
  await openHydrated(later, '/service/initial-consultation')
  await expect(later.getByText(/Open times as of today at \d\d:\d\d\./)).toBeVisible()
})

test('If a slot is taken while its request is queued, other times are offered, nothing is lost and no email is sent for it', async ({
  page,
  context,
  server,
  front,
  errors,
}) => {
  errors.allow(OFFLINE_ERRORS)
  errors.allow(/409/)
  const email = `${randomUUID()}@example.com`
  await installSite(page)
  const day = await chooseTime(page, 'initial-consultation', { day: freshDay() })
  await fillDetails(page, { email })
  await front.close()
  await context.setOffline(true)
  await sendBooking(page)
  await expect(page.getByText(REQUESTED)).toBeVisible()
  const other = await postForm(server.url, buildBookingFields({ start: getHalfPastTen(day) }))
  expect(other.status).toBe(201)
  await front.open()
  await context.setOffline(false)
  await expect(page.getByText('That time was taken while you were away.')).toBeVisible()
  await expect(page.getByText(email)).toBeVisible()
  await expect(page.getByText(guest.message)).toBeVisible()
  expect(readMailsTo(server, email)).toEqual([])
  await sendBooking(page)
  await expect(confirmedHeading(page)).toBeVisible()
  await expect.poll(() => readMailsTo(server, email)).toHaveLength(1)
  const entries = await readEntries(page)
  expect(entries.map(({ state }) => state)).toEqual(['sent'])
})

test('The “On this device” list links to other times for a request whose slot was taken', async ({
  page,
  context,
  server,
  front,
  errors,
}) => {
  errors.allow(OFFLINE_ERRORS)
  errors.allow(/409/)
  const email = `${randomUUID()}@example.com`
  await installSite(page)
  const day = await chooseTime(page, 'initial-consultation', { day: freshDay() })
  await fillDetails(page, { email })
  await front.close()
  await context.setOffline(true)
  await sendBooking(page)
  await expect(page.getByText(REQUESTED)).toBeVisible()
  await postForm(server.url, buildBookingFields({ start: getHalfPastTen(day) }))
  await openHydrated(page, '/on-this-device')
  await front.open()
  await context.setOffline(false)
  await page.getByRole('link', { name: 'Choose another time' }).click()
  await expect(page.getByRole('heading', { name: 'Choose another time' })).toBeVisible()
  await expect(page.getByText(email)).toBeVisible()
})

test('A request whose answer is lost stays saved and is booked once', async ({
  page,
  server,
  front,
  errors,
}) => {
  errors.allow(OFFLINE_ERRORS)
  const email = `${randomUUID()}@example.com`
  await chooseTime(page, 'initial-consultation', { day: freshDay() })
  await fillDetails(page, { email })
  front.choosePostOutcome = () => 'lose answer'
  await sendBooking(page)
  await expect(page.getByText(REQUESTED)).toBeVisible()
  front.choosePostOutcome = () => 'pass'
  await expect(confirmedHeading(page)).toBeVisible()
  await expect.poll(() => readMailsTo(server, email)).toHaveLength(1)
})

test('A request edited after its answer was lost is not booked twice: the first one counts, and a notice explains it', async ({
  page,
  context,
  server,
  front,
  errors,
}) => {
  errors.allow(OFFLINE_ERRORS)
  const email = `${randomUUID()}@example.com`
  await chooseTime(page, 'initial-consultation', { day: freshDay() })
  await fillDetails(page, { email })
  front.choosePostOutcome = () => 'lose answer'
  await sendBooking(page)
  await expect(page.getByText(REQUESTED)).toBeVisible()
  await front.close()
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Edit request' }).click()
  await page.getByLabel('Message').fill('Something else')
  await sendBooking(page)
  await expect(page.getByText(REQUESTED)).toBeVisible()
  front.choosePostOutcome = () => 'pass'
  await front.open()
  await context.setOffline(false)
  await expect(confirmedHeading(page)).toBeVisible()
  await expect(page.getByText('Your first request had already arrived.')).toBeVisible()
  await expect.poll(() => readMailsTo(server, email)).toHaveLength(1)
})

test('An error answer shows the specified text at once, then that the request is saved', async ({
  page,
  front,
  errors,
}) => {
  errors.allow(/503/)
  await chooseTime(page, 'initial-consultation', { day: freshDay() })
  await fillDetails(page)
  front.choosePostOutcome = () => 'error'
  await sendBooking(page)
  await expect(page.getByText('Failed to submit booking form: 503')).toBeVisible()
  await expect(
    page.getByText('saved on this device and will be sent again automatically'),
  ).toBeVisible()
  front.choosePostOutcome = () => 'pass'
  await makeEntriesDue(page)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(confirmedHeading(page)).toBeVisible()
})

test('An offline paid booking queues nothing, is saved as a draft, and can be continued online', async ({
  page,
  context,
  front,
  errors,
}) => {
  errors.allow(OFFLINE_ERRORS)
  await installSite(page)
  const later = await openAfterColdStart(context, front)
  await chooseTime(later, 'bespoke-planning', { day: freshDay() })
  await fillDetails(later)
  await expect(
    later.getByText('Payment needs a connection. Your details are kept on this device.'),
  ).toBeVisible()
  await expect(later.getByText('The time is not held until you are back online.')).toBeVisible()
  await expect(later.getByRole('button', { name: 'Continue to payment' })).toBeDisabled()
  await openHydrated(later, '/about')
  expect(await readEntries(later)).toEqual([])
  await front.open()
  await context.setOffline(false)
  await later.getByRole('link', { name: 'Continue', exact: true }).click()
  await expect(later.getByLabel('First name')).toHaveValue(guest.firstName)
  await later.getByRole('button', { name: 'Continue to payment' }).click()
  await expect(later).toHaveURL(/step=payment/)
})
