import { addDays } from '#shared/lib/date.ts'
import { expectNoFaults, threeWidths } from '#tests/support/browser/axe.ts'
import { waitUntilDeskCached } from '#tests/support/browser/browser-device.ts'
import { expect } from '#tests/support/browser/offline-site.ts'
import {
  signInAsOwner,
  installedTest as test,
  withOwnServer,
} from '#tests/support/browser/owner.ts'
import { buildJourneyRecords, getDateInNorway } from '#tests/support/journeys/journey-records.ts'
import { HeadlessDevice } from '#tests/support/sync/headless-device.ts'

test.use(withOwnServer('journeys'))

const today = getDateInNorway()

/** Three days around today, wherever the test runs. */
const lofoten = buildJourneyRecords(1, {
  ...{ title: 'Lofoten, by sea', clients: ['claire'], start: addDays(today, -1) },
  items: [
    { day: 'day2', kind: 'stay', title: 'Rorbu', place: 'Svolvær', begins: '15:00' },
    {
      day: 'day2',
      kind: 'activity',
      title: 'Sauna on the pier',
      place: 'Svolvær',
      begins: '23:59',
    },
  ],
  pass: { endsAt: Date.parse(addDays(today, 14)) },
})

test('Journeys are listed, planned, duplicated and deleted offline, and reach the owner’s other devices', async ({
  page,
  context,
  server,
  front,
  errors,
}) => {
  errors.allow(/ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_REFUSED|Failed to load resource/)
  const iphone = await HeadlessDevice.create(server, 'iPhone')
  await iphone.pull()
  await signInAsOwner(context, front)
  await page.goto('/admin/journeys')
  await expect(page.getByText('No journeys yet.')).toBeVisible()
  await expectNoFaults(page, 'no journeys', threeWidths)
  await waitUntilDeskCached(page)
  await iphone.edit({ claire: { name: 'Claire Marchetti', location: 'Lyon' } })
  for (const { coll, id, data } of lofoten) await iphone.edit({ [id]: data }, coll)
  const card = page.getByRole('region', { name: 'Lofoten, by sea' })
  await expect(card.getByText('Sauna on the pier')).toBeVisible()
  await expect(card.getByRole('img', { name: /1 Svolvær/ })).toBeVisible()

  await front.close()
  await context.setOffline(true)
  await expect(page.getByText('You are offline. Edits are saved on this device.')).toBeVisible()
  await page.reload()
  await expect(card.getByText('Claire Marchetti', { exact: false })).toBeVisible()
  await expectNoFaults(page, 'a journey under way', threeWidths)

  await page.getByRole('button', { name: 'New journey' }).press('Enter')
  await page.getByRole('textbox', { name: 'Title' }).fill('Svalbard, in April')
  await page.reload()
  await page.getByRole('button', { name: 'New journey' }).press('Enter')
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Svalbard, in April')
  const picker = page.getByRole('combobox', { name: /Clients/ })
  await picker.fill('march')
  await expect(page.getByRole('option', { name: /Claire Marchetti/ })).toBeInViewport()
  await expectNoFaults(page, 'a new journey', threeWidths)
  await picker.press('Enter')
  await expect(page.getByRole('button', { name: 'Remove Claire Marchetti' })).toBeVisible()
  await page.getByRole('button', { name: 'Plan this journey' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Svalbard, in April' })).toBeVisible()
  await page.goBack()
  const drafts = page.getByRole('region', { name: 'Drafts' })
  await expect(drafts.getByRole('link', { name: /Svalbard.*Claire.*Waiting/ })).toBeVisible()

  await page.getByRole('button', { name: 'Duplicate or delete Svalbard, in April' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Duplicate' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: /, copy$/ })).toBeVisible()
  await page.goBack()
  await expect(drafts.getByRole('link')).toHaveCount(2)
  await page.getByRole('searchbox').fill('svolvær')
  await expect(drafts).toHaveCount(0)
  await expect(card).toBeVisible()
  await page.getByRole('searchbox').fill('')
  await page
    .getByRole('button', { name: 'Duplicate or delete Svalbard, in April, copy' })
    .press('Enter')
  await page.getByRole('menuitem', { name: 'Delete' }).press('Enter')
  await expect(drafts.getByRole('link')).toHaveCount(1)
  await expect(page.locator('#main')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused()

  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Offline/ })
    .press('Enter')
  const panel = page.getByRole('region', { name: /changes? waiting/ })
  await expect(panel.getByRole('link', { name: 'Svalbard, in April', exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.goto('/admin/crm/claire/trips')
  await expect(page.getByRole('link', { name: 'Lofoten, by sea' })).toBeVisible()
  await page.goto('/admin/crm/calendar')
  await expect(page.getByRole('link', { name: /^Journey.*Lofoten, by sea/ }).first()).toBeAttached()

  await front.open()
  await context.setOffline(false)
  await expect(page.getByRole('button', { name: 'Synced just now' })).toBeVisible()
  const there = [...(await iphone.pull()).values()]
  const find = (title: string) => there.find(({ data }) => data.title === title)
  expect(find('Svalbard, in April')?.data).toMatchObject({ clients: ['claire'] })
  expect(find('Svalbard, in April, copy')?.deleted ?? true).toBe(true)
})
