import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { getOptimistic } from '#client/data/store/record.ts'
import type { SyncDevice } from '#tests/support/sync/sync-device.ts'
import type { SyncServer } from '#tests/support/sync/sync-server.ts'
import { test as it } from '#tests/support/sync/sync-test.ts'
import { createClient, toClientRef } from '#tests/support/sync/sync-transports.ts'

const ADA = toClientRef('ada')
const JOURNEY = { coll: 'journey', id: 'lofoten' } as const
const KEYS = { coll: 'journey-keys', id: 'lofoten' } as const
const ITEM = { coll: 'journey-item', id: 'lofoten-sauna' } as const
const PASS = { coll: 'guest-pass', id: 'link' } as const

async function sync(world: SyncServer, ...devices: SyncDevice[]): Promise<void> {
  for (const device of devices) expect(await device.sync(world.createTransport())).toBe('done')
}

/** Everything that the server has of records, as text. */
async function dumpServer(world: SyncServer): Promise<string> {
  const tables = ['record', 'field_history', 'mutation_result', 'journey_document']
  const rows = await Promise.all(
    tables.map((table) => sql`SELECT * FROM ${sql.table(table)}`.execute(world.db.read)),
  )
  return JSON.stringify(rows)
}

const deleteForGood = (device: SyncDevice, ref = ADA as Parameters<SyncDevice['readRecord']>[0]) =>
  device.edits.applyAll([{ ...ref, op: 'erase' }])

it.beforeEach(async ({ world, phone, laptop }) => {
  await createClient(phone, 'ada', { name: 'Ada', notes: 'allergic to nuts' })
  await sync(world, phone)
  await phone.edit(ADA, { notes: 'allergic to almonds' })
  await sync(world, phone, laptop)
})

describe('A deleted record', () => {
  it('says on every device which device deleted it, and when', async ({ world, phone, laptop }) => {
    await phone.db.device.update('device', { deviceName: 'iPhone' })
    await phone.edits.remove(ADA)
    await sync(world, phone, laptop)
    const [here, there] = [await phone.readRecord(ADA), await laptop.readRecord(ADA)]
    expect(there.deletedBy).toMatchObject({ deviceId: 'phone-0', deviceName: 'iPhone' })
    expect(here.deletedBy).toEqual(there.deletedBy)
  })

  it('has the time of what was deleted with it, also if that was sent apart', async ({
    world,
    phone,
    laptop,
  }) => {
    for (const ref of [JOURNEY, ITEM]) await phone.edit(ref, { title: 'Lofoten' })
    await sync(world, phone, laptop)
    await laptop.edits.applyAll([
      { ...ITEM, op: 'delete' },
      { ...JOURNEY, op: 'delete' },
    ])
    await sync(world, laptop, phone)
    const [item, journey] = [await phone.readRecord(ITEM), await phone.readRecord(JOURNEY)]
    expect(item.deletedBy).toEqual(journey.deletedBy)
  })
})

describe('A record that was deleted for good', () => {
  it('leaves no content and no history on the server and on any device', async ({
    world,
    phone,
    laptop,
  }) => {
    await phone.edits.remove(ADA)
    await sync(world, phone, laptop)
    await deleteForGood(laptop)
    await sync(world, laptop, phone)
    expect(await dumpServer(world)).not.toMatch(/Ada|nuts|almonds/)
    for (const device of [phone, laptop]) {
      expect(await device.dumpStore()).not.toMatch(/Ada|nuts|almonds/)
      expect(await device.readRecord(ADA)).toMatchObject({ erased: true, data: {} })
    }
  })

  it('may be made, deleted and deleted for good before the server knows of it', async ({
    world,
    phone,
  }) => {
    const BEA = toClientRef('bea')
    await createClient(phone, 'bea', { name: 'Beatrice' })
    await phone.edits.remove(BEA)
    await deleteForGood(phone, BEA)
    expect(getOptimistic(await phone.readRecord(BEA)).deleted).toBe(true)
    await sync(world, phone)
    expect(await dumpServer(world)).not.toContain('Beatrice')
    expect(await phone.dumpStore()).not.toContain('Beatrice')
  })

  it('stays if another device has restored it meanwhile', async ({ world, phone, laptop }) => {
    await phone.edits.remove(ADA)
    await sync(world, phone, laptop)
    await laptop.edits.restore(ADA)
    await deleteForGood(phone)
    await sync(world, laptop, phone)
    for (const device of [phone, laptop])
      expect(await device.readView(ADA)).toMatchObject({
        deleted: false,
        data: { name: 'Ada', notes: 'allergic to almonds' },
      })
  })

  it('cannot be restored by a device that did not know, which is told so', async ({
    world,
    phone,
    laptop,
  }) => {
    await phone.edits.remove(ADA)
    await sync(world, phone, laptop)
    await deleteForGood(laptop)
    await phone.edits.restore(ADA)
    await sync(world, laptop, phone)
    expect(await phone.readRecord(ADA)).toMatchObject({ erased: true, data: {} })
    expect((await phone.db.device.get('device'))?.hasLostEdit).toBe(true)
    expect((await laptop.db.device.get('device'))?.hasLostEdit).toBeFalsy()
  })

  it('is deleted for good again after the server was restored to a time before', async ({
    world,
    phone,
    laptop,
  }) => {
    await phone.edits.remove(ADA)
    await sync(world, phone, laptop)
    await world.backUp()
    await deleteForGood(laptop)
    await sync(world, laptop, phone)
    await world.restore()
    await sync(world, laptop, phone, laptop)
    expect(await dumpServer(world)).not.toMatch(/Ada|almonds/)
    expect(await phone.dumpStore()).not.toMatch(/Ada|almonds/)
  })
})

describe('A journey that was deleted for good', () => {
  it.beforeEach(async ({ world, phone, laptop }) => {
    await phone.edit(KEYS, { link: { id: 'link', key: 'k'.repeat(43) } })
    await phone.edit(JOURNEY, { title: 'Lofoten in June' })
    await phone.edit(ITEM, { title: 'Sauna by the sea', documents: [] })
    await phone.edit(PASS, { journey: 'lofoten', ciphertext: 'secret', version: 1, endsAt: 9e12 })
    await sync(world, phone, laptop)
  })

  it('takes its items, keys and guests’ copy with it', async ({ world, phone, laptop }) => {
    await phone.edits.applyAll([
      { ...ITEM, op: 'delete' },
      { ...JOURNEY, op: 'delete' },
      { ...JOURNEY, op: 'erase' },
    ])
    await sync(world, phone, laptop)
    const traces = /Lofoten|Sauna|kkkk|secret/
    expect(await dumpServer(world)).not.toMatch(traces)
    for (const device of [phone, laptop]) expect(await device.dumpStore()).not.toMatch(traces)
  })

  it('stays as long as there is something that another device planned in it meanwhile', async ({
    world,
    phone,
    laptop,
  }) => {
    await laptop.edit({ coll: 'journey-item', id: 'lofoten-boat' }, { title: 'Boat' })
    await sync(world, laptop)
    await phone.edits.applyAll([
      { ...ITEM, op: 'delete' },
      { ...JOURNEY, op: 'delete' },
      { ...JOURNEY, op: 'erase' },
    ])
    await sync(world, phone, laptop)
    for (const device of [phone, laptop]) {
      expect(await device.readRecord(JOURNEY)).toMatchObject({ deleted: true, erased: false })
      expect(await device.dumpStore()).toMatch(/Lofoten/)
    }
  })
})
