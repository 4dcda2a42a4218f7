import { randomUUID } from 'node:crypto'
import {
  chooseTime,
  confirmedHeading,
  fillDetails,
  freshDay,
  REQUESTED,
  readMailsTo,
  sendBooking,
} from '#tests/support/booking/booking-pages.ts'
import { withOwnServer } from '#tests/support/browser/e2e.ts'
import { expect, installSite, test } from '#tests/support/browser/offline-site.ts'
import { openHydrated } from '#tests/support/browser/site-pages.ts'
import { OFFLINE_ERRORS, readEntries } from '#tests/support/outbox/outbox-pages.ts'

test.use(withOwnServer('outbox-booking-removed'))

test('A removed request is not sent', async ({ page, context, server, front, errors }) => {
  errors.allow(OFFLINE_ERRORS)
  const email = `${randomUUID()}@example.com`
  await installSite(page)
  await chooseTime(page, 'initial-consultation', { day: freshDay() })
  await fillDetails(page, { email })
  await front.close()
  await context.setOffline(true)
  await sendBooking(page)
  await page.getByRole('button', { name: 'Remove from this device' }).click()
  await page.getByRole('button', { name: 'Yes, remove it' }).click()
  await expect(page.getByRole('heading', { name: 'Choose your date and time' })).toBeVisible()
  expect(await readEntries(page)).toEqual([])
  await front.open()
  await context.setOffline(false)
  await openHydrated(page, '/')
  expect(readMailsTo(server, email)).toEqual([])
})

test('A request removed on another page is no longer shown as saved', async ({
  page,
  context,
  errors,
}) => {
  errors.allow(OFFLINE_ERRORS)
  await installSite(page)
  await chooseTime(page, 'initial-consultation', { day: freshDay() })
  await fillDetails(page)
  await context.setOffline(true)
  await sendBooking(page)
  await expect(page.getByText(REQUESTED)).toBeVisible()
  const saved = page.url()
  await openHydrated(page, '/on-this-device')
  await page.getByRole('button', { name: /Remove from this device/ }).click()
  await page
    .getByRole('button', { name: /Yes, remove|Remove it|Remove/ })
    .first()
    .click()
  await expect.poll(() => readEntries(page)).toEqual([])
  await openHydrated(page, saved)
  await expect(page.getByRole('heading', { name: 'Choose your date and time' })).toBeVisible()
})

test('A request that is being sent cannot be cancelled, and is booked once', async ({
  page,
  server,
  front,
  errors,
}) => {
  errors.allow(/503/)
  const email = `${randomUUID()}@example.com`
  await chooseTime(page, 'initial-consultation', { day: freshDay() })
  await fillDetails(page, { email })
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let posts = 0
  front.choosePostOutcome = async () => {
    posts++
    if (posts === 1) return 'error' as const
    await released
    return 'pass' as const
  }
  await sendBooking(page)
  await expect(page.getByText('Failed to submit booking form: 503')).toBeVisible()
  await expect.poll(() => posts).toBe(2)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(
    page.getByText('It is being sent right now and cannot be taken back.'),
  ).toBeAttached()
  release()
  await expect(confirmedHeading(page)).toBeVisible()
  await expect.poll(() => readMailsTo(server, email)).toHaveLength(1)
})
