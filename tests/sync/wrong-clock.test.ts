import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readSchedule } from '#server/schedule/store.ts'
import { DAY_OFF } from '#tests/support/sync/simulation-checks.ts'
import { SyncDevice } from '#tests/support/sync/sync-device.ts'
import { SyncServer } from '#tests/support/sync/sync-server.ts'
import { createClient, DAY, toClientRef } from '#tests/support/sync/sync-transports.ts'

let world: SyncServer
let laptop: SyncDevice
let phone: SyncDevice
beforeEach(async () => {
  world = await SyncServer.open()
  laptop = new SyncDevice('laptop')
  phone = new SyncDevice('phone')
  await createClient(laptop, 'ada', { name: 'Ada', phone: '+47 1', notes: 'Tea.' })
  for (const device of [laptop, phone]) await device.sync(world.createTransport())
})
afterEach(async () => {
  laptop.crash()
  phone.crash()
  await world.close()
})

const ADA = toClientRef('ada')

describe.each([-365, 365])('A device whose clock is %i days off', (days) => {
  it.each([
    ['first', () => [laptop, phone]],
    ['last', () => [phone, laptop]],
  ])('does not decide conflicts by its clock, if it syncs %s', async (_when, order) => {
    laptop.time.now += days * DAY
    for (const [device, number] of [
      [laptop, '+47 2'],
      [phone, '+47 3'],
    ] as const)
      await device.edit(ADA, { phone: number, notes: `${device.name}.\nTea.` })
    const [first, last] = order() as [SyncDevice, SyncDevice]
    const typed = { [laptop.name]: '+47 2', [phone.name]: '+47 3' }
    for (const device of [first, last, first])
      expect(await device.sync(world.createTransport())).toBe('done')
    for (const device of [laptop, phone])
      expect(await device.readView(ADA)).toMatchObject({
        data: { phone: typed[first.name] },
        open: [{ value: typed[last.name] }, { field: 'notes' }],
      })
    await last.edit(ADA, { name: 'Ada L.' })
    await last.sync(world.createTransport())
    expect((await world.findRecord('ada'))?.data).toMatchObject({ name: 'Ada L.' })
  })

  it('knows by how much, so that it can tell what time it is', async () => {
    laptop.time.now += days * DAY
    await laptop.sync(world.createTransport())
    expect(await laptop.db.device.get('device')).toMatchObject({ clockSkew: -days * DAY })
  })

  it('resends to a restored server what that server had acknowledged before', async () => {
    await world.backUp()
    await laptop.edit(ADA, { phone: '+47 2' })
    await laptop.sync(world.createTransport())
    laptop.time.now += days * DAY
    await laptop.edit(ADA, { name: 'Ada L.' })
    await laptop.sync(world.createTransport())
    await world.restore()
    await laptop.sync(world.createTransport())
    expect((await world.findRecord('ada'))?.data).toMatchObject({ phone: '+47 2', name: 'Ada L.' })
  })
})

it('Opening hours saved in a device’s first push are resent to a restored server', async () => {
  const tablet = new SyncDevice('tablet')
  await world.backUp()
  await tablet.edit(DAY_OFF.ref, DAY_OFF.set)
  await tablet.sync(world.createTransport())
  await createClient(tablet, 'bo', { name: 'Bo' })
  await tablet.sync(world.createTransport())
  await world.restore()
  expect(await readSchedule(world.db.read)).toMatchObject({ version: 1 })
  await tablet.sync(world.createTransport())
  const { weekly } = await readSchedule(world.db.read)
  expect(weekly[1]).toEqual(DAY_OFF.set.day)
  tablet.crash()
})
