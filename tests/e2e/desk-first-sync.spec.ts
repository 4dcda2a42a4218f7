import { randomUUID } from 'node:crypto'
import { buildContactFields } from '#tests/contact/contact-site.ts'
import { waitUntilDeskCached } from '#tests/support/browser-device.ts'
import { buildBookingFields, getWeekdayAhead, postForm } from '#tests/support/forms.ts'
import {
  expect,
  signInAsOwner,
  installedTest as test,
  withOwnServer,
} from '#tests/support/owner.ts'

test.use(withOwnServer('desk-first-sync'))

test('After its first sync a device shows every booking, message and sale offline, though their tabs were never opened', async ({
  page,
  context,
  server,
  front,
  errors,
}) => {
  errors.allow(/ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_REFUSED|Failed to load resource/)
  const fields = buildBookingFields({
    first_name: 'Ingrid',
    timezone: 'Pacific/Auckland',
    start: `${getWeekdayAhead(23)}T09:00:00.000Z`,
  })
  expect((await postForm(server.url, fields, randomUUID())).status).toBe(201)
  const message = buildContactFields({ first_name: 'Sigrid', message: 'A cabin by a lake.' })
  expect((await postForm(server.url, message, randomUUID())).status).toBe(201)
  await signInAsOwner(context, front)
  const pulled = context.waitForEvent('response', (response) =>
    response.url().includes('sync-pull'),
  )
  await page.goto('/admin')
  await waitUntilDeskCached(page)
  expect((await pulled).status()).toBe(200)
  await front.close()
  await context.setOffline(true)
  await page.goto('/admin/bookings')
  await page.getByRole('link', { name: /Ingrid Sørbø/ }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Ingrid Sørbø' })).toBeVisible()
  await expect(page.getByText('Booked on the website, from Auckland')).toBeVisible()
  await page.goto('/admin/forms/contact')
  await page.getByRole('link', { name: /^Unread: Sigrid/ }).click()
  await expect(page.getByRole('blockquote')).toHaveText('A cabin by a lake.')
  await expect(page.getByRole('link', { name: /^Sigrid/ })).toBeVisible()
  await page.goto('/admin/sales')
  await expect(page.getByText('No sales in this period')).toBeVisible()
})
