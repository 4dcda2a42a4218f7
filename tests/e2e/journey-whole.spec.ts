import type { Page } from '@playwright/test'
import { decryptJson, importKey } from '#client/lib/encrypt.ts'
import { toPassDocumentPath } from '#shared/journeys/api.ts'
import { ENCRYPTION_BYTES } from '#shared/journeys/desk-api.ts'
import type { GuestCopy } from '#shared/journeys/guest-copy.ts'
import { toPassContext } from '#shared/journeys/link.ts'
import { addDays } from '#shared/lib/date.ts'
import { BrowserDevice, waitUntilDeskCached } from '#tests/support/browser/browser-device.ts'
import { expect } from '#tests/support/browser/offline-site.ts'
import {
  signInAsOwner,
  installedTest as test,
  withOwnServer,
} from '#tests/support/browser/owner.ts'
import { waitForDocument } from '#tests/support/journeys/guest-link.ts'

test.use(withOwnServer('journey-whole'))

/** So long that it is sent in three pieces. */
const TICKET = Buffer.concat([Buffer.from('%PDF-1.7 Two on the 17:15 boat'), Buffer.alloc(600_000)])

/** Adds an item to the day that is shown; `fields` by their labels. */
async function addItem(page: Page, kind: string, fields: Record<string, string>): Promise<void> {
  const add = page.getByRole('button', { name: 'Add to this day' })
  if ((await add.getAttribute('aria-expanded')) === 'false') await add.click()
  await page.getByRole('main').getByRole('button', { name: kind, exact: true }).click()
  for (const [label, text] of Object.entries(fields))
    await page.getByRole('textbox', { name: new RegExp(`^${label}\\b`) }).fill(text)
}

test('A journey goes from one device in airplane mode by way of another to a guest, who reads all of it in airplane mode and then learns what changed', async ({
  page,
  front,
  newVisitor,
  errors,
}) => {
  errors.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to load resource/)
  const guest = await newVisitor()
  const desktop = await newVisitor()
  const phone = await BrowserDevice.create(page, front)
  const fetchPass = (link: string) => {
    const id = /journey\/(\w+)#/.exec(link)?.[1]
    return desktop.request.get(`${front.url}/functions/guest-pass?id=${id}`)
  }

  await test.step('planned on the phone without a connection', async () => {
    await phone.goOffline()
    await page
      .getByRole('navigation', { name: 'Admin' })
      .getByRole('link', { name: 'Journeys' })
      .click()
    await page.getByRole('button', { name: 'New journey' }).click()
    await page.getByLabel('Title').fill('Lofoten, by sea')
    await page.getByLabel('First day').fill(addDays(new Date().toISOString().slice(0, 10), 20))
    await page.getByLabel('Days', { exact: true }).fill('2')
    await page.getByRole('button', { name: 'Plan this journey' }).click()
    await addItem(page, 'Ferry', {
      Title: 'Fast boat',
      Leaves: '17:15',
      From: 'Bodø',
      To: 'Svolvær',
    })
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'Ticket.pdf', mimeType: 'application/pdf', buffer: TICKET })
    await expect(page.getByRole('button', { name: /Open Ticket\.pdf.*not sent yet/ })).toBeVisible()
    await page.getByRole('button', { name: 'Close Fast boat' }).click()
    await addItem(page, 'Stay', {
      Title: 'Havnehuset',
      Place: 'Svolvær',
      'For you only': 'Room 4 smells of fish',
    })
    await page.getByRole('button', { name: 'Close Havnehuset' }).click()
    await page.reload()
    await expect(page.getByRole('link', { name: 'Havnehuset' })).toBeVisible()
    await phone.goOnline()
    await phone.expectSyncStatus(/Synced/)
  })

  const address = await test.step('edited and shared on the desktop', async () => {
    await signInAsOwner(desktop.context(), front)
    await desktop.goto('/admin/journeys')
    await waitUntilDeskCached(desktop)
    await desktop.getByRole('link', { name: /^Lofoten, by sea/ }).click()
    await desktop.getByRole('link', { name: 'Havnehuset' }).click()
    await desktop.getByLabel('A line for the guests').fill('Breakfast is by the window.')
    await desktop.getByRole('button', { name: 'Close Havnehuset' }).click()
    await desktop.getByRole('link', { name: 'Share' }).click()
    const dialog = desktop.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Make the link' }).click()
    const link = await dialog.getByLabel('Private link').inputValue()
    await desktop.keyboard.press('Escape')
    await expect.poll(async () => (await fetchPass(link)).status()).toBe(200)
    const [, id = '', linkKey = ''] = /journey\/(\w+)#(.*)/.exec(link) ?? []
    const { ciphertext } = await (await fetchPass(link)).json()
    const copy = await decryptJson(await importKey(linkKey), ciphertext, toPassContext(id))
    expect(JSON.stringify(copy)).toContain('Breakfast is by the window.')
    expect(JSON.stringify(copy)).not.toContain('Room 4 smells of fish')
    const [document] = (copy as GuestCopy).items.flatMap(({ documents }) => documents)
    const file = `${front.url}${toPassDocumentPath(id, document?.id ?? '')}`
    await expect.poll(async () => (await desktop.request.get(file)).status()).toBe(200)
    const encrypted = await (await desktop.request.get(file)).body()
    expect(encrypted.length).toBe(TICKET.length + ENCRYPTION_BYTES)
    expect(encrypted.includes('the 17:15 boat')).toBe(false)
    return link
  })

  await test.step('read by the guest, also without a connection', async () => {
    await guest.goto(address)
    await expect(guest.getByText('Saved on this computer')).toBeVisible()
    await guest.getByRole('button', { name: 'Keep them' }).click()
    await expect(guest.getByText('kept on this computer')).toBeVisible()
    await guest.context().setOffline(true)
    await guest.reload()
    await guest.getByText('No connection.').click()
    await expect(guest.getByText('You are reading the copy saved on this computer')).toBeVisible()
    await guest.getByRole('link', { name: 'Havnehuset' }).first().click()
    await expect(guest.getByText('Breakfast is by the window.')).toBeVisible()
    await guest.goBack()
    await guest.getByRole('link', { name: 'Fast boat' }).first().click()
    await expect(guest.getByRole('heading', { level: 1, name: 'Fast boat' })).toBeVisible()
    const opened = await waitForDocument(guest)
    await guest.getByRole('button', { name: 'Ticket' }).click()
    await opened()
    await guest.goBack()
  })

  await test.step('changed by the owner, and marked for the guest', async () => {
    await page.getByRole('link', { name: 'Fast boat' }).click()
    await page.getByLabel('Leaves').fill('18:30')
    const { version } = await (await fetchPass(address)).json()
    const bar = page.getByRole('region', { name: 'Not on their copy yet' })
    await bar.getByRole('button', { name: 'Update their copy' }).click()
    await expect
      .poll(async () => (await (await fetchPass(address)).json()).version)
      .toBeGreaterThan(version)
    await guest.context().setOffline(false)
    await expect(guest.locator('mark').first()).toHaveText('18:30')
    await expect(guest.locator('s').first()).toHaveText('17:15')
    await guest.getByRole('button', { name: 'Thank you, noted' }).click()
    await expect(guest.locator('mark')).toHaveCount(0)
  })
})
