import type { Page } from '@playwright/test'
import {
  Device,
  keptIn,
  ownersDatabases,
  serverClients,
  untilServerHas,
} from '#tests/support/devices.ts'
import { expect } from '#tests/support/offline-site.ts'
import { ownServer, installedTest as test } from '#tests/support/owner.ts'
import { WorkerControl } from '#tests/support/worker.ts'

test.use(ownServer('sync'))
// These tests are long and run last, so they run in parallel on workers that have nothing else.
test.describe.configure({ mode: 'parallel' })

const OFFLINE =
  /ERR_INTERNET_DISCONNECTED|ERR_EMPTY_RESPONSE|ERR_CONNECTION|Failed to load resource/

const claire = {
  Name: 'Claire Marchetti',
  Location: 'Paris',
  Email: 'claire@example.com',
  Phone: '+33 1 23 45 67 89',
}

const isPush = (path: string) => path.startsWith('/functions/sync-push')

test('two devices edit one client without a connection: whichever comes back first, what differs is merged, what both changed is shown on both and settled on one, and a deletion asks', async ({
  page,
  newVisitor,
  server,
  front,
  errors,
}) => {
  test.slow()
  errors.allow(OFFLINE)
  const laptop = await Device.of(page, front)
  await laptop.add(claire)
  await untilServerHas(server, claire.Name, { client: { location: 'Paris' } })
  const phone = await Device.of(await newVisitor(), front)

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
        await device.offline()
      }
      await last.edit(claire.Name, { Phone: number, Email: late })
      await first.edit(claire.Name, { Location: from, Email: early })
      await last.pillSays(/Offline, 1 change waiting/)
      await first.online()
      await untilServerHas(server, claire.Name, { client: { location: from }, conflicts: 0 })
      await last.online()
      await untilServerHas(server, claire.Name, {
        client: { phone: number, location: from, email: early },
        conflicts: 1,
      })
      await first.sync()
      for (const device of [first, last]) {
        await device.pillSays(/1 conflict to review/)
        await device.sees('This client was changed in two places')
        await device.sees(early)
        await device.sees(late)
      }
      await first.page.getByRole('radio', { name: new RegExp(`${late}$`) }).check()
      await first.page.getByRole('button', { name: 'Save this version' }).click()
      await untilServerHas(server, claire.Name, { client: { email: late }, conflicts: 0 })
      await last.sync()
      for (const device of [first, last]) {
        await device.pillSays(/Synced/)
        await device.sees(late)
        await device.sees(number)
        await device.seesNot('This client was changed in two places')
        await device.seesNot(early)
      }
    })

  await test.step('deleted here, edited there: the client stays until somebody decides', async () => {
    await laptop.offline()
    await phone.offline()
    await phone.edit(claire.Name, { Phone: '+33 6 22 22 22 22' })
    await laptop.remove(claire.Name)
    await phone.online()
    await untilServerHas(server, claire.Name, { client: { phone: '+33 6 22 22 22 22' } })
    await laptop.online()
    await untilServerHas(server, claire.Name, { deleted: false, conflicts: 1 })
    await laptop.open(claire.Name)
    await laptop.sees('Removed on one device, edited on another')
    await laptop.page.getByRole('button', { name: 'Keep this client' }).click()
    await untilServerHas(server, claire.Name, { deleted: false, conflicts: 0 })
    await phone.sync()
    await phone.sees('+33 6 22 22 22 22')
    await phone.pillSays(/Synced/)
  })
})

test('what cuts a push off, a closed tab or the browser that stops the service worker, loses and doubles nothing; whoever signs out meanwhile leaves nothing behind', async ({
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
  const laptop = await Device.of(page, front)
  const bo = { ...claire, Name: 'Bo Lind', Email: 'bo@example.com' }
  await laptop.add(bo)
  await laptop.pillSays(/Synced/)
  const { rev } = await untilServerHas(server, bo.Name, { conflicts: 0 })
  const site = await context.newPage()
  await site.goto('/terms')
  const waiting = async () => (await keptIn(site, 'queue')).length
  const pushes = () => front.requests.filter(isPush).length
  const never = new Promise<void>(() => {})

  await test.step('the tab is closed between its edit’s arrival and the answer', async () => {
    front.answersWait = (path) => (isPush(path) ? never : undefined)
    await laptop.edit(bo.Name, { Location: 'Bergen' })
    await untilServerHas(server, bo.Name, { client: { location: 'Bergen' }, rev: rev + 1 })
    await laptop.die()
    expect(await waiting()).toBe(1)
    front.answersWait = () => undefined
    const before = pushes()
    await laptop.comeBack()
    await laptop.open(bo.Name)
    await laptop.sees('Bergen')
    await expect.poll(waiting).toBe(0)
    expect(pushes()).toBe(before + 1)
    await untilServerHas(server, bo.Name, { rev: rev + 1, conflicts: 0 })
  })

  const worker = await WorkerControl.of(site, 'crm')
  await test.step('the service worker is stopped there, with every tab of the desk closed', async () => {
    await context.setOffline(true)
    await laptop.edit(bo.Name, { Location: 'Tromsø' })
    await laptop.die()
    front.answersWait = (path) => (isPush(path) ? never : undefined)
    await context.setOffline(false)
    const before = pushes()
    await worker.sync()
    await untilServerHas(server, bo.Name, { client: { location: 'Tromsø' }, rev: rev + 2 })
    await worker.stop()
    expect(await waiting()).toBe(1)
    front.answersWait = () => undefined
    await worker.sync()
    await expect.poll(waiting).toBe(0)
    expect(pushes()).toBe(before + 2)
    await untilServerHas(server, bo.Name, { rev: rev + 2, conflicts: 0 })
  })

  await test.step('the owner signs out while the service worker sends: every tab empties, and stays so', async () => {
    await laptop.comeBack()
    await context.setOffline(true)
    await laptop.edit(bo.Name, { Location: 'Narvik' })
    await laptop.die()
    let arrive = () => {}
    const arriving = new Promise<void>((resolve) => {
      arrive = resolve
    })
    front.requestsWait = (path) => (isPush(path) ? arriving : undefined)
    await context.setOffline(false)
    const before = pushes()
    await worker.sync()
    await expect.poll(pushes).toBe(before + 1)
    await laptop.comeBack()
    await listenForEnd(site)
    const other = await context.newPage()
    await other.goto('/admin/settings')
    await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
    await laptop.page.getByRole('banner').getByRole('button').click()
    await laptop.page.getByRole('button', { name: 'Sign out' }).click()
    await laptop.page.getByRole('button', { name: 'Discard 1 change' }).click()
    await expect(laptop.page).toHaveURL('/')
    await expect(other.getByRole('heading', { name: 'Sign in' }).first()).toBeVisible()
    expect(await ownersDatabases(site)).toEqual([])
    arrive()
    await site.evaluate(() => Reflect.get(window, 'ended'))
    expect(await ownersDatabases(site)).toEqual([])
    await untilServerHas(server, bo.Name, { client: { location: 'Tromsø' }, rev: rev + 2 })
  })
})

test('a profile that was wiped is restored from the server and deletes nothing there; a device that is removed empties itself', async ({
  page,
  newVisitor,
  server,
  front,
  errors,
}) => {
  errors.allow(OFFLINE)
  const laptop = await Device.of(page, front)
  const grete = { ...claire, Name: 'Grete Aas', Email: 'grete@example.com' }
  await laptop.add(grete)
  await untilServerHas(server, grete.Name, { deleted: false })
  const before = serverClients(server)
  const cdp = await page.context().newCDPSession(page)
  const { origin } = new URL(page.url())
  await page.goto('about:blank')
  await cdp.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
  await laptop.signIn()
  await laptop.open(grete.Name)
  await laptop.sees(grete.Email)
  await laptop.pillSays(/Synced/)
  expect(serverClients(server)).toEqual(before)

  const desk = await Device.of(await newVisitor(), front)
  const devices = await (await desk.page.request.get('/functions/get-devices')).json()
  const [own] = await keptIn(desk.page, 'device')
  for (const { id } of devices as { id: string }[])
    if (id !== own?.deviceId)
      await desk.page.request.post('/functions/revoke-device', { data: { id } })
  expect(await laptop.databases()).toHaveLength(1)
  await laptop.page.reload()
  await expect(laptop.page.getByRole('heading', { name: 'Sign in' }).first()).toBeVisible()
  await expect(laptop.page.getByText('This device was removed')).toBeVisible()
  await expect.poll(() => laptop.databases()).toEqual([])
  expect(serverClients(server)).toEqual(before)
})

/** Sets `window.ended`, a promise that resolves once the service worker has finished a sync. */
async function listenForEnd(site: Page): Promise<void> {
  const [name = ''] = await ownersDatabases(site)
  await site.evaluate((channel) => {
    const ended = new Promise<void>((resolve) => {
      new BroadcastChannel(channel).onmessage = ({ data }) => {
        if (data.type === 'changed' && data.ids === 'all') resolve()
      }
    })
    Reflect.set(window, 'ended', ended)
  }, name)
}
