import type { Page } from '@playwright/test'
import { dayGrid } from '#tests/support/booking/booking-pages.ts'
import { expect, test } from '#tests/support/browser/e2e.ts'
import { feeHeading, openPayment } from '#tests/support/payment/payment-pages.ts'

const UNKNOWN_ID = 'AAAAAAAAAAAAAAAAAAAAAA'
const heading = (page: Page, name: string) => page.getByRole('heading', { name })

test('A return without a valid reference shows “Invalid booking reference” at once, without asking the server', async ({
  page,
}) => {
  const requestedPaths: string[] = []
  page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname))
  await page.goto('/booking/success?id=no-such-reference')
  await expect(heading(page, 'Invalid booking reference')).toBeVisible()
  await expect(page).toHaveTitle(/^Invalid booking reference/)
  await expect(page.getByText('Verifying payment...')).toHaveCount(0)
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await expect(page).toHaveURL('/')
  expect(requestedPaths).not.toContain('/functions/verify-payment')
})

test('/booking/success of an unknown booking shows “Verifying payment...”, then “Failed to verify payment”', async ({
  page,
  errors,
}) => {
  errors.allow(/404/)
  const release = await holdVerification(page)
  await page.goto(`/booking/success?id=${UNKNOWN_ID}`)
  await expect(heading(page, 'Verifying payment...')).toBeVisible()
  release()
  await expect(heading(page, 'Failed to verify payment')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/')
  await page.getByRole('link', { name: 'Try Booking Again' }).click()
  await expect(page).toHaveURL(`/meeting?retry=${UNKNOWN_ID}`)
  await expect(heading(page, 'There is no booking at this address.')).toBeVisible()
  await page.getByRole('link', { name: 'Start a new booking' }).click()
  await expect(dayGrid(page)).toBeVisible()
})

test('An unpaid hold is not shown as paid, whatever the address claims', async ({
  page,
  errors,
}) => {
  errors.allow(/409/)
  await page.clock.install()
  const { bookingId } = await openPayment(page)
  await page.goto(`/booking/success?id=${bookingId}&redirect_status=succeeded&payment_intent=pi_1`)
  await expect(heading(page, 'Verifying payment...')).toBeVisible()
  await expect(page).toHaveURL(`/booking/success?id=${bookingId}`)
  await expect(async () => {
    await page.clock.runFor('00:30')
    await expect(heading(page, 'Your bank has not answered yet')).toBeVisible({ timeout: 500 })
  }).toPass()
})

test('/booking/cancel shows that nothing was charged and leads to Home or back to /meeting', async ({
  page,
}) => {
  await page.goto('/booking/cancel')
  await expect(heading(page, 'Payment Cancelled')).toBeVisible()
  await expect(
    page.getByText('Your payment was cancelled. No charges have been made to your account.'),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Try Booking Again' }).click()
  await expect(page).toHaveURL('/meeting')
  await expect(dayGrid(page)).toBeVisible()
  await page.goBack()
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await expect(page).toHaveURL('/')
})

test('/booking/cancel of a hold leads back to its payment step, in the guest’s own browser only', async ({
  page,
  newVisitor,
  errors,
}) => {
  errors.allow(/404/)
  const { bookingId } = await openPayment(page)
  await page.goto(`/booking/cancel?id=${bookingId}`)
  const again = page.getByRole('link', { name: 'Try Booking Again' })
  // The prerendered page, which is shown first, does not know its address.
  await expect(again).toHaveAttribute('href', `/meeting?retry=${bookingId}`)
  await again.click()
  await expect(page).toHaveURL(`/meeting?retry=${bookingId}&step=payment`)
  await expect(feeHeading(page)).toBeVisible()
  await expect(page.getByText('Elisabeth Sørbø')).toBeVisible()

  const other = await newVisitor()
  await other.goto(`/meeting?retry=${bookingId}`)
  await expect(heading(other, 'There is no booking at this address.')).toBeVisible()
  await expect(other.getByText('Elisabeth')).toHaveCount(0)
})

/** Holds the answers of `verify-payment` back until the returned function is called. */
async function holdVerification(page: Page): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((go) => {
    release = go
  })
  await page.route('**/functions/verify-payment*', async (route) => {
    await released
    await route.continue()
  })
  return release
}
