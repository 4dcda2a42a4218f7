import type { Page } from '@playwright/test'
import { expectNoFaults } from '#tests/support/browser/axe.ts'
import { expect, waitUntilControlled } from '#tests/support/browser/offline-site.ts'
import {
  signInAsOwner,
  installedTest as test,
  withOwnServer,
} from '#tests/support/browser/owner.ts'
import { HeadlessDevice } from '#tests/support/sync/headless-device.ts'

test.use(withOwnServer('crm'))

const GUEST_COUNT = 120

const guests = Object.fromEntries(
  Array.from({ length: GUEST_COUNT }, (_, index) => {
    const number = String(index).padStart(3, '0')
    const email = `guest-${number}@example.com`
    return [`guest-${number}`, { name: `Guest ${number}`, location: 'Oslo, Norway', email }]
  }),
)

/** Waits until the service worker has cached all files of the desk. */
async function waitUntilDeskCached(page: Page): Promise<void> {
  await waitUntilControlled(page)
  const script = await (await page.request.get('/sw.js')).text()
  const files = script.match(/"only":"desk"/g)?.length ?? 0
  const countCached = () =>
    page.evaluate(async () => (await (await caches.open('desk')).keys()).length)
  await expect.poll(countCached).toBe(files)
}

test('The client book is read, searched and edited offline by keyboard alone, and its edits reach the server', async ({
  page,
  context,
  server,
  front,
  errors,
}) => {
  errors.allow(/ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_REFUSED|Failed to load resource/)
  const iphone = await HeadlessDevice.create(server, 'iPhone')
  const tablet = await HeadlessDevice.create(server, 'Tablet')
  await iphone.pull()
  await iphone.edit(guests)
  await signInAsOwner(context, front)
  await page.goto('/admin/crm')
  await expect(page.getByText(`${GUEST_COUNT} clients, all available offline`)).toBeVisible()
  await waitUntilDeskCached(page)

  await front.close()
  await context.setOffline(true)
  await expect(page.getByText('You are offline. Edits are saved on this device.')).toBeVisible()
  const keys = page.keyboard
  const pressed = async (role: 'link' | 'button', name: string, key = 'Enter') => {
    await page.getByRole(role, { name, exact: true }).focus()
    await keys.press(key)
  }
  await pressed('link', 'Add client')
  await page.getByLabel('Name').focus()
  await keys.press('Enter')
  await expect(page.getByRole('alert')).toContainText('One field needs attention')
  await expectNoFaults(page, 'the form')
  for (const text of ['Sólrún Einarsdóttir', 'Akureyri, Iceland', 'solrun@example.com']) {
    await keys.type(text)
    await keys.press('Tab')
  }
  await keys.type('+354 460 1000')
  await keys.press('Enter')
  const person = page.getByRole('article', { name: 'Sólrún Einarsdóttir' })
  await expect(person.getByText('Akureyri, Iceland')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Offline, 1 change waiting' })).toBeVisible()

  await page.reload()
  await expect(person.getByText('solrun@example.com')).toBeVisible()
  await expectNoFaults(page, 'a client')
  await pressed('link', 'Edit')
  await page.getByLabel('Notes').focus()
  await keys.type('Rides well.')
  await pressed('button', 'Save client')
  await expect(person.getByText('Rides well.')).toBeVisible()
  await pressed('button', 'Delete')
  const undo = page.getByRole('button', { name: 'Undo' })
  await expect(undo).toBeVisible()
  await expect(page.getByText(`${GUEST_COUNT} clients, all available offline`)).toBeVisible()
  await expect(page.locator('#main')).toBeFocused()
  await keys.press('Tab')
  await expect(undo).toBeFocused()
  await keys.press('Enter')
  await expect(person.getByText('Rides well.')).toBeVisible()

  await page.getByRole('searchbox', { name: 'Search clients' }).fill('SOLRUN einars')
  await expect(page.getByText(`1 of ${GUEST_COUNT + 1} clients`)).toBeVisible()
  await expect(page.getByRole('listitem')).toContainText('Sólrún Einarsdóttir')
  await page.getByRole('searchbox', { name: 'Search clients' }).fill('')
  await expect(page.getByText(`${GUEST_COUNT + 1} clients, all available offline`)).toBeVisible()
  const list = page.getByRole('list', { name: 'Clients' })
  await list.getByRole('link').first().focus()
  await keys.press('End')
  const last = list.getByRole('link', { name: /Sólrún/ })
  await expect(last).toBeFocused()
  await keys.press('ArrowUp')
  const before = list.getByRole('link', { name: `Guest ${GUEST_COUNT - 1}` })
  await expect(before).toBeFocused()
  await expect(list.getByRole('link', { name: 'Guest 000' })).toHaveCount(0)
  const place = await page.evaluate(() => scrollY)
  expect(place).toBeGreaterThan(1000)
  // Playwright's `click` would scroll the link into view first.
  await page.getByRole('link', { name: 'Dashboard' }).dispatchEvent('click')
  await expect(page).toHaveURL('/admin/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
  await page.goBack()
  await expect(before).toBeInViewport()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(place)
  await expectNoFaults(page, 'the list')

  await front.open()
  await context.setOffline(false)
  await expect(page.getByRole('button', { name: 'Synced just now' })).toBeVisible()
  const there = (await iphone.pull()).get('Sólrún Einarsdóttir')
  expect(there?.data).toMatchObject({ phone: '+354 460 1000', notes: 'Rides well.' })

  await tablet.pull()
  await iphone.edit({ 'guest-000': { location: 'Bergen, Norway' } })
  await tablet.edit({ 'guest-000': { location: 'Oslo and Bergen, Norway' } })
  // The open desk learns of it from the event stream, without a reload.
  await expect(page.getByRole('button', { name: '1 conflict to review' })).toBeVisible()
  await page.goto('/admin/crm/guest-000')
  await expect(page.getByText('This client was changed in two places')).toBeVisible()
  await expectNoFaults(page, 'a conflict')
  await page.getByRole('radio', { name: /, in use, .*: Bergen, Norway/ }).focus()
  await keys.press('ArrowUp')
  await expect(page.getByRole('radio', { name: /on tablet/i })).toBeChecked()
  await pressed('button', 'Save this version')
  await expect(page.getByRole('button', { name: 'Synced just now' })).toBeVisible()
  const settled = (await iphone.pull()).get('Guest 000')
  expect(settled?.data.location).toBe('Oslo and Bergen, Norway')
  expect(settled?.conflicts ?? []).toEqual([])
})
