import { afterEach, beforeEach, expect, it } from 'vitest'
import { writeImported } from '../../client/offline/crm/import-write.ts'
import { Syncer, type SyncStep } from '../../client/offline/crm/syncer.ts'
import type { Transport } from '../../client/offline/crm/transport.ts'
import { LARGEST_PUSH, MOST_MUTATIONS } from '../../shared/sync/protocol.ts'
import { noHints, SyncDevice } from '../support/sync-device.ts'
import { NO_ANSWER, watched, way } from '../support/sync-steps.ts'
import { answerOf, SyncWorld } from '../support/sync-world.ts'

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

/** Edits made without a connection; the first have long notes. */
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
  // What was under way or being taken in was sent once more, and all as it was.
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

it('edits wait where nobody answers, and are all there afterwards', async () => {
  await makeEdits(300)
  const silent = way(world, { push: async () => NO_ANSWER, pull: async () => NO_ANSWER })
  for (let i = 0; i < 5; i++) expect(await laptop.sync(silent)).toBe('failed')
  expect(await laptop.db.queue.count()).toBe(300)
})
