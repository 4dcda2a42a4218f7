import { chooseTime } from '#tests/support/booking-pages.ts'
import { expect, ownServer, test } from '#tests/support/e2e.ts'
import { freshTime } from '#tests/support/paying.ts'
import { countTransfer } from '#tests/support/transfer.ts'

test.use(ownServer('site-size'))

test('the booking page of a paid service fetches at most 130 KiB of script before the payment step, all by brotli', async ({
  page,
}) => {
  const count = countTransfer(page)
  await chooseTime(page, 'bespoke-planning', freshTime())
  await page.waitForLoadState('networkidle')
  const { script, plain } = await count()
  expect(plain).toEqual([])
  expect(script).toBeGreaterThan(50 * 1024)
  expect(script).toBeLessThanOrEqual(130 * 1024)
})

test('Home fetches at most 105 KiB of script while nobody stirs, the service worker’s installation included', async ({
  page,
}) => {
  const count = countTransfer(page)
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  const { script, plain } = await count()
  expect(plain).toEqual([])
  expect(script).toBeGreaterThan(50 * 1024)
  expect(script).toBeLessThanOrEqual(105 * 1024)
})
