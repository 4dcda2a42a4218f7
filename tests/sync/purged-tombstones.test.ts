import { describe, expect } from 'vitest'
import { deleteExpiredSyncRows } from '#server/privacy/store.ts'
import type { RecordData } from '#shared/sync/collections.ts'
import type { PushAnswer } from '#shared/sync/protocol.ts'
import { SCHEMA_VERSION } from '#shared/sync/protocol-constants.ts'
import { SyncDevice } from '#tests/support/sync/sync-device.ts'
import { eraseRecords } from '#tests/support/sync/sync-erase.ts'
import { type SyncServer, toAnswer } from '#tests/support/sync/sync-server.ts'
import { test as it } from '#tests/support/sync/sync-test.ts'
import {
  createClient,
  createTestTransport,
  DAY,
  toClientRef,
} from '#tests/support/sync/sync-transports.ts'

const ADA = toClientRef('ada')
const ada = { name: 'Ada', phone: '+47 1', notes: 'Likes tea.' }

/** The device that deleted the client. */
/** The device that has the client and was away since before the delete. */
/** A device that came later and has only the tombstone. */

/** The client was deleted so long ago that the server keeps only the tombstone. */
it.beforeEach(async ({ world, laptop, phone, tablet }) => {
  await createClient(laptop, 'ada', ada)
  for (const device of [laptop, phone]) await device.sync(world.createTransport())
  await laptop.edits.remove(ADA)
  await laptop.sync(world.createTransport())
  world.time.now += 31 * DAY
  while ((await world.db.write((tx) => deleteExpiredSyncRows(tx, world.time.now))) > 0);
  expect(await world.findRecord('ada')).toMatchObject({ deleted: true, data: {} })
  await tablet.sync(world.createTransport())
})

/** Pushes an edit as a device that has no other data of the client. */
async function sendAlone(
  world: SyncServer,
  laptop: SyncDevice,
  set: RecordData,
): Promise<PushAnswer> {
  const { epoch = '' } = (await laptop.db.device.get('device')) ?? {}
  const about = { ...ADA, baseEpoch: epoch, baseRev: 1, base: {}, at: '' }
  const { body } = await world.createTransport().push({
    ...{ userId: 'owner', deviceId: 'earlier', deviceName: '', epoch, schema: SCHEMA_VERSION },
    mutations: [{ mid: 1, op: 'patch', ...about, set }],
  })
  return body as PushAnswer
}

describe('A client whose tombstone is all that the server has', () => {
  it('is restored by an edit without a name, with only the edited fields and a conflict for the owner', async ({
    world,
    laptop,
  }) => {
    const { results } = await sendAlone(world, laptop, { notes: 'Asked for May' })
    expect(results).toMatchObject([{ status: 'restored' }])
    expect(await world.findRecord('ada')).toMatchObject({
      deleted: false,
      data: { notes: 'Asked for May' },
      conflicts: [{ kind: 'delete' }],
    })
  })

  it('is restored by an edit with a name, with a conflict for the owner', async ({
    world,
    laptop,
  }) => {
    const { results } = await sendAlone(world, laptop, { name: 'Ada', notes: 'Asked for May' })
    expect(results).toMatchObject([{ status: 'restored' }])
    expect(await world.findRecord('ada')).toMatchObject({
      deleted: false,
      data: { name: 'Ada', notes: 'Asked for May' },
      conflicts: [{ kind: 'delete' }],
    })
  })

  it('is restored in full by an edit on a device that still had the client, with a conflict for the owner', async ({
    world,
    phone,
  }) => {
    await phone.edit(ADA, { notes: 'Asked for May' })
    expect(await phone.sync(world.createTransport())).toBe('done')
    expect(await world.findRecord('ada')).toMatchObject({
      deleted: false,
      data: { ...ada, notes: 'Asked for May' },
      conflicts: [{ kind: 'delete' }],
    })
    expect(await phone.db.rejected.count()).toBe(0)
  })
})

describe('A client who is edited and then deleted on a device unaware of an earlier deletion', () => {
  it.for([1, 2])(
    'stays deleted, with nothing queued or refused (%i per push)',
    async (most, { world, phone }) => {
      const { factory } = phone
      phone.crash()
      phone = Object.assign(new SyncDevice('phone', { maxMutations: most }), { factory })
      await phone.edit(ADA, { notes: 'Asked for May' })
      await phone.edits.remove(ADA)
      expect(await phone.sync(world.createTransport())).toBe('done')
      expect(await phone.sync(world.createTransport())).toBe('done')
      expect((await world.findRecord('ada'))?.deleted).toBe(true)
      expect(await phone.readView(ADA)).toMatchObject({ deleted: true })
      expect(await phone.db.queue.count()).toBe(0)
      expect(await phone.db.rejected.toArray()).toEqual([])
    },
  )

  it('is restored with what was typed if the deletion is undone', async ({ world, phone }) => {
    await phone.edit(ADA, { notes: 'Asked for May' })
    await phone.edits.remove(ADA)
    await phone.sync(world.createTransport())
    await phone.edits.restore(ADA)
    expect(await phone.sync(world.createTransport())).toBe('done')
    const whole = { ...ada, notes: 'Asked for May' }
    expect(await world.findRecord('ada')).toMatchObject({ deleted: false, data: whole })
    expect((await phone.readView(ADA)).data).toEqual(whole)
    expect(await phone.db.rejected.count()).toBe(0)
  })
})

it('A client restored by another device between an edit and its deletion is preserved, with two conflicts for the owner', async ({
  world,
  laptop,
  phone,
}) => {
  const { factory } = phone
  phone.crash()
  phone = Object.assign(new SyncDevice('phone', { maxMutations: 1 }), { factory })
  await phone.edit(ADA, { notes: 'Asked for May' })
  await phone.edits.remove(ADA)
  let pushes = 0
  const push = async (body: object) => {
    if (++pushes === 2) {
      await laptop.edit(ADA, { name: 'Ada Lie' })
      await laptop.sync(world.createTransport())
    }
    return toAnswer(await world.push(body))
  }
  expect(await phone.sync(createTestTransport(world, { push }))).toBe('done')
  expect(await phone.sync(world.createTransport())).toBe('done')
  expect(await phone.db.rejected.toArray()).toEqual([])
  expect(await world.findRecord('ada')).toMatchObject({
    deleted: false,
    data: { ...ada, name: 'Ada Lie', notes: 'Asked for May' },
    conflicts: [{ kind: 'delete' }, { kind: 'delete' }],
  })
})

it('A price that is changed while an edit of its removed item is being sent is not asked about', async ({
  world,
  laptop,
  phone,
}) => {
  const item = { coll: 'journey-item', id: 'lofoten-sauna' } as const
  const price = { ...item, coll: 'item-price' } as const
  await laptop.edit(item, { kind: 'activity', title: 'Sauna', price: 'NOK 900' })
  for (const device of [laptop, phone]) await device.sync(world.createTransport())
  await laptop.edits.remove(item)
  await laptop.sync(world.createTransport())
  await world.passMonths()
  await phone.edit(item, { title: 'Sauna at six' })
  let pushes = 0
  const push = async (body: object) => {
    const answer = toAnswer(await world.push(body))
    const edit = { base: { price: 'NOK 900' }, set: { price: 'NOK 700' } }
    if (++pushes === 1) await phone.edits.patch(item, edit)
    return answer
  }
  expect(await phone.sync(createTestTransport(world, { push }))).toBe('done')
  await phone.sync(world.createTransport())
  expect(await phone.readView(item)).toMatchObject({ data: { title: 'Sauna at six' }, open: [] })
  expect(await phone.readView(price)).toMatchObject({ data: { price: 'NOK 700' }, open: [] })
})

describe('A client who was erased', () => {
  it('is not restored by any edit, complete or partial', async ({ world, laptop, phone }) => {
    await eraseRecords(world, ['ada'])
    const { results } = await sendAlone(world, laptop, ada)
    expect(results).toMatchObject([{ status: 'erased', record: { erased: true, data: {} } }])
    await phone.edit(ADA, { notes: 'Asked for May' })
    expect(await phone.sync(world.createTransport())).toBe('done')
    expect(await world.findRecord('ada')).toMatchObject({ erased: true, data: {} })
    expect(await phone.dumpStore()).not.toMatch(/Asked for May|Likes tea/)
  })
})
