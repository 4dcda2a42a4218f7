import { afterEach, beforeEach, expect, it } from 'vitest'
import { mergeField } from '#server/sync/merge.ts'
import { epochOf } from '#server/sync/store.ts'
import type { MutationResult } from '#shared/sync/protocol.ts'
import { SCHEMA } from '#shared/sync/wire.ts'
import { answerOf, OWNER, SyncWorld } from '#tests/support/sync-world.ts'

/** Pushes with a wrong `mid`, epoch or choice, sent directly, without a device's code. */

const ID = '0f8fad5b-d9cb-469f-a165-70867728950e'

let world: SyncWorld
beforeEach(() => {
  world = new SyncWorld()
})
afterEach(() => world.close())

const patch = (mid: number, set: object, { base = {}, baseRev = 0 } = {}) => ({
  mid,
  op: 'patch',
  coll: 'client',
  id: ID,
  baseEpoch: epochOf(world.db.read),
  baseRev,
  base,
  set,
  at: '',
})

async function push(deviceId: string, mutations: object[], epoch = epochOf(world.db.read)) {
  const { userId } = OWNER
  const sent = { userId, deviceId, deviceName: deviceId, epoch, schema: SCHEMA, mutations }
  const { status, body } = answerOf(await world.push(sent))
  return { status, ...(body as { code?: string; lastMid?: number; results?: MutationResult[] }) }
}

const name = () => world.record(ID)?.data.name

it('a gap of numbers is refused whole, with the last number that is known', async () => {
  await push('iphone-1', [patch(1, { name: 'Åse' })])
  const answer = await push('iphone-1', [patch(3, { name: 'Lost' })])
  expect(answer).toMatchObject({ status: 409, code: 'gap', lastMid: 1 })
  expect(name()).toBe('Åse')
})

it('a number answers once: the same edit again hears the same, another is refused', async () => {
  await push('iphone-1', [patch(1, { name: 'Åse' })])
  const again = await push('iphone-1', [patch(1, { name: 'Åse' })])
  expect(again.results).toMatchObject([{ mid: 1, status: 'applied', dup: true }])
  const other = await push('iphone-1', [patch(1, { name: 'Berit' })])
  expect(other).toMatchObject({ status: 409, code: 'mid_reuse', lastMid: 1 })
  expect(name()).toBe('Åse')
})

it('edits meant for another database change nothing', async () => {
  const answer = await push('iphone-1', [patch(1, { name: 'Åse' })], 'the-epoch-before')
  expect(answer).toMatchObject({ status: 409, code: 'epoch', lastMid: 0 })
  expect(world.record(ID)).toBeUndefined()
})

it('what one device left as it was keeps what another made of it', () => {
  expect(mergeField('value', { base: 'a', current: 'b', next: 'a' })).toEqual({ value: 'b' })
  expect(mergeField('value', { base: 'a', current: 'b', next: 'c' })).toBe('conflict')
})

it('a choice made before the value changed once more takes nothing, and keeps the question', async () => {
  await push('iphone-1', [patch(1, { name: 'Åse' })])
  await push('tablet-1', [patch(1, { name: 'Berit' }, { base: { name: '' } })])
  const [open] = world.record(ID)?.conflicts ?? []
  const choosing = (mid: number, seen: string) => ({
    mid,
    op: 'resolve',
    coll: 'client',
    id: ID,
    baseEpoch: epochOf(world.db.read),
    baseRev: 2,
    cid: open?.cid,
    choice: 'take',
    seen,
  })
  await push('iphone-1', [patch(2, { name: 'Cecilie' }, { base: { name: 'Åse' }, baseRev: 2 })])
  const early = await push('tablet-1', [choosing(2, 'Åse')])
  expect(early.results).toMatchObject([{ status: 'changed' }])
  expect(name()).toBe('Cecilie')
  expect(world.record(ID)?.conflicts).toHaveLength(1)
  await push('tablet-1', [choosing(3, 'Cecilie')])
  expect(name()).toBe('Berit')
})
