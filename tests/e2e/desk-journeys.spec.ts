import path from 'node:path'
import type { Page } from '@playwright/test'
import Sqlite from 'better-sqlite3'
import { expectNoFaults, expectNoFaultsNow } from '#tests/support/axe.ts'
import { BrowserDevice } from '#tests/support/browser-device.ts'
import { expect } from '#tests/support/offline-site.ts'
import { installedTest as test, withOwnServer } from '#tests/support/owner.ts'
import type { ServerProcess } from '#tests/support/server.ts'

test.use(withOwnServer('desk-journeys'))

const TICKETS = Buffer.from('%PDF-1.7\nFerry tickets for two\n%%EOF\n')

/** Rows of a table on the server. */
function readRows({ dataDir }: ServerProcess, table: string): Record<string, unknown>[] {
  const sqlite = new Sqlite(path.join(dataDir, 'lysning.sqlite'), { readonly: true })
  const rows = sqlite.prepare(`SELECT * FROM ${table}`).all() as Record<string, unknown>[]
  sqlite.close()
  return rows
}

/** The data of the server's records of a collection. */
function readRecords(server: ServerProcess, coll: string): Record<string, unknown>[] {
  return readRows(server, 'record')
    .filter((row) => row.coll === coll && row.deleted === 0)
    .map(({ data }) => JSON.parse(String(data)))
}

async function addItem(page: Page, kind: string, fields: Record<string, string>): Promise<void> {
  const add = page.getByRole('button', { name: 'Add to this day' })
  if ((await add.getAttribute('aria-expanded')) === 'false') await add.click()
  await page.getByRole('main').getByRole('button', { name: kind, exact: true }).click()
  for (const [label, text] of Object.entries(fields))
    await page.getByRole('textbox', { name: new RegExp(`^${label}\\b`) }).fill(text)
  await page.getByRole('button', { name: `Close ${fields.Title}` }).click()
}

const listTitles = (page: Page) =>
  page
    .getByRole('list', { name: /in order$/ })
    .getByRole('link')
    .allTextContents()

test('A journey planned in airplane mode survives a reload, is ordered by keyboard, and reaches the server and its guests once online, with its document', async ({
  page,
  front,
  server,
  errors,
}) => {
  errors.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to load resource/)
  const device = await BrowserDevice.create(page, front)
  await device.goOffline()
  await page
    .getByRole('navigation', { name: 'Admin' })
    .getByRole('link', { name: 'Journeys' })
    .click()
  await expect(page.getByText('No journeys yet.')).toBeVisible()

  await page.getByRole('button', { name: 'New journey' }).click()
  await page.getByLabel('Title').fill('Lofoten, by sea')
  await page.getByLabel('First day').fill('2027-06-09')
  await page.getByLabel('Days', { exact: true }).fill('3')
  await page.getByRole('button', { name: 'Plan this journey' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Lofoten, by sea' })).toBeVisible()

  await addItem(page, 'Ferry', { Title: 'Fast boat', From: 'Bodø', To: 'Svolvær' })
  await addItem(page, 'Table', {
    Title: 'Supper',
    Place: 'Svolvær',
    'For you only': 'No shellfish',
  })
  await addItem(page, 'Stay', { Title: 'Havnehuset', Place: 'Svolvær' })
  await page.reload()
  await expect(page.getByRole('list', { name: 'Stops' }).getByRole('listitem')).toHaveText([
    /Bodø/,
    /Svolvær.*1 night/,
  ])
  expect(await listTitles(page)).toEqual(['Fast boat', 'Supper', 'Havnehuset'])

  const grip = page.getByRole('button', { name: 'Move Havnehuset' })
  await grip.press('Enter')
  await grip.press('ArrowUp')
  await grip.press('Enter')
  await expect.poll(() => listTitles(page)).toEqual(['Fast boat', 'Havnehuset', 'Supper'])
  await expect(grip).toBeFocused()

  await page.getByRole('link', { name: 'Fast boat' }).click()
  await page.getByLabel('Leaves').fill('17:15')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'Tickets.pdf', mimeType: 'application/pdf', buffer: TICKETS })
  await expect(page.getByText(/not sent yet/).first()).toBeVisible()
  await expectNoFaults(page, 'the editor')

  await page.getByRole('link', { name: 'Share' }).click()
  await page.getByRole('button', { name: 'Make the link' }).click()
  await expect(page.getByLabel('Private link')).toHaveValue(/\/journey\/[A-Za-z0-9]{20}#.{43}$/)
  await expectNoFaultsNow(page, 'the share sheet')
  await page.keyboard.press('Escape')
  await page.getByRole('main').getByRole('link', { name: 'Journeys' }).click()
  await expect(page.getByRole('link', { name: /Lofoten, by sea/ })).toContainText('Waiting')
  await expectNoFaults(page, 'the list')

  expect(readRecords(server, 'journey')).toEqual([])
  await device.goOnline()
  await device.expectSyncStatus(/Synced/)
  expect(readRecords(server, 'journey')).toMatchObject([{ title: 'Lofoten, by sea' }])
  expect(
    readRecords(server, 'journey-item')
      .map(({ title }) => title)
      .sort(),
  ).toEqual(['Fast boat', 'Havnehuset', 'Supper'])
  const [pass] = readRecords(server, 'guest-pass')
  expect(pass).toMatchObject({ closed: false })
  expect(String(pass?.ciphertext).length).toBeGreaterThan(100)
  await expect.poll(() => readRows(server, 'journey_document').length).toBe(1)
  await expect(page.getByRole('link', { name: /Lofoten, by sea/ })).toContainText('Not opened yet')
})
