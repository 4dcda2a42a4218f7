import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { unpack } from '#client/book/store/locate.ts'
import { type Batch, takeBatch } from '#client/book/sync/batch.ts'
import { type Foreseen, foresee } from '#client/book/sync/foresee.ts'
import { applyPush } from '#client/book/sync/push.ts'
import { pullAll } from '#client/book/sync/restart.ts'
import type { PushAnswer } from '#shared/sync/protocol.ts'
import { SCHEMA } from '#shared/sync/wire.ts'
import { SyncDevice } from '#tests/support/sync-device.ts'
import { client, create, fill } from '#tests/support/sync-steps.ts'
import { answerOf, SyncWorld } from '#tests/support/sync-world.ts'

const COUNT = 4

let world: SyncWorld
let laptop: SyncDevice
let phone: SyncDevice
beforeEach(async () => {
  world = new SyncWorld()
  laptop = new SyncDevice('laptop', { together: 2 })
  phone = new SyncDevice('phone', { together: 2 })
  await fill(world, laptop, COUNT)
  await phone.sync(world.transport())
})
afterEach(() => {
  laptop.crash()
  phone.crash()
  world.close()
})

async function editAll(): Promise<void> {
  for (let i = 0; i < COUNT; i++) await laptop.edit(client(`c${i}`), { notes: `Tea, "${i}"` })
}

/** What the owner sees of each. */
async function shown() {
  const views = []
  for (let i = 0; i < COUNT; i++) views.push((await laptop.view(client(`c${i}`))).data)
  return views
}

const parts = () => {
  const { db, newId, time } = laptop
  return { db, newId, clock: () => time.now, together: 2 }
}

async function taken(): Promise<Batch> {
  const batch = await takeBatch({ ...parts(), most: 100 })
  if (!batch) throw new Error('Nothing waits')
  return batch
}

async function answered({ mutations, ...batch }: Batch): Promise<PushAnswer> {
  const sent = mutations.map(({ mid, intent }) => ({ mid, ...intent }))
  const body = { userId: 'owner', schema: SCHEMA, ...batch, mutations: sent }
  return answerOf(await world.push(body)).body as PushAnswer
}

/** All is as if the device had learned it by asking. */
async function sameAsAsked(): Promise<void> {
  expect(await laptop.sync(world.transport())).toBe('done')
  const fresh = new SyncDevice('fresh')
  await fresh.sync(world.transport())
  expect(await laptop.confirmed()).toEqual(await fresh.confirmed())
  for (const { id, rev } of world.records()) expect((await laptop.row(client(id))).rev).toBe(rev)
  expect(await laptop.db.queue.count()).toBe(0)
  expect(await laptop.unanswered()).toEqual([])
  fresh.crash()
}

describe('what an answer brings as foreseen', () => {
  it('lies on the disk as the server has it, in one page, and nothing is asked for', async () => {
    await editAll()
    const batch = await taken()
    const foreseen = await foresee(parts(), batch)
    world.time.now += 1000
    expect(foreseen?.records).toHaveLength(COUNT)
    const answer = await answered(batch)
    laptop.time.now += 5000
    const applied = await applyPush(parts(), { batch, answer, foreseen })
    expect(applied).toEqual({ settled: COUNT, upToDate: true, finished: true })
    expect((await laptop.db.device.get('device'))?.syncedAt).toBe(laptop.time.now)
    const page = await laptop.db.pages.orderBy('no').last()
    const head = await laptop.db.heads.orderBy('no').last()
    const changes = unpack(page?.bytes ?? new Uint8Array())
    expect(changes.map(({ id }) => id)).toEqual(['c0', 'c1', 'c2', 'c3'])
    for (const [i, { id, rev, seq, data, updatedAt }] of changes.entries()) {
      expect(world.record(id)).toMatchObject({ rev, data, updatedAt })
      expect(seq).toBe(answer.results[i]?.made?.seq)
      expect(head?.updated[i]).toBe(updatedAt)
    }
    expect(await laptop.db.rows.count()).toBe(0)
    await sameAsAsked()
  })
})

describe('what was foreseen is let go', () => {
  const meanwhile: [string, (batch: Batch) => Promise<unknown>][] = [
    ['the owner edits one of these clients', () => laptop.edit(client('c2'), { phone: '+47 5' })],
    ['the owner edits another client', () => create(laptop, 'new', { name: 'New' })],
    [
      'another tab took the answer in first',
      async (batch) => applyPush(parts(), { batch, answer: await answered(batch) }),
    ],
    [
      'another tab fetched what another device changed',
      async () => {
        await phone.edit(client('c0'), { location: 'Bergen' })
        await phone.sync(world.transport())
        await laptop.syncer(world.transport()).pullOnce()
      },
    ],
    ['everything is fetched anew', () => pullAll(parts())],
    [
      'another device had changed one of them',
      async () => {
        await phone.edit(client('c3'), { location: 'Bergen' })
        await phone.sync(world.transport())
      },
    ],
  ]

  it.each(meanwhile)('where %s', async (_what, happens) => {
    await editAll()
    const batch = await taken()
    const foreseen: Foreseen | undefined = await foresee(parts(), batch)
    expect(foreseen).toBeDefined()
    await happens(batch)
    const before = await laptop.db.queue.count()
    const views = await shown()
    const answer = await answered(batch)
    await applyPush(parts(), { batch, answer, foreseen })
    expect(await laptop.db.queue.count()).toBe(Math.max(0, before - COUNT))
    expect(await shown()).toMatchObject(views)
    await sameAsAsked()
    expect(await shown()).toMatchObject(views)
  })
})

it('nothing is foreseen of what waits beside something else, of two edits of one record, or of a deletion', async () => {
  await editAll()
  const batch = await taken()
  const few = { ...batch, mutations: batch.mutations.slice(1) }
  expect(await foresee(parts(), few)).toBeUndefined()
  await laptop.edit(client('c1'), { phone: '+47 99' })
  expect(await foresee(parts(), await taken())).toBeUndefined()
  await laptop.edits.remove(client('c1'))
  expect(await foresee(parts(), await taken())).toBeUndefined()
})
