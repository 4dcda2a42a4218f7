import { expect } from '@playwright/test'
import { chooseTime, fillDetails } from '#tests/support/booking/booking-pages.ts'
import { test, withOwnServer } from '#tests/support/browser/e2e.ts'
import {
  fillDemoCard,
  pay,
  readBookingRow,
  submitDetails,
  takeFreshTime,
} from '#tests/support/payment/payment-pages.ts'

test.use(withOwnServer('withdrawal'))

test('The questions about a buyer take at most one more screen of a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await chooseTime(page, 'bespoke-planning', takeFreshTime())
  const terms = page.getByRole('checkbox', { name: /I accept/ })
  const message = await page.getByLabel('Message').boundingBox()
  for (const choice of ['For me privately', 'For a company']) {
    await page.getByLabel(choice).check()
    const end = await terms.boundingBox()
    const asked = (end?.y ?? Infinity) - ((message?.y ?? 0) + (message?.height ?? 0))
    expect(asked).toBeLessThan(844)
  }
})

test('A private buyer withdraws from the purchase in two steps on the booking’s page', async ({
  page,
  server,
}) => {
  await chooseTime(page, 'bespoke-planning', takeFreshTime())
  await fillDetails(page, { email: 'withdrawal@example.com' })
  const id = await submitDetails(page)
  await fillDemoCard(page, '4242 4242 4242 4242')
  await pay(page)
  await page.getByRole('heading', { name: 'Booking Confirmed' }).waitFor()
  await page.goto(`/booking/manage?id=${id}`)
  await page.getByRole('button', { name: 'Withdraw from this purchase' }).press('Enter')
  expect(readBookingRow(server, id)?.status).toBe('confirmed')
  await page.getByRole('button', { name: 'Confirm withdrawal' }).press('Enter')
  await expect(page.getByText('You have withdrawn from this purchase.')).toBeVisible()
  expect(readBookingRow(server, id)?.status).toBe('cancelled')
})
