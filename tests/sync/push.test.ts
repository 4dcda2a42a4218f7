import { afterEach, beforeEach, expect, it } from 'vitest'
import { readEpoch } from '#server/db/metadata.ts'
import { mergeField } from '#server/sync/merge.ts'
import type { MutationResult } from '#shared/sync/protocol.ts'
import { SCHEMA_VERSION } from '#shared/sync/protocol-constants.ts'
import { OWNER, SyncServer, toAnswer } from '#tests/support/sync/sync-server.ts'

/** Pushes with a wrong `mid`, epoch or choice, sent directly, without a device's code. */

const ID = '0f8fad5b-d9cb-469f-a165-70867728950e'

let world: SyncServer
beforeEach(async () => {
  world = await SyncServer.open()
})
afterEach(() => world.close())

const patch = async (mid: number, set: object, { base = {}, baseRev = 0 } = {}) => ({
  mid,
  op: 'patch',
  coll: 'client',
  id: ID,
  baseEpoch: await readEpoch(world.db.read),
  baseRev,
  base,
  set,
  at: '',
})

async function push(deviceId: string, mutations: object[], epoch?: string) {
  const sent = {
    userId: OWNER.userId,
    deviceId,
    deviceName: deviceId,
    epoch: epoch ?? (await readEpoch(world.db.read)),
    schema: SCHEMA_VERSION,
    mutations,
  }
  const { status, body } = toAnswer(await world.push(sent))
  return { status, ...(body as { code?: string; lastMid?: number; results?: MutationResult[] }) }
}

const name = async () => (await world.findRecord(ID))?.data.name

it('A push with a gap in its numbers is rejected as a whole, with the last known number', async () => {
  await push('iphone-1', [await patch(1, { name: 'Åse' })])
  const answer = await push('iphone-1', [await patch(3, { name: 'Lost' })])
  expect(answer).toMatchObject({ status: 409, code: 'gap', lastMid: 1 })
  expect(await name()).toBe('Åse')
})

it('An edit resent under its number gets the same answer, and a different edit under that number is rejected', async () => {
  await push('iphone-1', [await patch(1, { name: 'Åse' })])
  const again = await push('iphone-1', [await patch(1, { name: 'Åse' })])
  expect(again.results).toMatchObject([{ mid: 1, status: 'applied', isReplay: true }])
  const other = await push('iphone-1', [await patch(1, { name: 'Berit' })])
  expect(other).toMatchObject({ status: 409, code: 'mid_reuse', lastMid: 1 })
  expect(await name()).toBe('Åse')
})

it('A deletion made before a restore of the server deletes nothing that its device may not have seen', async () => {
  await push('iphone-1', [await patch(1, { name: 'Åse' })])
  const { at: _at, base: _base, set: _set, ...target } = await patch(1, {}, { baseRev: 9 })
  const deletion = { ...target, op: 'delete', at: '' }
  const asked = await push('ipad-1', [{ ...deletion, baseEpoch: 'the-epoch-before' }])
  expect(asked.results).toMatchObject([{ status: 'not_deleted' }])
  expect(await world.findRecord(ID)).toMatchObject({ deleted: false })
  const done = await push('ipad-1', [{ ...deletion, mid: 2 }])
  expect(done.results).toMatchObject([{ status: 'applied' }])
})

it('Edits for another epoch of the database change nothing', async () => {
  const answer = await push('iphone-1', [await patch(1, { name: 'Åse' })], 'the-epoch-before')
  expect(answer).toMatchObject({ status: 409, code: 'epoch', lastMid: 0 })
  expect(await world.findRecord(ID)).toBeUndefined()
})

it('A value that one device did not change retains the change of another device', () => {
  expect(mergeField('value', { base: 'a', current: 'b', next: 'a' })).toEqual({ value: 'b' })
  expect(mergeField('value', { base: 'a', current: 'b', next: 'c' })).toBe('conflict')
})

it('Of two edits of a value whose latest edit counts, the one made later is kept', () => {
  const edits = { base: 1, current: 2, next: 3 }
  expect(mergeField('latest', edits)).toEqual({ value: 3 })
  expect(mergeField('latest', { ...edits, isOlder: true })).toEqual({ value: 2 })
  expect(mergeField('latest', { ...edits, current: null, isOlder: true })).toEqual({ value: null })
  expect(mergeField('latest', { ...edits, current: undefined, isOlder: true })).toEqual({
    value: 3,
  })
})

it('Two edits of a list take out and add what each of them did', () => {
  const base = ['Vegan', 'Halal']
  const edits = { base, current: ['Halal', 'Fish'], next: ['Vegan', 'Nuts'] }
  expect(mergeField('list', edits)).toEqual({ value: ['Fish', 'Nuts'] })
  expect(mergeField('list', { base, current: ['Vegan'], next: [...base, 'Nuts'] })).toEqual({
    value: ['Vegan', 'Nuts'],
  })
})

it('Resolving a conflict has no effect if the value changed again meanwhile, and the conflict stays open', async () => {
  await push('iphone-1', [await patch(1, { name: 'Åse' })])
  await push('tablet-1', [await patch(1, { name: 'Berit' }, { base: { name: '' } })])
  const [open] = (await world.findRecord(ID))?.conflicts ?? []
  const choosing = async (mid: number, seen: string) => ({
    mid,
    op: 'resolve',
    coll: 'client',
    id: ID,
    baseEpoch: await readEpoch(world.db.read),
    baseRev: 2,
    cid: open?.cid,
    choice: 'take',
    seen,
  })
  await push('iphone-1', [
    await patch(2, { name: 'Cecilie' }, { base: { name: 'Åse' }, baseRev: 2 }),
  ])
  const early = await push('tablet-1', [await choosing(2, 'Åse')])
  expect(early.results).toMatchObject([{ status: 'outdated' }])
  expect(await name()).toBe('Cecilie')
  expect((await world.findRecord(ID))?.conflicts).toHaveLength(1)
  await push('tablet-1', [await choosing(3, 'Cecilie')])
  expect(await name()).toBe('Berit')
})
