import type { Page } from '@playwright/test'
import { NEXT_STORE_VERSION } from '#client/data/store/schema.ts'
import { expectNoFaults } from '#tests/support/browser/axe.ts'
import { expect, test } from '#tests/support/browser/e2e.ts'
import { createOwner, signInAsOwner } from '#tests/support/browser/owner.ts'

/** The name of the owner's database on this device. */
function getStoreName(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const stores = await indexedDB.databases()
    return stores.find(({ name }) => name?.startsWith('crm-'))?.name ?? ''
  })
}

/**
 * Opens the database in another tab, as another version of the site would; `stores`: the object
 * stores to create and their key paths.
 */
function openStore(
  page: Page,
  options: { name: string; version: number; stores?: [string, string][] },
) {
  return page.evaluate(
    ({ name, version, stores = [] }) =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.open(name, version)
        request.onupgradeneeded = () => {
          for (const [store, keyPath] of stores)
            request.result.createObjectStore(store, { keyPath })
        }
        request.onerror = () => reject(request.error)
        request.onsuccess = () => {
          Object.assign(globalThis, { held: request.result })
          resolve()
        }
      }),
    options,
  )
}

/** Closes the connection of `open`, and deletes the database if a name is given. */
function closeStore(page: Page, name?: string) {
  return page.evaluate(
    (databaseName) =>
      new Promise<void>((resolve) => {
        ;(globalThis as { held?: IDBDatabase }).held?.close()
        if (databaseName) indexedDB.deleteDatabase(databaseName).onsuccess = () => resolve()
        else resolve()
      }),
    name,
  )
}

test('A client book that another tab’s version upgraded, blocks or corrupted shows why, and opens once it can', async ({
  page,
  context,
  server,
}) => {
  await createOwner(server)
  await signInAsOwner(context, server)
  const other = await context.newPage()
  await other.goto('/terms')
  const list = page.getByText('No clients yet')

  await page.goto('/admin/crm')
  await expect(list).toBeVisible()
  const name = await getStoreName(other)
  await openStore(other, { name, version: NEXT_STORE_VERSION })
  const note = page.getByRole('region', { name: 'New version' })
  await expect(note).toContainText('has taken over your client list')
  await expect(page.getByRole('button', { name: 'Reload to sync' })).toBeVisible()
  await note.getByRole('button', { name: 'Reload' }).click()
  // The reload brings the same old version, which must not read what a later one may have written.
  await expect(note).toContainText('has taken over your client list')
  await expect(page.getByRole('heading', { level: 1, name: 'CRM' })).toBeVisible()
  await expectNoFaults(page, 'a book that a later version has')
  await closeStore(other, name)
  await note.getByRole('button', { name: 'Reload' }).click()
  await expect(list).toBeVisible()

  await page.goto('/terms')
  await closeStore(other, name)
  const stores: [string, string][] = [
    ['queryCache', 'key'],
    ['drafts', 'key'],
  ]
  await openStore(other, { name, version: 10, stores })
  await page.goto('/admin/crm')
  await expect(page.getByText('An older tab of this site has your client list open')).toBeVisible()
  await closeStore(other)
  await expect(list).toBeVisible()

  await page.goto('/terms')
  await closeStore(other, name)
  await openStore(other, { name, version: 20, stores: [...stores, ['records', 'other']] })
  await closeStore(other)
  await page.goto('/admin/crm')
  const again = page.getByRole('button', { name: 'Try once more' })
  await again.click()
  await expect(page.locator('#main').getByText('It still could not be opened.')).toBeVisible()
  await expect(again).toBeFocused()
  await expectNoFaults(page, 'a book that does not open')
  await closeStore(other, name)
  await again.click()
  await expect(list).toBeVisible()
})
