import { expect, ownServer, signInAsOwner, test } from '#tests/support/owner.ts'

test.use({ ...ownServer('desk-zone'), timezoneId: 'UTC' })

test('a desk without any booking says the times of its owner’s zone, not of the device’s', async ({
  page,
  context,
  server,
}) => {
  await signInAsOwner(context, server)
  await page.goto('/admin/bookings')
  await expect(page.getByText(/Times in .*Oslo/)).toBeVisible()
  await page.goto('/admin/dashboard')
  await expect(page.getByText(/^Calls in .*Oslo/)).toBeVisible()
})
