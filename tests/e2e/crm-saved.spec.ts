import type { Page } from '@playwright/test'
import { OtherDevice } from '#tests/support/other-device.ts'
import { expect, ownServer, signInAsOwner, test } from '#tests/support/owner.ts'
import type { ServerProcess } from '#tests/support/server.ts'

test.use(ownServer('crm-saved'))

let filled = false

/** Adds more clients than a window shows, from another device. */
async function fill(server: ServerProcess): Promise<void> {
  if (filled) return
  filled = true
  const device = await OtherDevice.of(server, 'Laptop')
  await device.look()
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

async function add(page: Page, name: string): Promise<void> {
  await page.goto('/admin/crm/new')
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Location').fill('Bergen')
  await page.getByLabel('Email').fill(`${name.slice(0, 3).toLowerCase()}@example.com`)
  await page.getByLabel('Phone').fill('+47 90 12 34 56')
  await page.getByRole('button', { name: 'Save client' }).click()
}

test('a client that was saved is in sight in the list, and its record begins at its beginning', async ({
  page,
  context,
  server,
}) => {
  await fill(server)
  await signInAsOwner(context, server)
  await page.setViewportSize({ width: 1440, height: 800 })
  await page.goto('/admin/crm')
  await expect(page.getByRole('link', { name: /Client 000/ })).toBeVisible()
  await add(page, 'Zoë Last')
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

test('on a phone the record of a client that was saved is read from its beginning', async ({
  page,
  context,
  server,
}) => {
  await fill(server)
  await signInAsOwner(context, server)
  await page.setViewportSize({ width: 390, height: 700 })
  await add(page, 'Mid Phone')
  const heading = page.getByRole('heading', { level: 2, name: 'Mid Phone' })
  await expect(heading).toBeInViewport()
  await expect(heading).toBeFocused()
  expect(await page.evaluate(() => scrollY)).toBe(0)
})
