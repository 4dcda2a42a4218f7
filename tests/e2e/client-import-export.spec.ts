import type { Page } from '@playwright/test'
import { expectNoFaults } from '#tests/support/browser/axe.ts'
import { Keyboard } from '#tests/support/browser/keyboard.ts'
import { expect, signInAsOwner, test, withOwnServer } from '#tests/support/browser/owner.ts'
import { saveDownload } from '#tests/support/desk/owner-requests.ts'
import { parseCsvRows } from '#tests/support/lib/csv-parser.ts'

test.use(withOwnServer('crm-settings'))

/** The `localStorage` key of `shared/clients/old-clients.ts`. */
const LEGACY_KEY = 'nordic-crm-clients'

const createCsvFile = (name: string, text: string) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
})

const countDatabases = (page: Page) =>
  page.evaluate(async () => {
    const all = await indexedDB.databases()
    return all.filter(({ name }) => name?.startsWith('crm-')).length
  })

test('Clients are imported from a file and the old site, exported as a file, and signing out loses no pending change', async ({
  page,
  context,
  server,
  newVisitor,
  errors,
}) => {
  await signInAsOwner(context, server)
  await page.goto('/terms')
  const old = [{ id: 1, name: 'Old Friend', preferences: {}, upcomingTrip: 'in spring' }]
  await page.evaluate(
    ([key = '', list = '']) => localStorage.setItem(key, list),
    [LEGACY_KEY, JSON.stringify(old)],
  )
  await page.goto('/admin/crm/settings')
  await expect(page.getByText('1 client on this device')).toBeVisible()
  expect(await page.evaluate((key) => localStorage.getItem(key), LEGACY_KEY)).toBe(null)

  const file = createCsvFile(
    'kunder.csv',
    'Navn;E-post;Mobil;Skostørrelse;Sist kontakt\nÅse Bjørnø;ase@example.com;+47 41209877;38;11/03/2025\nA. Bjørnø;not an email;41 20 98 77;;\n;nobody@example.com;;;\n;;;;\n',
  )
  const chooser = page.getByLabel('Choose a file of clients')
  await chooser.setInputFiles(file)
  const sheet = page.getByRole('region', { name: 'Import kunder.csv' })
  await expect(sheet).toContainText('4 rows: 2 new clients, 1 possible duplicate, 1 empty row')
  await expect(sheet).toContainText('Same telephone number as Åse Bjørnø (row 2)')
  await expect(sheet).toContainText('Row 3, E-post')
  await expectNoFaults(page, 'an import')
  await sheet.getByLabel('Skostørrelse becomes').selectOption('Ignore')
  const importAll = sheet.getByRole('button', { name: 'Import 3 rows' })
  await expect(importAll).toHaveAttribute('aria-disabled', 'true')
  await sheet.getByLabel('Dates in Sist kontakt').selectOption('Month first: 11/03 is 3 November')
  await importAll.click()
  await expect(page.getByText(/: 3 clients added$/)).toBeVisible()
  await expect(page.getByText('4 clients on this device')).toBeVisible()
  await expect(
    page.getByText(
      '4 rows: 1 possible duplicate kept as new, 1 empty row ignored, 1 row with something not understood, kept in the notes.',
    ),
  ).toBeVisible()

  const exported = await saveDownload(page, () =>
    page.getByRole('button', { name: 'Export as CSV' }).click(),
  )
  const rows = parseCsvRows(exported.text)
  expect(rows.map((row) => [row.Name, row.Phone, row['Last contact'], row.Notes])).toEqual([
    ['A. Bjørnø', '41 20 98 77', '', 'E-post: not an email'],
    ['Åse Bjørnø', '+47 41209877', '2025-11-03', ''],
    ['nobody@example.com', '', '', ''],
    ['Old Friend', '', '', 'Upcoming trip: in spring'],
  ])
  await page.getByRole('link', { name: 'Clients', exact: true }).click()
  await expect(page.getByRole('link', { name: /^Åse Bjørnø/ })).toBeVisible()
  await page.goto('/admin/crm/settings')
  await expect(page.getByText('All changes synced')).toBeVisible()

  const other = await newVisitor()
  errors.allow(/status of 40[13]/)
  await signInAsOwner(other.context(), server)
  await other.goto('/admin/crm/settings')
  await expect(other.getByText('4 clients on this device')).toBeVisible()
  await page.goto('/admin/crm/settings')
  await page.getByRole('button', { name: /^Remove (?!all)/ }).click()
  await page.getByRole('button', { name: 'Remove device' }).click()
  await expect(page.getByText('No other devices.')).toBeVisible()
  await other.reload()
  await expect.poll(() => countDatabases(other)).toBe(0)

  await context.setOffline(true)
  errors.allow(/ERR_INTERNET_DISCONNECTED/)
  await chooser.setInputFiles(createCsvFile('one.csv', 'Name\nKari Nordmann\n'))
  await page.getByRole('button', { name: 'Import 1 row' }).click()
  await expect(page.getByText('5 clients on this device')).toBeVisible()
  await page
    .getByRole('button', { name: /^Undo import of / })
    .last()
    .click()
  const sure = page.getByRole('dialog', { name: 'Undo this import?' })
  await expectNoFaults(page, 'undoing an import')
  await sure.getByRole('button', { name: 'Undo import' }).click()
  await expect(page.getByText('Undone: 3 clients deleted.', { exact: true })).toBeVisible()
  await expect(page.getByText('2 clients on this device')).toBeVisible()
  await page.locator('button[popovertarget="sync-panel"]').click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  const question = page.getByRole('dialog', { name: '6 changes are only on this device' })
  const later = question.getByRole('button', { name: 'Sync when online' })
  await expect(later).toHaveAttribute('aria-disabled', 'true')
  await expectNoFaults(page, 'signing out with a change that waits')
  const copy = await saveDownload(page, () =>
    question.getByRole('button', { name: 'Download a copy' }).click(),
  )
  expect(JSON.parse(copy.text).clients).toMatchObject([{ name: 'Kari Nordmann' }])
  // Online again, the desk syncs by itself: held, so that the button is still there to be pressed.
  let release = () => {}
  const pressed = new Promise<void>((resolve) => {
    release = resolve
  })
  await context.route('**/functions/sync-push', async (route) => {
    await pressed
    await route.continue()
  })
  await context.setOffline(false)
  await question.getByRole('button', { name: 'Sync now' }).click()
  release()
  await page.getByRole('button', { name: 'Sign out and remove' }).click()
  await expect(page).toHaveURL(/\/$/)
  await expect.poll(() => countDatabases(page)).toBe(0)
})

test('A list without column names shows what was recognised and what is left out, and a letter is refused', async ({
  page,
  context,
  server,
}) => {
  await signInAsOwner(context, server)
  await page.goto('/admin/crm/settings')
  const chooser = page.getByLabel('Choose a file of clients')
  await chooser.setInputFiles(
    createCsvFile('letter.txt', 'Dear Anna,\n\nthank you, and see you soon.\n\nKari\n'),
  )
  await expect(page.getByRole('alert')).toContainText('This is no list of people')

  await chooser.setInputFiles(
    createCsvFile(
      'list.csv',
      'Winter\nKari;Vik;kari.vik@example.com;900 00 001\nOla;Moe;ola@example.com;900 00 002\n;;;;call back\n',
    ),
  )
  const sheet = page.getByRole('region', { name: 'Import list.csv' })
  await expect(sheet).toContainText('3 rows: 2 new clients, 1 row that cannot be imported')
  await expect(sheet).toContainText(
    'Column 1 is First name, Column 2 is Last name, Column 3 is Email, Column 4 is Phone',
  )
  await expect(sheet).toContainText('Row 4: call back')
  await expect(sheet).toContainText('Row 1: Winter')
  await expectNoFaults(page, 'an import without column names')
  await sheet.getByRole('button', { name: 'Import 2 rows' }).click()
  await expect(page.getByText(/: 2 clients added$/)).toBeVisible()

  const exported = await saveDownload(page, () =>
    page.getByRole('button', { name: 'Export as CSV' }).click(),
  )
  await chooser.setInputFiles(createCsvFile('clients.csv', exported.text))
  const again = page.getByRole('region', { name: 'Import clients.csv' })
  await expect(again).toContainText('already in your clients')
  await expect(again).toContainText('This list was exported here.')
})

test('On a phone, the bar at the foot of the client book never covers the control that has the focus', async ({
  page,
  context,
  server,
}) => {
  await signInAsOwner(context, server)
  await page.setViewportSize({ width: 390, height: 844 })
  const keys = new Keyboard(page)
  await page.goto('/admin/crm/new')
  const name = page.getByLabel('Name', { exact: true })
  await name.focus()
  await keys.reach(page.getByRole('button', { name: 'Save client' }))

  await page.goto('/admin/crm/settings')
  const buffer = Buffer.from(
    'Name,City,Email,Phone,Notes\nKari Vik,Bodø,kari@example.no,90000001,Boats',
  )
  await page
    .getByLabel('Choose a file of clients')
    .setInputFiles({ name: 'clients.csv', mimeType: 'text/csv', buffer })
  await page.getByRole('combobox', { name: 'Name becomes' }).focus()
  await keys.reach(page.getByRole('button', { name: 'Import 1 row' }))
})
