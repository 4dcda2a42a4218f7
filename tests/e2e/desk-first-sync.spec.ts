import { randomUUID } from 'node:crypto'
import { buildContactFields } from '#tests/contact/contact-site.ts'
import { waitUntilDeskCached } from '#tests/support/browser/browser-device.ts'
import {
  expect,
  signInAsOwner,
  installedTest as test,
  withOwnServer,
} from '#tests/support/browser/owner.ts'
import { buildBookingFields, getWeekdayAhead, postForm } from '#tests/support/server/forms.ts'

test.use(withOwnServer('desk-first-sync'))

test('After its first sync a device shows every booking, message, sale and setting offline, though their tabs were never opened', async ({
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
  const message = buildContactFields({
    ...{ first_name: 'Sigrid', message: 'A cabin by a lake.' },
    ...{ email: 'sigrid@example.com', newsletter: 'on' },
  })
  expect((await postForm(server.url, message, randomUUID())).status).toBe(201)
  await signInAsOwner(context, front)
  const call = async (name: string, data: object) => {
    const answer = await context.request.post(`${front.url}/functions/${name}`, { data })
    expect(answer.status(), name).toBe(200)
  }
  const location = { kind: 'in_person', address: 'Storgata 1, Oslo' }
  await call('set-service-location', { serviceType: 'bespoke-planning', location })
  const consents = { essentialData: true, preferences: false, marketing: true, thirdParty: false }
  await call('gdpr-consents', { userId: 'default-user', consents, type: 'marketing' })
  await call('update-retention', {
    ...{ submissionDays: 93, mailDays: 61, idempotencyKeyDays: 401, jobDays: 8 },
  })
  const answered = ['sync-pull', 'get-site-state', 'get-devices'].map((name) =>
    context.waitForEvent('response', (response) => response.url().includes(name)),
  )
  await page.goto('/admin')
  for (const answer of answered) expect((await answer).status()).toBe(200)
  await waitUntilDeskCached(page)
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
  await page.goto('/admin/forms/newsletter')
  await page.getByRole('radio', { name: 'Not confirmed' }).check()
  await expect(page.getByRole('row', { name: /sigrid@example.com/ })).toBeVisible()
  await page.goto('/admin/settings/video')
  await expect(page.getByLabel('Address')).toHaveValue('Storgata 1, Oslo')
  await expect(page.getByText('Not Set')).toBeVisible()
  await page.goto('/admin/settings/privacy')
  await expect(page.getByRole('switch', { name: 'Marketing' })).toBeChecked()
  await expect(page.getByLabel('Form submissions')).toHaveValue('93')
  await expect(page.getByText(/marketing given/)).toBeVisible()
  await page.goto('/admin/settings')
  await expect(page.getByRole('group', { name: 'Monday' })).toBeVisible()
  await page.goto('/admin/crm/settings')
  const devices = page.getByRole('region', { name: 'Other devices' })
  await expect(devices).toContainText('No other devices.')
  await expect(devices).toContainText('As of ')
})
