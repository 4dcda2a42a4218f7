import { Device, serverClients, untilServerHas } from '../support/devices.ts'
import { expect, test as installed } from '../support/offline-site.ts'
import { makeOwner, ownServer } from '../support/owner.ts'

const test = installed.extend<object, { ownerMade: undefined }>({
  ownerMade: [
    async ({ server }, use) => {
      await makeOwner(server)
      await use(undefined)
    },
    { scope: 'worker', auto: true },
  ],
})

test.use(ownServer('sync'))

const OFFLINE =
  /ERR_INTERNET_DISCONNECTED|ERR_EMPTY_RESPONSE|ERR_CONNECTION|Failed to load resource/

const claire = {
  Name: 'Claire Marchetti',
  Location: 'Paris',
  Email: 'claire@example.com',
  Phone: '+33 1 23 45 67 89',
}

test('two devices edit one client without a connection: what differs is merged, what both changed is shown on both and settled on one, and a deletion asks', async ({
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
  await phone.open(claire.Name)
  await laptop.open(claire.Name)

  await test.step('different fields and the same one, the second device first', async () => {
    await laptop.offline()
    await phone.offline()
    await laptop.edit(claire.Name, { Phone: '+33 6 11 11 11 11', Email: 'laptop@example.com' })
    await phone.edit(claire.Name, { Location: 'Lyon', Email: 'phone@example.com' })
    await laptop.pillSays(/Offline, 1 change waiting/)
    await phone.online()
    await untilServerHas(server, claire.Name, { client: { location: 'Lyon' }, conflicts: 0 })
    await laptop.online()
    await untilServerHas(server, claire.Name, {
      client: { phone: '+33 6 11 11 11 11', location: 'Lyon', email: 'phone@example.com' },
      conflicts: 1,
    })
    await phone.sync()
    for (const device of [laptop, phone]) {
      await device.pillSays(/1 conflict to review/)
      await device.sees('This client was changed in two places')
      await device.sees('laptop@example.com')
      await device.sees('phone@example.com')
    }
    await phone.page.getByRole('radio', { name: /laptop@example\.com$/ }).check()
    await phone.page.getByRole('button', { name: 'Save this version' }).click()
    await untilServerHas(server, claire.Name, {
      client: { email: 'laptop@example.com' },
      conflicts: 0,
    })
    await laptop.sync()
    for (const device of [laptop, phone]) {
      await device.sees('laptop@example.com')
      await device.sees('+33 6 11 11 11 11')
      await device.pillSays(/Synced/)
    }
  })

  await test.step('a device that dies after its edit was taken and before it heard so sends it once more: one effect', async () => {
    const { rev } = await untilServerHas(server, claire.Name, {})
    front.lost = (address) => address.startsWith('/functions/sync-push')
    await laptop.edit(claire.Name, { Location: 'Nice' })
    await untilServerHas(server, claire.Name, { client: { location: 'Nice' }, rev: rev + 1 })
    await laptop.dieAndComeBack()
    front.lost = () => false
    await laptop.open(claire.Name)
    await laptop.sync()
    await laptop.pillSays(/Synced/)
    await laptop.sees('Nice')
    await untilServerHas(server, claire.Name, { rev: rev + 1 })
    await phone.sync()
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
  const own = await desk.page.evaluate(read)
  for (const { id } of devices as { id: string }[])
    if (id !== own) await desk.page.request.post('/functions/revoke-device', { data: { id } })
  expect(await laptop.databases()).toHaveLength(1)
  await laptop.page.reload()
  await expect(laptop.page.getByRole('heading', { name: 'Sign in' }).first()).toBeVisible({
    timeout: 20_000,
  })
  await expect.poll(() => laptop.databases()).toEqual([])
  expect(serverClients(server)).toEqual(before)
})

/** Run in the page: how the server knows this device. */
async function read(): Promise<string> {
  const [found] = (await indexedDB.databases()).filter(({ name }) => name?.startsWith('crm-'))
  return new Promise((resolve) => {
    const opening = indexedDB.open(found?.name ?? '')
    opening.onsuccess = () => {
      const db = opening.result
      const asked = db.transaction('device').objectStore('device').getAll()
      asked.onsuccess = () => {
        db.close()
        resolve(asked.result[0]?.deviceId)
      }
    }
  })
}
