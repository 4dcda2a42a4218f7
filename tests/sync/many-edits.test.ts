import { afterEach, beforeEach, expect, it } from 'vitest'
import { writeImported } from '#client/book/import/write.ts'
import { Syncer, type SyncStep } from '#client/book/sync/syncer.ts'
import type { Transport } from '#client/book/sync/transport.ts'
import { readMutations } from '#server/sync/push.ts'
import { LARGEST_PUSH, MOST_MUTATIONS } from '#shared/sync/wire.ts'
import { noHints, SyncDevice } from '#tests/support/sync-device.ts'
import { NO_ANSWER, watched, way } from '#tests/support/sync-steps.ts'
import { answerOf, SyncWorld } from '#tests/support/sync-world.ts'

const EDITS = 5000

let world: SyncWorld
let laptop: SyncDevice
beforeEach(() => {
  world = new SyncWorld()
  laptop = new SyncDevice('laptop')
})
afterEach(() => {
  laptop.crash()
  world.close()
})

/** Queues edits; the first ones have long notes. */
async function makeEdits(count = EDITS): Promise<void> {
  const items = Array.from({ length: count }, (_, i) => ({
    id: `c${i}`,
    mode: 'add' as const,
    set: { name: `Client ${i}`, notes: i < 60 ? 'æ'.repeat(9000) : '' },
  }))
  const parts = { db: laptop.db, clock: () => laptop.time.now, newId: laptop.newId, hints: noHints }
  await writeImported(parts, items)
}

function syncer(transport: Transport, onStep: (step: SyncStep) => void): Syncer {
  const { db, newId, time } = laptop
  return new Syncer({ db, userId: 'owner', clock: () => time.now, newId, transport, onStep })
}

it('thousands of offline edits go in batches, each once, tell how far they are, and go on after a crash', async () => {
  await makeEdits()
  const { transport, sent } = watched(world)
  const dies = way(world, {
    push: async (body) => {
      const answer = await transport.push(body)
      if (sent.length === 3) laptop.crash()
      return answer
    },
  })
  const steps: SyncStep[] = []
  await expect(syncer(dies, (step) => steps.push(step)).run()).rejects.toThrow()
  expect(await laptop.db.queue.count()).toBeGreaterThan(EDITS / 2)
  expect(await syncer(transport, (step) => steps.push(step)).run()).toBe('done')
  for (const { mutations } of sent) expect(mutations.length).toBeLessThanOrEqual(MOST_MUTATIONS)
  for (const push of sent)
    expect(Buffer.byteLength(JSON.stringify(push))).toBeLessThanOrEqual(LARGEST_PUSH)
  expect(sent.some(({ mutations }) => mutations.length < MOST_MUTATIONS)).toBe(true)
  const contents = new Map<number, Set<string>>()
  const twice = sent
    .flatMap(({ mutations }) => mutations)
    .filter((mutation) => {
      const { mid } = mutation
      const known = contents.get(mid)
      contents.set(mid, (known ?? new Set()).add(JSON.stringify(mutation)))
      return known !== undefined
    })
  // Only mutations in progress when the page died were sent again, each with unchanged content.
  expect([...contents.values()].every(({ size }) => size === 1)).toBe(true)
  expect(contents.size).toBe(EDITS)
  expect(twice.length).toBeGreaterThan(0)
  expect(twice.length).toBeLessThanOrEqual(2 * MOST_MUTATIONS)
  expect(steps.reduce((sum, { pushed }) => sum + pushed, 0)).toBe(EDITS)
  expect(world.records()).toHaveLength(EDITS)
  expect(await laptop.db.queue.count()).toBe(0)
})

it('what was typed before the server was first met goes out in the same exchange, however much is there', async () => {
  const other = new SyncDevice('other')
  for (let i = 0; i < 30; i++)
    await other.edits.patch(
      { coll: 'client', id: `o${i}` },
      { base: {}, set: { name: `Other ${i}` } },
    )
  await other.sync(world.transport())
  await makeEdits(10)
  const small = way(world, {
    pull: async (query) => answerOf(world.pull({ ...query, limit: 10 })),
  })
  expect(await syncer(small, () => undefined).run()).toBe('done')
  expect(await laptop.db.queue.count()).toBe(0)
  expect(world.records()).toHaveLength(40)
  other.crash()
})

it('of a thousand edits three that the server cannot read cost one request, and the others arrive in their order', async () => {
  await makeEdits(1000)
  // The keys of the queue count from one.
  for (const n of [62, 500, 1000]) {
    const item = await laptop.db.queue.get(n)
    if (item?.intent.op !== 'patch') throw new Error('Nothing waits')
    await laptop.db.queue.put({ ...item, intent: { ...item.intent, baseRev: -1 } })
  }
  const plain = watched(world)
  expect(await laptop.sync(plain.transport)).toBe('done')
  const batches = plain.sent.filter(({ mutations }) => readMutations(mutations).unread.length === 0)
  expect(plain.sent.length - batches.length).toBeLessThanOrEqual(2)
  const mids = batches.flatMap(({ mutations }) => mutations.map(({ mid }) => mid))
  expect(mids).toEqual(Array.from({ length: 997 }, (_, i) => i + 1))
  const ids = Array.from({ length: 1000 }, (_, i) => `c${i}`)
  const unread = new Set(['c61', 'c499', 'c999'])
  expect(world.records().map(({ id }) => id)).toEqual(ids.filter((id) => !unread.has(id)))
  expect(await laptop.db.refused.toArray()).toMatchObject(
    [...unread].map((id) => ({
      key: `client/${id}`,
      intent: { set: { name: `Client ${id.slice(1)}` } },
    })),
  )
  expect(await laptop.db.queue.count()).toBe(0)
  expect(await laptop.unanswered()).toEqual([])
})

it('edits wait where nobody answers, and are all there afterwards', async () => {
  await makeEdits(300)
  const silent = way(world, { push: async () => NO_ANSWER, pull: async () => NO_ANSWER })
  for (let i = 0; i < 5; i++) expect(await laptop.sync(silent)).toBe('failed')
  expect(await laptop.db.queue.count()).toBe(300)
})
