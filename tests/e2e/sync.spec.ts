import type { Page } from '@playwright/test'
import {
  BrowserDevice,
  claire,
  listOwnerDatabases,
  readServerClients,
  readStore,
  waitUntilServerHas,
} from '#tests/support/browser/browser-device.ts'
import { expect } from '#tests/support/browser/offline-site.ts'
import { installedTest as test, withOwnServer } from '#tests/support/browser/owner.ts'
import { WorkerControl } from '#tests/support/browser/worker-control.ts'

test.use(withOwnServer('sync'))
// These tests are long and run last, so they run in parallel on workers that have nothing else.
test.describe.configure({ mode: 'parallel' })

const OFFLINE =
  /ERR_INTERNET_DISCONNECTED|ERR_EMPTY_RESPONSE|ERR_CONNECTION|Failed to load resource/

const isPush = (path: string) => path.startsWith('/functions/sync-push')

test('Offline edits of two devices merge in either order; a conflict shows on both and is resolved on one; edit versus delete asks', async ({
  page,
  newVisitor,
  server,
  front,
  errors,
}) => {
  test.slow()
  errors.allow(OFFLINE)
  const laptop = await BrowserDevice.create(page, front)
  await laptop.add(claire)
  await waitUntilServerHas(server, claire.Name, { client: { location: 'Paris' } })
  const phone = await BrowserDevice.create(await newVisitor(), front)

  const orders = [
    { name: 'the phone', first: phone, last: laptop, from: 'Lyon' },
    { name: 'the laptop', first: laptop, last: phone, from: 'Nice' },
  ]
  for (const [round, { name, first, last, from }] of orders.entries())
    await test.step(`different fields and the same one, ${name} first`, async () => {
      const [early, late] = [`early-${round}@example.com`, `late-${round}@example.com`]
      const number = `+33 6 11 11 11 1${round}`
      for (const device of [first, last]) {
        await device.open(claire.Name)
        await device.goOffline()
      }
      await last.edit(claire.Name, { Phone: number, Email: late })
      await first.edit(claire.Name, { Location: from, Email: early })
      await last.expectSyncStatus(/Offline, 1 change waiting/)
      await first.goOnline()
      await waitUntilServerHas(server, claire.Name, { client: { location: from }, conflicts: 0 })
      await last.goOnline()
      await waitUntilServerHas(server, claire.Name, {
        client: { phone: number, location: from, email: early },
        conflicts: 1,
      })
      await first.sync()
      for (const device of [first, last]) {
        await device.expectSyncStatus(/1 conflict to review/)
        await device.expectText('This client was changed in two places')
        await device.expectText(early)
        await device.expectText(late)
      }
      await first.page.getByRole('radio', { name: new RegExp(`${late}$`) }).check()
      await first.page.getByRole('button', { name: 'Save this version' }).click()
      await waitUntilServerHas(server, claire.Name, { client: { email: late }, conflicts: 0 })
      await last.sync()
      for (const device of [first, last]) {
        await device.expectSyncStatus(/Synced/)
        await device.expectText(late)
        await device.expectText(number)
        await device.expectNoText('This client was changed in two places')
        await device.expectNoText(early)
      }
    })

  await test.step('deleted here, edited there: the client stays until somebody decides', async () => {
    await laptop.goOffline()
    await phone.goOffline()
    await phone.edit(claire.Name, { Phone: '+33 6 22 22 22 22' })
    await laptop.remove(claire.Name)
    await phone.goOnline()
    await waitUntilServerHas(server, claire.Name, { client: { phone: '+33 6 22 22 22 22' } })
    await laptop.goOnline()
    await waitUntilServerHas(server, claire.Name, { deleted: false, conflicts: 1 })
    await laptop.open(claire.Name)
    await laptop.expectText('Removed on one device, edited on another')
    await laptop.page.getByRole('button', { name: 'Keep this client' }).click()
    await waitUntilServerHas(server, claire.Name, { deleted: false, conflicts: 0 })
    await phone.sync()
    await phone.expectText('+33 6 22 22 22 22')
    await phone.expectSyncStatus(/Synced/)
  })
})

test('A push cut off by a closed tab or stopped worker loses and duplicates nothing; signing out meanwhile wipes all data', async ({
  page,
  context,
  server,
  front,
  errors,
}) => {
  test.slow()
  errors.allow(OFFLINE)
  errors.allow(/status of 401/)
  // Without `SyncManager`: the test fires the browser's sync event itself.
  await context.addInitScript(() => Reflect.deleteProperty(globalThis, 'SyncManager'))
  const laptop = await BrowserDevice.create(page, front)
  const bo = { ...claire, Name: 'Bo Lind', Email: 'bo@example.com' }
  await laptop.add(bo)
  await laptop.expectSyncStatus(/Synced/)
  const { rev } = await waitUntilServerHas(server, bo.Name, { conflicts: 0 })
  const site = await context.newPage()
  await site.goto('/terms')
  const countQueued = async () => (await readStore(site, 'queue')).length
  const pushes = () => front.requests.filter(isPush).length
  const never = new Promise<void>(() => {})

  await test.step('the tab is closed between its edit’s arrival and the answer', async () => {
    front.delayAnswer = (path) => (isPush(path) ? never : undefined)
    await laptop.edit(bo.Name, { Location: 'Bergen' })
    await waitUntilServerHas(server, bo.Name, { client: { location: 'Bergen' }, rev: rev + 1 })
    await laptop.closePage()
    expect(await countQueued()).toBe(1)
    front.delayAnswer = () => undefined
    const before = pushes()
    await laptop.reopen()
    await laptop.open(bo.Name)
    await laptop.expectText('Bergen')
    await expect.poll(countQueued).toBe(0)
    expect(pushes()).toBe(before + 1)
    await waitUntilServerHas(server, bo.Name, { rev: rev + 1, conflicts: 0 })
  })

  const worker = await WorkerControl.attach(site, 'crm')
  await test.step('the service worker is stopped there, with every tab of the desk closed', async () => {
    await context.setOffline(true)
    await laptop.edit(bo.Name, { Location: 'Tromsø' })
    await laptop.closePage()
    front.delayAnswer = (path) => (isPush(path) ? never : undefined)
    await context.setOffline(false)
    const before = pushes()
    await worker.sync()
    await waitUntilServerHas(server, bo.Name, { client: { location: 'Tromsø' }, rev: rev + 2 })
    await worker.stop()
    expect(await countQueued()).toBe(1)
    front.delayAnswer = () => undefined
    await worker.sync()
    await expect.poll(countQueued).toBe(0)
    expect(pushes()).toBe(before + 2)
    await waitUntilServerHas(server, bo.Name, { rev: rev + 2, conflicts: 0 })
  })

  await test.step('the owner signs out while the service worker sends: every tab empties, and stays so', async () => {
    await laptop.reopen()
    await context.setOffline(true)
    await laptop.edit(bo.Name, { Location: 'Narvik' })
    await laptop.closePage()
    let arrive = () => {}
    const arriving = new Promise<void>((resolve) => {
      arrive = resolve
    })
    front.delayRequest = (path) => (isPush(path) ? arriving : undefined)
    await context.setOffline(false)
    const before = pushes()
    await worker.sync()
    await expect.poll(pushes).toBe(before + 1)
    await laptop.reopen()
    await listenForSyncEnd(site)
    const other = await context.newPage()
    await other.goto('/admin/settings')
    await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
    await laptop.page.getByRole('banner').getByRole('button').click()
    await laptop.page.getByRole('button', { name: 'Sign out' }).click()
    await laptop.page.getByRole('button', { name: 'Discard 1 change' }).click()
    await expect(laptop.page).toHaveURL('/')
    await expect(other.getByRole('heading', { name: 'Sign in' }).first()).toBeVisible()
    expect(await listOwnerDatabases(site)).toEqual([])
    arrive()
    await site.evaluate(() => Reflect.get(window, 'ended'))
    expect(await listOwnerDatabases(site)).toEqual([])
    await waitUntilServerHas(server, bo.Name, { client: { location: 'Tromsø' }, rev: rev + 2 })
  })
})

test('A wiped browser profile is restored from the server and deletes nothing there; a removed device wipes itself', async ({
  page,
  newVisitor,
  server,
  front,
  errors,
}) => {
  errors.allow(OFFLINE)
  const laptop = await BrowserDevice.create(page, front)
  const grete = { ...claire, Name: 'Grete Aas', Email: 'grete@example.com' }
  await laptop.add(grete)
  await waitUntilServerHas(server, grete.Name, { deleted: false })
  const before = readServerClients(server)
  const cdp = await page.context().newCDPSession(page)
  const { origin } = new URL(page.url())
  await page.goto('about:blank')
  await cdp.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
  await laptop.signIn()
  await laptop.open(grete.Name)
  await laptop.expectText(grete.Email)
  await laptop.expectSyncStatus(/Synced/)
  expect(readServerClients(server)).toEqual(before)

  const desk = await BrowserDevice.create(await newVisitor(), front)
  const devices = await (await desk.page.request.get('/functions/get-devices')).json()
  const [own] = await readStore(desk.page, 'device')
  for (const { id } of devices as { id: string }[])
    if (id !== own?.deviceId)
      await desk.page.request.post('/functions/revoke-device', { data: { id } })
  expect(await laptop.listDatabases()).toHaveLength(1)
  await laptop.page.reload()
  await expect(laptop.page.getByRole('heading', { name: 'Sign in' }).first()).toBeVisible()
  await expect(laptop.page.getByText('This device was removed')).toBeVisible()
  await expect.poll(() => laptop.listDatabases()).toEqual([])
  expect(readServerClients(server)).toEqual(before)
})

/** Sets `window.ended`, a promise that resolves once the service worker has finished a sync. */
async function listenForSyncEnd(site: Page): Promise<void> {
  const [name = ''] = await listOwnerDatabases(site)
  await site.evaluate((channel) => {
    const ended = new Promise<void>((resolve) => {
      new BroadcastChannel(channel).onmessage = ({ data }) => {
        if (data.type === 'changed' && data.ids === 'all') resolve()
      }
    })
    Reflect.set(window, 'ended', ended)
  }, name)
}
