import type { Page } from '@playwright/test'
import { expectNoFaults, expectNoFaultsNow } from '#tests/support/browser/axe.ts'
import { waitUntilControlled } from '#tests/support/browser/offline-site.ts'
import {
  expect,
  signInAsOwner,
  installedTest as test,
  withOwnServer,
} from '#tests/support/browser/owner.ts'
import { HeadlessDevice } from '#tests/support/sync/headless-device.ts'

test.use(withOwnServer('passphrase'))

const PASSPHRASE = 'seven quiet lamps'

/** All stored values of the owner's database as text, with byte arrays decoded as Latin-1. */
function dumpOwnerStore(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const stores = await indexedDB.databases()
    const name = stores.find((store) => store.name?.startsWith('crm-'))?.name ?? ''
    const answer = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve) => {
        request.onsuccess = () => resolve(request.result)
      })
    const db = await answer(indexedDB.open(name))
    const texts = [...db.objectStoreNames].map(async (store) => {
      const values = await answer(db.transaction(store).objectStore(store).getAll())
      return JSON.stringify(values, (_key, value) =>
        value instanceof Uint8Array ? new TextDecoder('latin1').decode(value) : value,
      )
    })
    const all = await Promise.all(texts)
    db.close()
    return all.join('\n')
  })
}

/** Waits until the service worker has cached all files of the desk. */
async function waitUntilDeskCached(page: Page): Promise<void> {
  await waitUntilControlled(page)
  const script = await (await page.request.get('/sw.js')).text()
  const files = script.match(/"only":"desk"/g)?.length ?? 0
  const countCached = () =>
    page.evaluate(async () => (await (await caches.open('desk')).keys()).length)
  await expect.poll(countCached).toBe(files)
}

const countOwnerDatabases = (page: Page) =>
  page.evaluate(async () => {
    const stores = await indexedDB.databases()
    return stores.filter(({ name }) => name?.startsWith('crm-')).length
  })

test('A locked device shows and stores nothing readable, works offline once unlocked, and can be wiped without its passphrase', async ({
  page,
  context,
  server,
  front,
  errors,
}) => {
  const iphone = await HeadlessDevice.create(server, 'iPhone')
  await iphone.pull()
  await iphone.edit({
    claire: {
      name: 'Claire Marchetti',
      location: 'Lyon, France',
      email: 'claire@example.com',
      phone: '+33 6 00 00 00 00',
    },
  })
  await signInAsOwner(context, front)
  await page.goto('/admin/crm')
  await expect(page.getByText('1 client, available offline')).toBeVisible()
  await waitUntilDeskCached(page)
  expect(await dumpOwnerStore(page)).toContain('Claire Marchetti')
  const other = await context.newPage()
  await other.goto('/admin/crm')
  await expect(other.getByRole('link', { name: /Claire Marchetti/ })).toBeVisible()

  await page.goto('/admin/crm/settings')
  await page.getByRole('switch', { name: 'Lock with a passphrase' }).click()
  const dialog = page.getByRole('dialog', { name: 'Lock this device with a passphrase' })
  await dialog.getByLabel('New passphrase', { exact: true }).fill('too short')
  await dialog.getByRole('button', { name: 'Set passphrase' }).click()
  await expect(dialog).toContainText('Please use at least 12 characters.')
  await expectNoFaultsNow(page, 'setting a passphrase')
  await dialog.getByLabel('New passphrase', { exact: true }).fill(PASSPHRASE)
  await dialog.getByLabel('Repeat passphrase', { exact: true }).fill(PASSPHRASE)
  await dialog.getByRole('button', { name: 'Set passphrase' }).click()
  await expect(page.getByRole('switch')).toBeChecked()
  await expect(page.getByText('1 client on this device')).toBeVisible()
  expect(await dumpOwnerStore(page)).not.toContain('Claire')
  // The other tab continues with the key that it received.
  await expect(other.getByRole('link', { name: /Claire Marchetti/ })).toBeVisible()
  await other.getByRole('link', { name: /Claire Marchetti/ }).click()
  await expect(other.getByRole('heading', { name: 'Claire Marchetti' })).toBeVisible()
  await expect(other).toHaveTitle('Client · Lysning')

  await page.getByRole('button', { name: 'Lock now' }).click()
  for (const tab of [page, other]) {
    await expect(tab.getByRole('heading', { name: 'This device is locked' })).toBeVisible()
    await expect(tab.getByText('Claire')).toHaveCount(0)
  }
  await other.close()
  errors.allow(/ERR_INTERNET_DISCONNECTED/)
  await context.setOffline(true)
  await page.reload()
  const field = page.getByLabel('Passphrase', { exact: true })
  await expect(field).toBeFocused()
  await expectNoFaults(page, 'a locked device')
  await page.keyboard.type('seven quiet lambs')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Wrong passphrase.')).toBeVisible()
  await expect(field).toHaveAccessibleDescription('Wrong passphrase.')
  await field.fill(PASSPHRASE)
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 client on this device')).toBeVisible()
  await page.getByRole('link', { name: 'Clients', exact: true }).click()
  await page.getByRole('link', { name: /Claire Marchetti/ }).click()
  await page.getByRole('link', { name: 'Edit' }).click()
  await page.getByLabel('Location').fill('Bergen')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Bergen').first()).toBeVisible()
  expect(await dumpOwnerStore(page)).not.toContain('Bergen')

  await page.reload()
  await expect(page.getByText('1 change is waiting to sync. It is kept.')).toBeVisible()
  await page.getByRole('button', { name: 'Forgot your passphrase?' }).click()
  const question = page.getByRole('dialog', { name: 'Sign out and wipe this device?' })
  await expect(question).toContainText('1 change is only on this device, and would be lost.')
  await question.getByRole('button', { name: 'Sign out and wipe' }).click()
  await expect(page).toHaveURL(/\/$/)
  await expect.poll(() => countOwnerDatabases(page)).toBe(0)
})
