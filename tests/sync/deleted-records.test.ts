import { describe, expect } from 'vitest'
import { getOptimistic } from '#client/data/store/record.ts'
import { eraseRecords } from '#tests/support/sync/sync-erase.ts'
import { test as it } from '#tests/support/sync/sync-test.ts'
import { createClient, toClientRef } from '#tests/support/sync/sync-transports.ts'

const ADA = toClientRef('ada')

it.beforeEach(async ({ world, phone }) => {
  await createClient(phone, 'ada', { name: 'Ada', notes: 'allergic to nuts' })
  await phone.sync(world.createTransport())
  await phone.edits.remove(ADA)
  await phone.sync(world.createTransport())
})

describe('A deleted record', () => {
  it('arrives with its content on a device that never had it, and can be restored there without a connection', async ({
    world,
    laptop,
    phone,
  }) => {
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

  it('is shown in no list', async ({ world, laptop }) => {
    await laptop.sync(world.createTransport())
    expect([...(await laptop.readConfirmed()).keys()]).toEqual([])
  })

  it('arrives without any content once it is erased', async ({ world, laptop, phone }) => {
    await eraseRecords(world, ['ada'])
    await laptop.sync(world.createTransport())
    await phone.sync(world.createTransport())
    for (const device of [laptop, phone])
      expect(await device.readRecord(ADA)).toMatchObject({ erased: true, data: {} })
  })
})
