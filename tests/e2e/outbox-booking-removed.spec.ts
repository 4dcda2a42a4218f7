import { randomUUID } from 'node:crypto'
import {
  chooseTime,
  confirmed,
  fillDetails,
  freshDay,
  mailsTo,
  REQUESTED,
  send,
} from '#tests/support/booking-pages.ts'
import { ownServer } from '#tests/support/e2e.ts'
import { expect, install, test } from '#tests/support/offline-site.ts'
import { entriesOf, OFFLINE } from '#tests/support/outbox-pages.ts'
import { openReady } from '#tests/support/site-pages.ts'

test.use(ownServer('outbox-booking-removed'))

test('a removed request is not sent', async ({ page, context, server, front, errors }) => {
  errors.allow(OFFLINE)
  const email = `${randomUUID()}@example.com`
  await install(page)
  await chooseTime(page, 'initial-consultation', { day: freshDay() })
  await fillDetails(page, { email })
  await front.close()
  await context.setOffline(true)
  await send(page)
  await page.getByRole('button', { name: 'Remove from this device' }).click()
  await page.getByRole('button', { name: 'Yes, remove it' }).click()
  await expect(page.getByRole('heading', { name: 'Choose your date and time' })).toBeVisible()
  expect(await entriesOf(page)).toEqual([])
  await front.open()
  await context.setOffline(false)
  await openReady(page, '/')
  expect(mailsTo(server, email)).toEqual([])
})

test('a request removed in another place is not said to be saved any more', async ({
  page,
  context,
  errors,
}) => {
  errors.allow(OFFLINE)
  await install(page)
  await chooseTime(page, 'initial-consultation', { day: freshDay() })
  await fillDetails(page)
  await context.setOffline(true)
  await send(page)
  await expect(page.getByText(REQUESTED)).toBeVisible()
  const saved = page.url()
  await openReady(page, '/on-this-device')
  await page.getByRole('button', { name: /Remove from this device/ }).click()
  await page
    .getByRole('button', { name: /Yes, remove|Remove it|Remove/ })
    .first()
    .click()
  await expect.poll(() => entriesOf(page)).toEqual([])
  await openReady(page, saved)
  await expect(page.getByRole('heading', { name: 'Choose your date and time' })).toBeVisible()
})

test('what is just being sent cannot be taken back, and is booked once', async ({
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
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  let posts = 0
  front.posts = async () => {
    posts++
    if (posts === 1) return 'error' as const
    await held
    return 'pass' as const
  }
  await send(page)
  await expect(page.getByText('Failed to submit booking form: 503')).toBeVisible()
  await expect.poll(() => posts).toBe(2)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(
    page.getByText('It is being sent right now and cannot be taken back.'),
  ).toBeAttached()
  release()
  await expect(confirmed(page)).toBeVisible()
  await expect.poll(() => mailsTo(server, email)).toHaveLength(1)
})
