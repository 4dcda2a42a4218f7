import { randomUUID } from 'node:crypto'
import { waitUntilDeskCached } from '#tests/support/browser-device.ts'
import { buildBookingFields, getWeekdayAhead, postForm } from '#tests/support/forms.ts'
import {
  expect,
  signInAsOwner,
  installedTest as test,
  withOwnServer,
} from '#tests/support/owner.ts'

test.use(withOwnServer('desk-first-sync'))

test('A device shows every booking offline after its first sync, though its list was never opened', async ({
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
})
