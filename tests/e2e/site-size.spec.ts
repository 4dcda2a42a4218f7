import { chooseTime } from '#tests/support/booking/booking-pages.ts'
import { expect, test, withOwnServer } from '#tests/support/browser/e2e.ts'
import { countTransfer } from '#tests/support/browser/transfer.ts'
import { takeFreshTime } from '#tests/support/payment/payment-pages.ts'

test.use(withOwnServer('site-size'))

test('The booking page of a paid service fetches at most 130 KiB of script before the payment step, all with brotli', async ({
  page,
}) => {
  const count = countTransfer(page)
  await chooseTime(page, 'bespoke-planning', takeFreshTime())
  await page.waitForLoadState('networkidle')
  const { script, uncompressed: plain } = await count()
  expect(plain).toEqual([])
  expect(script).toBeGreaterThan(50 * 1024)
  expect(script).toBeLessThanOrEqual(130 * 1024)
})

test('Home fetches at most 105 KiB of script before any interaction', async ({ page }) => {
  const count = countTransfer(page)
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  const { script, uncompressed: plain } = await count()
  expect(plain).toEqual([])
  expect(script).toBeGreaterThan(50 * 1024)
  expect(script).toBeLessThanOrEqual(105 * 1024)
})
