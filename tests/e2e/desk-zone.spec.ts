import { buildContactFields } from '#tests/contact/contact-site.ts'
import { expect, signInAsOwner, test, withOwnServer } from '#tests/support/browser/owner.ts'
import { postForm } from '#tests/support/server/forms.ts'

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
  await expect(page.getByText(/^All times in .*Oslo/)).toBeVisible()
})

test('A message arrived at the same time on the dashboard, in the list of forms and in the open message', async ({
  page,
  context,
  server,
}) => {
  await postForm(server.url, buildContactFields({ last_name: 'Vance' }))
  await signInAsOwner(context, server)
  await page.goto('/admin/forms/contact')
  const row = page.getByRole('link', { name: /Vance/ })
  const at = (await row.locator('time').textContent())?.match(/\d\d:\d\d/)?.[0] ?? 'no time'
  await row.click()
  await expect(page.getByRole('article').getByText(`at ${at}`)).toBeVisible()
  await page.goto('/admin/dashboard')
  await expect(page.getByText(`Wrote today at ${at}.`)).toBeVisible()
})
