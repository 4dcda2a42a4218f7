import type { Page } from '@playwright/test'
import { expect, signInAsOwner, test, withOwnServer } from '#tests/support/browser/owner.ts'
import type { ServerProcess } from '#tests/support/server/server.ts'
import { HeadlessDevice } from '#tests/support/sync/headless-device.ts'

test.use(withOwnServer('crm-saved'))

let isFilled = false

/** Adds more clients than a window shows, from another device. */
async function addManyClients(server: ServerProcess): Promise<void> {
  if (isFilled) return
  isFilled = true
  const device = await HeadlessDevice.create(server, 'Laptop')
  await device.pull()
  const people = Array.from({ length: 120 }, (_, i) => {
    const name = `Client ${String(i).padStart(3, '0')}`
    const email = `client-${i}@example.com`
    return [
      `made-by-laptop-${i}`,
      { name, location: 'Oslo', email, phone: '+47 41209877' },
    ] as const
  })
  await device.edit(Object.fromEntries(people))
}

async function addClient(page: Page, name: string): Promise<void> {
  await page.goto('/admin/crm/new')
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Location').fill('Bergen')
  await page.getByLabel('Email').fill(`${name.slice(0, 3).toLowerCase()}@example.com`)
  await page.getByLabel('Phone').fill('+47 90 12 34 56')
  await page.getByRole('button', { name: 'Save client' }).click()
}

test('A saved client is scrolled into view in the list, and its record is shown from the top', async ({
  page,
  context,
  server,
}) => {
  await addManyClients(server)
  await signInAsOwner(context, server)
  await page.setViewportSize({ width: 1440, height: 800 })
  await page.goto('/admin/crm')
  await expect(page.getByRole('link', { name: /Client 000/ })).toBeVisible()
  await addClient(page, 'Zoë Last')
  const heading = page.getByRole('heading', { level: 2, name: 'Zoë Last' })
  await expect(heading).toBeInViewport()
  await expect(heading).toBeFocused()
  await expect(page.getByRole('list', { name: 'Clients' }).getByText('Zoë Last')).toBeInViewport()
  await page
    .getByRole('button', { name: 'Edit' })
    .or(page.getByRole('link', { name: 'Edit' }))
    .first()
    .click()
  await page.getByLabel('Name', { exact: true }).fill('Aase First')
  await page.getByRole('button', { name: 'Save client' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Aase First' })).toBeFocused()
  await expect(page.getByRole('list', { name: 'Clients' }).getByText('Aase First')).toBeInViewport()
})

test('On a phone, the record of a saved client is shown from the top', async ({
  page,
  context,
  server,
}) => {
  await addManyClients(server)
  await signInAsOwner(context, server)
  await page.setViewportSize({ width: 390, height: 700 })
  await addClient(page, 'Mid Phone')
  const heading = page.getByRole('heading', { level: 2, name: 'Mid Phone' })
  await expect(heading).toBeInViewport()
  await expect(heading).toBeFocused()
  expect(await page.evaluate(() => scrollY)).toBe(0)
})

test('On a phone, Save stays in reach while a client is added, above the tab bar and above the keyboard', async ({
  page,
  context,
  server,
}) => {
  await signInAsOwner(context, server)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/admin/crm/new')
  const save = page.getByRole('button', { name: 'Save client' })
  await expect(save).toBeInViewport({ ratio: 1 })
  const tabs = page.getByRole('navigation', { name: 'CRM' })
  const [button, bar] = [await save.boundingBox(), await tabs.boundingBox()]
  expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
  await page.evaluate(() => {
    Object.defineProperty(visualViewport, 'height', { value: 500 })
    visualViewport?.dispatchEvent(new Event('resize'))
  })
  const raised = await save.boundingBox()
  expect((raised?.y ?? 0) + (raised?.height ?? 0)).toBeLessThanOrEqual(500)
})
