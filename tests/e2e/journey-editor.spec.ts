import type { Page } from '@playwright/test'
import { addDays } from '#shared/lib/date.ts'
import { expectNoFaults, expectNoFaultsNow, threeWidths } from '#tests/support/browser/axe.ts'
import { waitUntilDeskCached } from '#tests/support/browser/browser-device.ts'
import { expect } from '#tests/support/browser/offline-site.ts'
import {
  signInAsOwner,
  installedTest as test,
  withOwnServer,
} from '#tests/support/browser/owner.ts'
import { getDateInNorway } from '#tests/support/journeys/journey-records.ts'
import {
  buildLofoten,
  type SampleJourney,
  storeJourney,
} from '#tests/support/journeys/sample-journeys.ts'
import { HeadlessDevice } from '#tests/support/sync/headless-device.ts'

test.use(withOwnServer('journey-editor'))

const clients = {
  elisabeth: { name: 'Elisabeth Vance', location: 'New York', email: 'elisabeth@example.com' },
  thomas: { name: 'Thomas Reed', location: 'New York', email: 'thomas@example.com' },
}

/** A journey of its own for each test, whose third day is today. */
function buildSample(number: number): SampleJourney {
  const today = getDateInNorway()
  const id = `J${String(number).padStart(19, '0')}`
  return buildLofoten({ id, start: addDays(today, -2), clients: Object.keys(clients) })
}

const pdf = (name: string, bytes = 2000) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(`%PDF-1.7 ${'x'.repeat(bytes)}`),
})

async function addFiles(page: Page, files: ReturnType<typeof pdf>[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Add a file' }).click()
  await (await chooser).setFiles(files)
}

const listTitles = (page: Page) => page.locator('ol[aria-label$="in order"] li :is(a, h3)')

const THIRD_DAY = [
  'Breakfast at the house',
  'Boat into the Trollfjord',
  'Free until five',
  'Sauna on the pier',
  'Table for two',
  'Havnehuset',
]

test('A journey is planned in airplane mode by keyboard alone, survives a reload, and reaches the server and its guests’ link', async ({
  page,
  context,
  server,
  front,
  errors,
}) => {
  errors.allow(/ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_REFUSED|Failed to load resource/)
  const iphone = await HeadlessDevice.create(server, 'iPhone1')
  await iphone.pull()
  await iphone.edit(clients)
  const sample = buildSample(1)
  await storeJourney(iphone, sample)
  await signInAsOwner(context, front)
  // High enough for a whole form: what the header covers in part would be too small to press.
  await page.setViewportSize({ width: 1440, height: 2000 })
  await page.goto(`/admin/journeys/${sample.id}`)
  await waitUntilDeskCached(page)
  await expect(listTitles(page)).toHaveText(THIRD_DAY)

  await front.close()
  await context.setOffline(true)
  await expect(page.getByText('You are offline. Edits are saved on this device.')).toBeVisible()
  const keys = page.keyboard
  const press = async (role: 'link' | 'button', name: string | RegExp, key = 'Enter') => {
    await page.getByRole(role, { name }).focus()
    await keys.press(key)
  }

  await test.step('adds an item, and writes in it', async () => {
    await press('button', 'Add to this day')
    await press('button', 'Ferry')
    await expect(page.getByLabel('Title')).toBeFocused()
    await keys.type('Night boat')
    await keys.press('Tab')
    await keys.type('2215')
    await keys.press('Tab')
    await expect(page.getByLabel('Leaves')).toHaveValue('22:15')
    await page.getByLabel('From', { exact: true }).focus()
    await keys.type('Svolvær')
    await page.getByLabel('A line for the guests').focus()
    await keys.type('Bring a scarf.')
    await expect(page.locator('[data-saving="saved"]')).toBeVisible()
    await expectNoFaultsNow(page, 'an open item')
    await press('button', 'Close Night boat')
    await expect(page.getByRole('link', { name: 'Night boat' })).toBeFocused()
  })

  await test.step('orders the day', async () => {
    const grip = page.getByRole('button', { name: 'Move Sauna on the pier' })
    const announced = page.locator('[data-announcer]')
    await grip.focus()
    await keys.press('Space')
    await expect(announced).toContainText('Moving Sauna on the pier, 4 of 6.')
    await keys.press('ArrowUp')
    await expect(announced).toHaveText(/^Moved\. After Boat into the Trollfjord\./)
    await expectNoFaultsNow(page, 'a lifted item')
    await keys.press('Escape')
    await expect(announced).toHaveText(/^Put back\. After Free until five\./)
    await expect(listTitles(page).nth(3)).toHaveText('Sauna on the pier')
    await keys.press('Enter')
    await keys.press('ArrowUp')
    await keys.press('Enter')
    await expect(listTitles(page).nth(2)).toHaveText('Sauna on the pier')
    await expect(grip).toBeFocused()
    await keys.press('Alt+ArrowRight')
    await expect(
      page.getByRole('heading', { level: 2 }).filter({ hasText: 'Henningsvær' }),
    ).toBeVisible()
    await expect(grip).toBeFocused()
    await keys.press('Alt+ArrowLeft')
    await expect(grip).toBeFocused()
    await expect(listTitles(page)).toContainText(['Sauna on the pier'])
  })

  await test.step('keeps a document, and makes the link', async () => {
    await press('link', 'Night boat')
    await addFiles(page, [pdf('Ticket.pdf')])
    await expect(page.getByRole('button', { name: /Open Ticket\.pdf.*not sent yet/ })).toBeVisible()
    await press('link', 'Share')
    await press('button', 'Make the link')
    await expect(page.getByText('Their copy waits on this device.').first()).toBeVisible()
  })

  await page.reload()
  await expect(page.getByRole('dialog').getByLabel('Private link')).toHaveValue(
    /\/journey\/L0+1#k+$/,
  )
  await keys.press('Escape')
  await expect(page.getByLabel('A line for the guests')).toHaveValue('Bring a scarf.')
  await expect(page.getByLabel('Leaves')).toHaveValue('22:15')
  await expect(page.getByRole('banner').getByRole('button')).toHaveText(
    /^Offline, \d+ changes waiting/,
  )

  await front.open()
  await context.setOffline(false)
  await expect(page.getByRole('banner').getByRole('button')).toHaveText('Synced just now')
  await expect(page.getByRole('button', { name: /Open Ticket\.pdf/ })).not.toContainText(
    'not sent yet',
  )
  const there = [...(await iphone.pull()).values()]
  const boat = there.find(({ data }) => data.title === 'Night boat')
  expect(boat?.data).toMatchObject({ begins: '22:15', place: 'Svolvær', day: 'd2' })
  const pass = there.find(({ coll }) => coll === 'guest-pass')
  expect(pass?.data).toMatchObject({ closed: false })
  expect(JSON.stringify(pass)).not.toContain('Night boat')
})

test('Two devices edit one item: different fields merge, one field asks, and nothing typed is lost', async ({
  page,
  context,
  server,
  front,
  errors,
}) => {
  errors.allow(/ERR_INTERNET_DISCONNECTED|Failed to load resource/)
  const iphone = await HeadlessDevice.create(server, 'iPhone2')
  await iphone.pull()
  await iphone.edit(clients)
  const sample = buildSample(2)
  await storeJourney(iphone, sample)
  await iphone.pull()
  await signInAsOwner(context, front)
  await page.goto(`/admin/journeys/${sample.id}`)
  await waitUntilDeskCached(page)
  const sauna = `${sample.id}-i2x3`
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Sauna on the pier' }).click()
  await page.getByLabel('Begins').fill('18:00')
  await page.getByLabel('Contact').fill('Marit, at the office')
  await expect(page.locator('[data-saving="saved"]')).toBeVisible()
  await iphone.edit({ [sauna]: { begins: '16:00', phone: '+47 400 00 099' } }, 'journey-item')
  await context.setOffline(false)
  await expect(page.getByText('Sauna on the pier was changed on two devices')).toBeVisible()
  await expect(page.getByLabel('Contact')).toHaveValue('Marit, at the office')
  await expect(page.getByLabel('Phone')).toHaveValue('+47 400 00 099')
  await expect(page.getByLabel('Begins')).toHaveValue('16:00')
  await page.getByRole('button', { name: 'Review', exact: true }).click()
  await expectNoFaults(page, 'a conflict')
  await page.getByRole('radio', { name: /^Begins, on .*: 18:00$/ }).check()
  await page.getByRole('button', { name: 'Save this version' }).click()
  await expect(page.getByRole('dialog', { name: 'What to keep' })).toBeHidden()
  await expect(page.getByText('was changed on two devices')).toBeHidden()
  await expect(page.getByLabel('Begins')).toHaveValue('18:00')
  await expect.poll(async () => (await iphone.find(sauna))?.data.begins).toBe('18:00')
})

test('What guests do not have yet is said, compared and sent; the link is sent, ended and closed', async ({
  page,
  context,
  server,
  front,
}) => {
  const iphone = await HeadlessDevice.create(server, 'iPhone3')
  await iphone.pull()
  await iphone.edit(clients)
  const sample = buildSample(3)
  await storeJourney(iphone, sample)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signInAsOwner(context, front)
  await page.goto(`/admin/journeys/${sample.id}`)
  await expect(page.getByText('Not shared yet.')).toBeVisible()
  await expectNoFaults(page, 'a draft', threeWidths)

  const dialog = page.getByRole('dialog')
  await page.getByRole('link', { name: 'Share' }).click()
  await expectNoFaults(page, 'a link to make')
  await dialog.getByRole('button', { name: 'Make the link' }).click()
  await dialog.getByRole('button', { name: 'Copy link' }).click()
  const address = await dialog.getByLabel('Private link').inputValue()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)
  const mail = await dialog.getByRole('link', { name: 'Send by email' }).getAttribute('href')
  expect(decodeURIComponent(mail ?? '')).toContain(address)
  expect(mail).toMatch(/^mailto:elisabeth@example\.com,thomas@example\.com\?/)
  await expectNoFaults(page, 'a link')
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(page.getByRole('link', { name: 'Share' })).toBeFocused()
  await expect(page.getByText(/^Updated today at/)).toBeVisible()

  await page.getByRole('link', { name: 'Sauna on the pier' }).click()
  await page.getByLabel('Begins').fill('18:00')
  await expect(
    page.getByText('Was 17:00. They will see both times until they have noted it.'),
  ).toBeVisible()
  const bar = page.getByRole('region', { name: 'Not on their copy yet' })
  await expect(bar).toContainText(
    '1 change is not on their copy yet. Sauna on the pier begins at 18:00.',
  )
  // A control half under the bar at the top would count as too small.
  await page.evaluate(() => scrollTo(0, 0))
  await expectNoFaults(page, 'a change', threeWidths)
  await bar.getByRole('button', { name: 'See the changes' }).click()
  await expect(dialog.getByRole('row', { name: /Sauna on the pier.*17:00 18:00/ })).toBeVisible()
  await expectNoFaults(page, 'the changes')
  await dialog.getByRole('button', { name: 'Update their copy' }).click()
  await expect(page.getByText('It has every change')).toBeVisible()

  await page.getByRole('button', { name: 'See as guest' }).click()
  await expect(dialog.getByText('The key is at the harbour office')).toBeVisible()
  await expect(dialog.getByText('Marit locks the office')).toHaveCount(0)
  await expectNoFaults(page, 'the guests’ view')
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: 'Share' }).click()
  await dialog.getByRole('button', { name: 'Close link' }).click()
  await expect(dialog).toContainText('A phone that stays offline keeps its copy until')
  await expectNoFaults(page, 'closing a link')
  await dialog.getByRole('button', { name: 'Close the link' }).click()
  await expect(dialog.getByLabel('Private link')).not.toHaveValue(address)
  const [, oldId] = /journey\/(\w+)#/.exec(address) ?? []
  const getStatus = async () =>
    (await page.request.get(`${server.url}/functions/guest-pass?id=${oldId}`)).status()
  await expect.poll(getStatus).toBe(404)
})

test('Documents are refused in clear words, dropped, kept on this device and fetched for the journey', async ({
  page,
  context,
  server,
  front,
  newVisitor,
}) => {
  const iphone = await HeadlessDevice.create(server, 'iPhone4')
  await iphone.pull()
  await iphone.edit(clients)
  const sample = buildSample(4)
  await storeJourney(iphone, sample)
  await signInAsOwner(context, front)
  await page.goto(`/admin/journeys/${sample.id}`)
  await page.getByRole('link', { name: 'Sauna on the pier' }).click()
  const text = { name: 'notes.pdf', mimeType: 'application/pdf', buffer: Buffer.from('Hello') }
  await addFiles(page, [pdf('House rules.pdf'), text, pdf('Film.pdf', 16 * 1024 * 1024)])
  await expect(page.getByText('“notes.pdf” is not a PDF, JPEG, PNG or WebP file.')).toBeVisible()
  await expect(page.getByText('“Film.pdf” has 16 MB. A document can have 15 MB.')).toBeVisible()
  await page.getByRole('group', { name: /^Documents/ }).evaluate((field) => {
    const data = new DataTransfer()
    data.items.add(new File(['%PDF-1.7 dropped'], 'Dropped.pdf', { type: 'application/pdf' }))
    for (const type of ['dragover', 'drop'])
      field.dispatchEvent(
        new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }),
      )
  })
  await expect(page.getByRole('button', { name: /^Open Dropped\.pdf/ })).toBeVisible()
  await expect(page.getByText('All here')).toBeVisible()
  await expect(page.getByText('not sent yet')).toHaveCount(0)

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Open House rules\.pdf/ }).click()
  expect((await download).suggestedFilename()).toBe('House rules.pdf')
  await page.getByRole('button', { name: 'Remove Dropped.pdf' }).click()
  await expect(page.getByRole('button', { name: /^Open Dropped\.pdf/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('button', { name: /^Open Dropped\.pdf/ })).toBeVisible()
  await expect(page.getByRole('banner').getByRole('button')).toHaveText('Synced just now')

  const other = await newVisitor()
  await signInAsOwner(other.context(), front)
  await other.goto(`/admin/journeys/${sample.id}`)
  await expect(other.getByText('0 of 2 documents here')).toBeVisible()
  await other.getByRole('button', { name: 'Ready for the journey' }).click()
  await expect(other.getByText('All here')).toBeVisible()
})

test('A pointer moves an item within its day and onto another one, and the journey is printed with or without notes', async ({
  page,
  context,
  server,
  front,
}) => {
  const iphone = await HeadlessDevice.create(server, 'iPhone5')
  await iphone.pull()
  await iphone.edit(clients)
  const sample = buildSample(5)
  await storeJourney(iphone, sample)
  await signInAsOwner(context, front)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`/admin/journeys/${sample.id}`)
  const getGrip = (title: string) => page.getByRole('button', { name: `Move ${title}` })
  const dragTo = async (title: string, target: { x: number; y: number }) => {
    await getGrip(title).hover()
    await page.mouse.down()
    await page.mouse.move(target.x, target.y, { steps: 12 })
    await page.mouse.up()
  }
  const centreOf = async (locator: ReturnType<Page['locator']>) => {
    const box = await locator.boundingBox()
    if (!box) throw new Error('It is not on the screen')
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }
  await dragTo('Table for two', await centreOf(getGrip('Breakfast at the house')))
  await expect(listTitles(page).first()).toHaveText('Table for two')
  await expect(
    page.getByText('Begins before “Table for two”, which is above it.').first(),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(listTitles(page)).toHaveText(THIRD_DAY)
  // Its new time moves it up as soon as the field is left: the press must still close it.
  await page.getByRole('link', { name: 'Sauna on the pier' }).click()
  await page.getByLabel('Begins').fill('09:00')
  await page.getByRole('button', { name: 'Close Sauna on the pier' }).click()
  await expect(page.getByLabel('Begins')).toBeHidden()
  await expect(listTitles(page).nth(1)).toHaveText('Sauna on the pier')
  await expect(page.getByRole('link', { name: 'Sauna on the pier' })).toBeFocused()
  const days = page.getByRole('navigation', { name: 'Days' }).getByRole('link')
  await dragTo('Free until five', await centreOf(days.nth(5)))
  await expect(days.nth(5)).toHaveAttribute('aria-current', 'true')
  await expect(listTitles(page)).toHaveText(['Free until five', 'A red cabin'])

  // The browser's print dialog would wait for a person.
  await page.evaluate(() =>
    Reflect.set(window, 'print', () => dispatchEvent(new Event('beforeprint'))),
  )
  for (const hasNotes of [false, true]) {
    await page.getByRole('button', { name: 'Print' }).click()
    const dialog = page.getByRole('dialog', { name: 'Print the journey' })
    if (hasNotes) await dialog.getByRole('switch').check()
    await dialog.getByRole('button', { name: 'Print' }).click()
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('article')).toContainText('Boat into the Trollfjord')
    await expectWholeMap(page)
    await expect(page.getByText('Marit locks the office')).toHaveCount(hasNotes ? 1 : 0)
    await expect(page.getByRole('navigation', { name: 'Days' })).toBeHidden()
    await page.emulateMedia({ media: 'screen' })
    await page.evaluate(() => dispatchEvent(new Event('afterprint')))
    await expect(page.getByRole('article')).toHaveCount(0)
  }
})

/** The printed map has a disc for each of its stops, and none lies outside the paper's frame. */
async function expectWholeMap(page: Page): Promise<void> {
  const map = page.getByRole('article').getByRole('img', { name: 'A map of the route' })
  const stops = ((await map.getAttribute('aria-label')) ?? '').split(',').length
  const isInside = await map.evaluate((plate) => {
    const frame = plate.getBoundingClientRect()
    return [...plate.querySelectorAll('circle')].map((disc) => {
      const { top, right, bottom, left } = disc.getBoundingClientRect()
      return (
        top >= frame.top && right <= frame.right && bottom <= frame.bottom && left >= frame.left
      )
    })
  })
  expect(isInside.length).toBeGreaterThanOrEqual(stops)
  expect(isInside).not.toContain(false)
}
