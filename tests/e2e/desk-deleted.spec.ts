import { addDays } from '#shared/lib/date.ts'
import { expectNoFaults } from '#tests/support/browser/axe.ts'
import { BrowserDevice, claire, waitUntilServerHas } from '#tests/support/browser/browser-device.ts'
import { expect } from '#tests/support/browser/offline-site.ts'
import { installedTest as test, withOwnServer } from '#tests/support/browser/owner.ts'

test.use(withOwnServer('desk-deleted'))

const OFFLINE = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to load resource/

test('A client and a journey that were deleted without a connection are restored on another device; the guest’s page closes and opens again; what is deleted now is gone', async ({
  page,
  newVisitor,
  server,
  front,
  errors,
}) => {
  test.slow()
  errors.allow(OFFLINE)
  const phone = await BrowserDevice.create(page, front)
  const guest = await newVisitor()
  const goTo = (name: string) =>
    page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name }).click()

  const address = await test.step('a client, and a journey that is shared', async () => {
    await phone.add(claire)
    await goTo('Journeys')
    await page.getByRole('button', { name: 'New journey' }).click()
    await page.getByLabel('Title').fill('Lofoten, by sea')
    await page.getByLabel('First day').fill(addDays(new Date().toISOString().slice(0, 10), 20))
    await page.getByLabel('Days', { exact: true }).fill('2')
    await page.getByRole('button', { name: 'Plan this journey' }).click()
    await page.getByRole('link', { name: 'Share' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Make the link' }).click()
    const link = await dialog.getByLabel('Private link').inputValue()
    await page.keyboard.press('Escape')
    await phone.expectSyncStatus(/Synced/)
    await guest.goto(link)
    await expect(guest.getByRole('heading', { level: 1, name: 'Lofoten, by sea' })).toBeVisible()
    await expect(guest.getByText('Saved on this computer')).toBeVisible()
    return link
  })

  await test.step('both deleted on a train', async () => {
    await phone.goOffline()
    await goTo('Journeys')
    await page.getByRole('button', { name: 'Duplicate or delete Lofoten, by sea' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete journey' }).click()
    await phone.remove(claire.Name)
    await page
      .getByRole('region', { name: 'Undo' })
      .getByRole('link', { name: 'Recently deleted' })
      .click()
    await expect(page.getByRole('heading', { level: 1, name: 'Recently deleted' })).toBeVisible()
    for (const list of ['Clients', 'Journeys'])
      await expect(
        page.getByRole('region', { name: list }).getByText('On this device, just now'),
      ).toBeVisible()
    await expectNoFaults(page, 'Recently deleted')
    await phone.goOnline()
    await phone.expectSyncStatus(/Synced/)
    await waitUntilServerHas(server, claire.Name, { deleted: true })
  })

  await test.step('the guest’s page is closed, also without a connection', async () => {
    const isClosed = guest.getByRole('heading', { name: 'This link is closed for now' })
    await guest.reload()
    await expect(isClosed).toBeVisible()
    await guest.context().setOffline(true)
    await guest.reload()
    await expect(isClosed).toBeVisible()
    await guest.context().setOffline(false)
  })

  const laptop = await BrowserDevice.create(await newVisitor(), front)
  const at = laptop.page
  await test.step('both restored on another device', async () => {
    await at
      .getByRole('navigation', { name: 'CRM' })
      .getByRole('link', { name: /Recently deleted/ })
      .click()
    await expect(at.getByText(/^On .+, (just now|today at)/).first()).toBeVisible()
    for (const name of ['Lofoten, by sea', claire.Name]) {
      await at.getByRole('button', { name: `Restore ${name}` }).click()
      await expect(at.getByRole('main').getByText(`${name} is back.`)).toBeVisible()
    }
    await expect(at.getByText('Nothing was deleted in the last 30 days')).toBeVisible()
    await waitUntilServerHas(server, claire.Name, {
      deleted: false,
      client: { phone: claire.Phone },
    })
    await laptop.expectSyncStatus(/Synced/)
  })

  await test.step('the guest has the journey again, at the same address', async () => {
    await guest.goto(address)
    await guest.reload()
    await expect(guest.getByRole('heading', { level: 1, name: 'Lofoten, by sea' })).toBeVisible()
  })

  await test.step('deleted now, after one question, it is gone here and on the other device', async () => {
    await laptop.remove(claire.Name)
    await laptop.expectSyncStatus(/Synced/)
    await phone.sync()
    await expect(page.getByRole('button', { name: `Restore ${claire.Name}` })).toBeVisible()
    await at.getByRole('region', { name: 'Undo' }).getByRole('link').click()
    await at.getByRole('button', { name: `Delete now ${claire.Name}` }).click()
    await at.getByRole('dialog').getByRole('button', { name: 'Delete now' }).click()
    await expect(
      at.getByRole('main').getByText(`${claire.Name} is deleted for good.`),
    ).toBeVisible()
    await laptop.expectSyncStatus(/Synced/)
    await phone.sync()
    await expect(page.getByText('Nothing was deleted in the last 30 days')).toBeVisible()
  })
})
