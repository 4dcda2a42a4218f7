import type { Page } from '@playwright/test'
import { tabs } from '#client/desk/shell/tabs.ts'
import { listOldZones } from '#shared/lib/zones/zone-law.ts'
import { buildContactFields } from '#tests/contact/contact-site.ts'
import { expectNoFaults, threeWidths } from '#tests/support/browser/axe.ts'
import {
  expect,
  openAfterColdStart,
  waitUntilControlled,
} from '#tests/support/browser/offline-site.ts'
import {
  signInAsOwner,
  installedTest as test,
  withOwnServer,
} from '#tests/support/browser/owner.ts'
import { buildBookingFields, getWeekdayAhead, postForm } from '#tests/support/server/forms.ts'

test.use(withOwnServer('desk'))

/** The number of cached files of the desk, and the names of the databases on this device. */
function readDeskStorage(page: Page): Promise<{ files: number; databases: string[] }> {
  return page.evaluate(async () => ({
    files: (await (await caches.open('desk')).keys()).length,
    databases: (await indexedDB.databases()).map(({ name = '' }) => name),
  }))
}

test('The desk requires a sign-in and opens at the client list, and each tab has an address that survives reload and back', async ({
  page,
  context,
  front,
}) => {
  await page.goto('/admin/bookings')
  await expect(page.getByRole('dialog', { name: 'Sign in' })).toBeVisible()
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await expectNoFaults(page, 'the way in')
  await signInAsOwner(context, front)
  await page.goto('/admin')
  await expect(page).toHaveURL('/admin/crm')
  await expect(page).toHaveTitle('CRM · Lysning')
  await expectNoFaults(page, 'the client book')
  const openTab = async ({ to, first = '', label }: (typeof tabs)[number]) => {
    const nav = page.getByRole('navigation', { name: 'Admin' })
    const tab = nav.getByRole('link', { name: label, exact: true })
    await tab.click()
    await expect(tab).toHaveAttribute('aria-current', 'page')
    await expect(page).toHaveURL(`${to}${first}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  for (const tab of tabs) await openTab(tab)
  for (const label of ['Forms', 'Settings'])
    await openTab(tabs.find((one) => one.label === label) ?? { to: '', label })
  await page.reload()
  await expect(page).toHaveURL(/\/admin\/settings/)
  await page.goBack()
  await expect(page).toHaveURL('/admin/forms/booking')
  await page.goto('/admin/dashboard')
  // The runtime's own zone data may be older than the law, which the dashboard then says.
  const calm =
    listOldZones().length > 0 ? 'The server’s time zone data is old' : 'You’re all caught up.'
  await expect(page.getByText(calm)).toBeVisible()
  await expectNoFaults(page, 'the dashboard', threeWidths)
})

test('An unknown sender is offered on the dashboard until added to the client list or dismissed', async ({
  page,
  context,
  front,
}) => {
  for (const [first_name, last_name] of [
    ['Jonas', 'Kjær'],
    ['Kenji', 'Arai'],
    ['Hanna', 'Lindqvist'],
  ] as const) {
    const name = { first_name, last_name, email: `${first_name}@example.com` }
    expect((await postForm(front.url, buildContactFields(name))).status).toBe(201)
  }
  await signInAsOwner(context, front)
  await page.goto('/admin/dashboard')
  await expect(page.getByText('Hanna Lindqvist is not in your clients')).toBeVisible()
  await expectNoFaults(page, 'somebody who wrote', threeWidths)
  await page.getByRole('link', { name: 'Add as client' }).click()
  await page.getByLabel('Location').fill('Stockholm')
  await page.getByLabel('Phone').fill('+46 8 555 014 20')
  await page.getByRole('button', { name: 'Save client' }).click()
  await expect(page.getByRole('heading', { name: 'Hanna Lindqvist' })).toBeVisible()
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByText('Kenji Arai is not in your clients')).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss' }).press('Enter')
  await expect(page.getByText('Jonas Kjær is not in your clients')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Jonas Kjær is not in your clients')).toBeVisible()
})

test('The dashboard’s day ruler fits a phone’s window in the first and the last hour of a day', async ({
  page,
  context,
  front,
}) => {
  await page.setViewportSize({ width: 390, height: 900 })
  await signInAsOwner(context, front)
  for (const hour of ['00', '23']) {
    await page.clock.setFixedTime(`2026-12-01T${hour}:30:00+01:00`)
    await page.goto('/admin/dashboard')
    await expect(page.getByText(`Now ${hour}:30`)).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  }
})

test('No public page fetches or caches a part of the desk', async ({ page, front }) => {
  await page.goto('/')
  await waitUntilControlled(page)
  await page.goto('/contact')
  // Ignore the hash in file names: by chance it may contain `crm`.
  const nameOf = (path: string) => path.replace(/-[\w-]{8}(?=\.\w+$)/, '')
  expect(front.requests.filter((path) => /desk|crm/.test(nameOf(path)))).toEqual([])
  expect((await readDeskStorage(page)).files).toBe(0)
})

test('The owner’s device opens the desk offline from a cold start, and signing out wipes its data', async ({
  page,
  context,
  front,
  errors,
}) => {
  errors.allow(/ERR_INTERNET_DISCONNECTED|Failed to load resource/)
  const start = `${getWeekdayAhead(2)}T10:00:00.000Z`
  expect((await postForm(front.url, buildBookingFields({ start }))).status).toBe(201)
  await signInAsOwner(context, front)
  await page.goto('/admin/dashboard')
  await expect(page.getByText(/^No calls today. The next is on/)).toBeVisible()
  await waitUntilControlled(page)
  const script = await (await page.request.get(`${front.url}/sw.js`)).text()
  const files = script.match(/"only":"desk"/g)?.length ?? 0
  const workers = script.match(/\{[^{}]*\/desk-workers\/[^{}]*\}/g) ?? []
  expect(workers.length).toBeGreaterThan(1)
  expect(workers.filter((entry) => !entry.includes('"only":"desk"'))).toEqual([])
  await expect.poll(async () => (await readDeskStorage(page)).files).toBe(files)
  const later = await openAfterColdStart(context, front)
  await later.goto('/admin')
  await expect(later.getByRole('heading', { name: 'Clients', exact: true })).toBeVisible()
  await later.getByRole('link', { name: 'Dashboard' }).click()
  await expect(later.getByText(/^No calls today. The next is on/)).toBeVisible()
  await expect(
    later.getByText(/^You are offline. The dashboard is shown as of today/),
  ).toBeVisible()
  await later.getByRole('button', { name: 'Offline' }).click()
  await later.getByRole('button', { name: 'Sign out' }).click()
  await expect(later).toHaveURL('/')
  const { databases } = await readDeskStorage(later)
  expect(databases.filter((name) => name.startsWith('crm-'))).toEqual([])
  await later.goto('/admin')
  await expect(later.getByRole('heading', { name: 'Sign in' }).first()).toBeVisible()
})
