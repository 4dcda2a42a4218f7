import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { deleteOldSync } from '#server/privacy/store.ts'
import type { PushAnswer } from '#shared/sync/protocol.ts'
import type { RecordData } from '#shared/sync/records.ts'
import { SCHEMA } from '#shared/sync/wire.ts'
import { SyncDevice } from '#tests/support/sync-device.ts'
import { eraseRecords } from '#tests/support/sync-erase.ts'
import { client, create, DAY, way } from '#tests/support/sync-steps.ts'
import { answerOf, SyncWorld } from '#tests/support/sync-world.ts'

const ADA = client('ada')
const ada = { name: 'Ada', phone: '+47 1', notes: 'Likes tea.' }

let world: SyncWorld
/** The device that deleted the client. */
let laptop: SyncDevice
/** The device that has the client and was away since before the delete. */
let phone: SyncDevice
/** A device that came later and has only the tombstone. */
let tablet: SyncDevice

/** The client was deleted so long ago that the server keeps only the tombstone. */
beforeEach(async () => {
  world = new SyncWorld()
  laptop = new SyncDevice('laptop')
  phone = new SyncDevice('phone')
  tablet = new SyncDevice('tablet')
  await create(laptop, 'ada', ada)
  for (const device of [laptop, phone]) await device.sync(world.transport())
  await laptop.edits.remove(ADA)
  await laptop.sync(world.transport())
  world.time.now += 31 * DAY
  while ((await world.db.write((tx) => deleteOldSync(tx, world.time.now))) > 0);
  expect(world.record('ada')).toMatchObject({ deleted: true, data: {} })
  await tablet.sync(world.transport())
})
afterEach(() => {
  for (const device of [laptop, phone, tablet]) device.crash()
  world.close()
})

/** Pushes an edit as a device that has no other data of the client. */
async function sendAlone(set: RecordData): Promise<PushAnswer> {
  const { epoch = '' } = (await laptop.db.device.get('device')) ?? {}
  const about = { ...ADA, baseEpoch: epoch, baseRev: 1, base: {}, at: '' }
  const { body } = await world.transport().push({
    ...{ userId: 'owner', deviceId: 'earlier', deviceName: '', epoch, schema: SCHEMA },
    mutations: [{ mid: 1, op: 'patch', ...about, set }],
  })
  return body as PushAnswer
}

describe('a client of whom the server keeps the deletion alone', () => {
  it('returns by an edit without a name as far as that says, and the owner is asked', async () => {
    const { results } = await sendAlone({ notes: 'Asked for May' })
    expect(results).toMatchObject([{ status: 'returned' }])
    expect(world.record('ada')).toMatchObject({
      deleted: false,
      data: { notes: 'Asked for May' },
      conflicts: [{ kind: 'delete' }],
    })
  })

  it('returns by an edit with a name, and the owner is asked', async () => {
    const { results } = await sendAlone({ name: 'Ada', notes: 'Asked for May' })
    expect(results).toMatchObject([{ status: 'returned' }])
    expect(world.record('ada')).toMatchObject({
      deleted: false,
      data: { name: 'Ada', notes: 'Asked for May' },
      conflicts: [{ kind: 'delete' }],
    })
  })

  it('returns whole by an edit of a device that knew them, and the owner is asked', async () => {
    await phone.edit(ADA, { notes: 'Asked for May' })
    expect(await phone.sync(world.transport())).toBe('done')
    expect(world.record('ada')).toMatchObject({
      deleted: false,
      data: { ...ada, notes: 'Asked for May' },
      conflicts: [{ kind: 'delete' }],
    })
    expect(await phone.db.refused.count()).toBe(0)
  })
})

describe('a client who is edited and then deleted on a device that had not heard', () => {
  it.each([1, 2])('leaves nothing to settle and does not return (%i at once)', async (most) => {
    const { factory } = phone
    phone.crash()
    phone = Object.assign(new SyncDevice('phone', { most }), { factory })
    await phone.edit(ADA, { notes: 'Asked for May' })
    await phone.edits.remove(ADA)
    expect(await phone.sync(world.transport())).toBe('done')
    expect(await phone.sync(world.transport())).toBe('done')
    expect(world.record('ada')?.deleted).toBe(true)
    expect(await phone.view(ADA)).toMatchObject({ deleted: true })
    expect(await phone.db.queue.count()).toBe(0)
    expect(await phone.db.refused.toArray()).toEqual([])
  })

  it('returns with what was typed, where the deletion is taken back', async () => {
    await phone.edit(ADA, { notes: 'Asked for May' })
    await phone.edits.remove(ADA)
    await phone.sync(world.transport())
    await phone.edits.restore(ADA)
    expect(await phone.sync(world.transport())).toBe('done')
    const whole = { ...ada, notes: 'Asked for May' }
    expect(world.record('ada')).toMatchObject({ deleted: false, data: whole })
    expect((await phone.view(ADA)).data).toEqual(whole)
    expect(await phone.db.refused.count()).toBe(0)
  })
})

it('a client whom another device brings back between an edit and its deletion is kept, and both are asked about', async () => {
  const { factory } = phone
  phone.crash()
  phone = Object.assign(new SyncDevice('phone', { most: 1 }), { factory })
  await phone.edit(ADA, { notes: 'Asked for May' })
  await phone.edits.remove(ADA)
  let pushes = 0
  const push = async (body: object) => {
    if (++pushes === 2) {
      await laptop.edit(ADA, { name: 'Ada Lie' })
      await laptop.sync(world.transport())
    }
    return answerOf(await world.push(body))
  }
  expect(await phone.sync(way(world, { push }))).toBe('done')
  expect(await phone.sync(world.transport())).toBe('done')
  expect(await phone.db.refused.toArray()).toEqual([])
  expect(world.record('ada')).toMatchObject({
    deleted: false,
    data: { ...ada, name: 'Ada Lie', notes: 'Asked for May' },
    conflicts: [{ kind: 'delete' }, { kind: 'delete' }],
  })
})

describe('a client who was erased', () => {
  it('returns by no edit, whole or not', async () => {
    await eraseRecords(world, ['ada'])
    const { results } = await sendAlone(ada)
    expect(results).toMatchObject([{ status: 'erased', row: { erased: true, data: {} } }])
    await phone.edit(ADA, { notes: 'Asked for May' })
    expect(await phone.sync(world.transport())).toBe('done')
    expect(world.record('ada')).toMatchObject({ erased: true, data: {} })
    expect(await phone.everything()).not.toMatch(/Asked for May|Likes tea/)
  })
})
