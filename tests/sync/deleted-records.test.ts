import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { getOptimistic } from '#client/data/store/record.ts'
import { SyncDevice } from '#tests/support/sync/sync-device.ts'
import { eraseRecords } from '#tests/support/sync/sync-erase.ts'
import { SyncServer } from '#tests/support/sync/sync-server.ts'
import { createClient, toClientRef } from '#tests/support/sync/sync-transports.ts'

const ADA = toClientRef('ada')

let world: SyncServer
let phone: SyncDevice
let laptop: SyncDevice
beforeEach(async () => {
  world = await SyncServer.open()
  phone = new SyncDevice('phone')
  laptop = new SyncDevice('laptop')
  await createClient(phone, 'ada', { name: 'Ada', notes: 'allergic to nuts' })
  await phone.sync(world.createTransport())
  await phone.edits.remove(ADA)
  await phone.sync(world.createTransport())
})
afterEach(async () => {
  phone.crash()
  laptop.crash()
  await world.close()
})

describe('A deleted record', () => {
  it('arrives with its content on a device that never had it, and can be restored there without a connection', async () => {
    await laptop.sync(world.createTransport())
    const row = await laptop.readRecord(ADA)
    expect(row).toMatchObject({ deleted: true, data: { name: 'Ada', notes: 'allergic to nuts' } })
    await laptop.edits.restore(ADA)
    expect(getOptimistic(await laptop.readRecord(ADA))).toMatchObject({
      deleted: false,
      data: { name: 'Ada', notes: 'allergic to nuts' },
    })
    await laptop.sync(world.createTransport())
    await phone.sync(world.createTransport())
    expect(await phone.readRecord(ADA)).toMatchObject({ deleted: false, data: { name: 'Ada' } })
  })

  it('is shown in no list', async () => {
    await laptop.sync(world.createTransport())
    expect([...(await laptop.readConfirmed()).keys()]).toEqual([])
  })

  it('arrives without any content once it is erased', async () => {
    await eraseRecords(world, ['ada'])
    await laptop.sync(world.createTransport())
    await phone.sync(world.createTransport())
    for (const device of [laptop, phone])
      expect(await device.readRecord(ADA)).toMatchObject({ erased: true, data: {} })
  })
})
