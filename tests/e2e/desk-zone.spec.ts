import { expect, signInAsOwner, test, withOwnServer } from '#tests/support/owner.ts'

test.use({ ...withOwnServer('desk-zone'), timezoneId: 'UTC' })

test('A desk without any booking shows times in the owner’s time zone, not in the device’s', async ({
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
