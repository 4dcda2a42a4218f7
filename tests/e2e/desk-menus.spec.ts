import { addDays } from '#shared/lib/date.ts'
import { expectNoFaults, expectNoFaultsNow } from '#tests/support/browser/axe.ts'
import { expect, signInAsOwner, test, withOwnServer } from '#tests/support/browser/owner.ts'
import { buildJourneyRecords, getDateInNorway } from '#tests/support/journeys/journey-records.ts'
import { HeadlessDevice } from '#tests/support/sync/headless-device.ts'

test.use(withOwnServer('desk-menus'))

const phone = { width: 390, height: 844 }

test('A journey’s menu opens with its first action, is moved through by keys, and its question gives the focus back', async ({
  page,
  context,
  server,
}) => {
  const iphone = await HeadlessDevice.create(server, 'iPhone')
  await iphone.pull()
  const shared = buildJourneyRecords(1, {
    ...{ title: 'Lofoten, by sea', start: addDays(getDateInNorway(), -1) },
    pass: { endsAt: Date.parse(addDays(getDateInNorway(), 14)) },
  })
  for (const { coll, id, data } of shared) await iphone.edit({ [id]: data }, coll)
  await signInAsOwner(context, server)
  await page.goto('/admin/journeys')
  const button = page.getByRole('button', { name: 'Duplicate or delete Lofoten, by sea' })
  const action = (name: string) => page.getByRole('menuitem', { name })
  await button.press('Enter')
  await expect(action('Duplicate')).toBeFocused()
  await expectNoFaults(page, 'an open menu')
  await page.keyboard.press('ArrowDown')
  await expect(action('Delete')).toBeFocused()
  await page.keyboard.press('Home')
  await expect(action('Duplicate')).toBeFocused()
  await page.keyboard.type('de')
  await expect(action('Delete')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toBeHidden()
  await expect(button).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(action('Duplicate')).toBeFocused()
  await page.keyboard.press('End')
  await expect(action('Delete')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Delete Lofoten, by sea?' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(action('Duplicate')).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(page.getByRole('link', { name: 'Open journey' })).toBeFocused()
  await expect(page.getByRole('menu')).toBeHidden()
})

test('On a phone, a client’s actions are a sheet at the lower edge; a tap beside it closes it', async ({
  page,
  context,
  server,
}) => {
  const tablet = await HeadlessDevice.create(server, 'Tablet')
  await tablet.pull()
  await tablet.edit({ claire: { name: 'Claire Marchetti', location: 'Lyon' } })
  await signInAsOwner(context, server)
  await page.setViewportSize(phone)
  await page.goto('/admin/crm/claire')
  await page.getByRole('button', { name: 'Edit or delete' }).click()
  const menu = page.getByRole('menu', { name: 'Edit or delete' })
  await expect(menu).toBeVisible()
  const box = await menu.boundingBox()
  expect(box).toMatchObject({ x: 0, width: phone.width })
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(phone.height)
  await expectNoFaultsNow(page, 'the sheet')
  await page.mouse.click(20, 700)
  await expect(menu).toBeHidden()
  await page.getByRole('button', { name: 'Edit or delete' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await expect(page.getByLabel('Name')).toHaveValue('Claire Marchetti')
})

test('The time zone of the hours is found by a city’s former name, by keyboard alone', async ({
  page,
  context,
  server,
}) => {
  await signInAsOwner(context, server)
  await page.goto('/admin/settings')
  await expect(page.getByRole('button', { name: 'Synced just now' })).toBeVisible()
  const zone = page.getByRole('combobox', { name: 'Time zone', exact: true })
  await expect(zone).toHaveText('Europe/Oslo')
  // A key on a control that waits for the stored drafts would be lost.
  await expect(zone).toBeEnabled()
  await zone.press('Enter')
  const search = page.getByRole('combobox', { name: 'Search time zones' })
  const found = page.getByRole('listbox', { name: 'Time zones' }).getByRole('option')
  await expect(search).toBeFocused()
  await expect(page.getByRole('option', { name: 'Europe/Oslo' })).toBeInViewport()
  await page.keyboard.type('calcutta')
  await expect(found).toHaveText(['Asia/Kolkata'])
  for (const size of [phone, { width: 1440, height: 900 }]) {
    await page.setViewportSize(size)
    // axe finds a control too small that a bar at the window’s edge covers in part.
    await zone.evaluate((node) => scrollTo(0, node.getBoundingClientRect().top + scrollY - 200))
    await expectNoFaultsNow(page, `a search for a time zone at ${size.width} px`)
  }
  await page.keyboard.press('Enter')
  await expect(zone).toHaveText('Asia/Kolkata')
  await expect(zone).toBeFocused()
  await expect(page.getByText(/there, GMT\+5:30/)).toBeVisible()
  await page.keyboard.type('oslo')
  await expect(found).toHaveText(['Europe/Oslo'])
  await page.keyboard.press('Enter')
  await expect(zone).toHaveText('Europe/Oslo')
  await zone.press('ArrowDown')
  await expect(search).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(search).toBeHidden()
  await expect(zone).toBeFocused()
})

test('Escape closes the list of clients first, and then the dialog around it', async ({
  page,
  context,
  server,
}) => {
  const laptop = await HeadlessDevice.create(server, 'Laptop')
  await laptop.pull()
  await laptop.edit({ kenji: { name: 'Kenji Arai', location: 'Kyoto' } })
  await signInAsOwner(context, server)
  await page.setViewportSize(phone)
  await page.goto('/admin/journeys')
  await page.getByRole('button', { name: 'New journey' }).click()
  const dialog = page.getByRole('dialog', { name: 'New journey' })
  const picker = dialog.getByRole('combobox', { name: /Clients/ })
  await picker.click()
  await expect(page.getByRole('option', { name: /Kenji Arai/ })).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Escape')
  await expect(page.getByRole('option')).toHaveCount(0)
  await expect(dialog).toBeVisible()
  await expect(picker).toBeFocused()
  await picker.click()
  await page.getByRole('option', { name: /Kenji Arai/ }).click()
  await expect(dialog.getByRole('button', { name: 'Remove Kenji Arai' })).toBeVisible()
  await expect(picker).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})
