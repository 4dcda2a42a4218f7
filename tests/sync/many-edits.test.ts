import { expect } from 'vitest'
import { writeImport } from '#client/data/import/write-import.ts'
import { SyncEngine, type SyncStep } from '#client/data/sync/sync-engine.ts'
import type { Transport } from '#client/data/sync/transport.ts'
import { parseMutations } from '#server/sync/mutations.ts'
import { MAX_MUTATIONS, MAX_PUSH_BYTES } from '#shared/sync/protocol-constants.ts'
import { noHints, SyncDevice } from '#tests/support/sync/sync-device.ts'
import { toAnswer } from '#tests/support/sync/sync-server.ts'
import { test as it } from '#tests/support/sync/sync-test.ts'
import {
  createRecordingTransport,
  createTestTransport,
  NO_ANSWER,
} from '#tests/support/sync/sync-transports.ts'

const EDITS = 5000

/** Queues edits; the first ones have long notes. */
async function makeEdits(laptop: SyncDevice, count = EDITS): Promise<void> {
  const items = Array.from({ length: count }, (_, i) => ({
    id: `c${i}`,
    mode: 'add' as const,
    set: { name: `Client ${i}`, notes: i < 60 ? 'æ'.repeat(9000) : '' },
  }))
  const parts = { db: laptop.db, clock: () => laptop.time.now, newId: laptop.newId, hints: noHints }
  await writeImport(parts, items)
}

function createSyncEngine(
  laptop: SyncDevice,
  transport: Transport,
  onStep: (step: SyncStep) => void,
): SyncEngine {
  const { db, newId, time } = laptop
  return new SyncEngine({ db, userId: 'owner', clock: () => time.now, newId, transport, onStep })
}

it('Thousands of offline edits are sent in batches, applied once each, with progress, and resume after a crash', async ({
  world,
  laptop,
}) => {
  await makeEdits(laptop)
  const { transport, sent } = createRecordingTransport(world)
  const dies = createTestTransport(world, {
    push: async (body) => {
      const answer = await transport.push(body)
      if (sent.length === 3) laptop.crash()
      return answer
    },
  })
  const steps: SyncStep[] = []
  await expect(createSyncEngine(laptop, dies, (step) => steps.push(step)).run()).rejects.toThrow()
  expect(await laptop.db.queue.count()).toBeGreaterThan(EDITS / 2)
  expect(await createSyncEngine(laptop, transport, (step) => steps.push(step)).run()).toBe('done')
  for (const { mutations } of sent) expect(mutations.length).toBeLessThanOrEqual(MAX_MUTATIONS)
  for (const push of sent)
    expect(Buffer.byteLength(JSON.stringify(push))).toBeLessThanOrEqual(MAX_PUSH_BYTES)
  expect(sent.some(({ mutations }) => mutations.length < MAX_MUTATIONS)).toBe(true)
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
  expect(twice.length).toBeLessThanOrEqual(2 * MAX_MUTATIONS)
  expect(steps.reduce((sum, { pushed }) => sum + pushed, 0)).toBe(EDITS)
  expect(await world.listRecords()).toHaveLength(EDITS)
  expect(await laptop.db.queue.count()).toBe(0)
})

it('Edits made before the first contact with the server are sent in the first sync, however much must be fetched', async ({
  world,
  laptop,
}) => {
  const other = new SyncDevice('other')
  for (let i = 0; i < 30; i++)
    await other.edits.patch(
      { coll: 'client', id: `o${i}` },
      { base: {}, set: { name: `Other ${i}` } },
    )
  await other.sync(world.createTransport())
  await makeEdits(laptop, 10)
  const small = createTestTransport(world, {
    pull: async (query) => toAnswer(await world.pull({ ...query, limit: 10 })),
  })
  expect(await createSyncEngine(laptop, small, () => undefined).run()).toBe('done')
  expect(await laptop.db.queue.count()).toBe(0)
  expect(await world.listRecords()).toHaveLength(40)
  other.crash()
})

it('Three unreadable edits among a thousand cost at most two extra requests, and the others arrive in order', async ({
  world,
  laptop,
}) => {
  await makeEdits(laptop, 1000)
  // The keys of the queue count from one.
  for (const n of [62, 500, 1000]) {
    const item = await laptop.db.queue.get(n)
    if (item?.intent.op !== 'patch') throw new Error('Nothing waits')
    await laptop.db.queue.put({ ...item, intent: { ...item.intent, baseRev: -1 } })
  }
  const plain = createRecordingTransport(world)
  expect(await laptop.sync(plain.transport)).toBe('done')
  const batches = plain.sent.filter(
    ({ mutations }) => parseMutations(mutations).invalid.length === 0,
  )
  expect(plain.sent.length - batches.length).toBeLessThanOrEqual(2)
  const mids = batches.flatMap(({ mutations }) => mutations.map(({ mid }) => mid))
  expect(mids).toEqual(Array.from({ length: 997 }, (_, i) => i + 1))
  const ids = Array.from({ length: 1000 }, (_, i) => `c${i}`)
  const invalid = new Set(['c61', 'c499', 'c999'])
  expect((await world.listRecords()).map(({ id }) => id)).toEqual(
    ids.filter((id) => !invalid.has(id)),
  )
  expect(await laptop.db.rejected.toArray()).toMatchObject(
    [...invalid].map((id) => ({
      key: `client/${id}`,
      intent: { set: { name: `Client ${id.slice(1)}` } },
    })),
  )
  expect(await laptop.db.queue.count()).toBe(0)
  expect(await laptop.listUnansweredMids()).toEqual([])
})

it('Edits stay queued without loss while the server does not answer', async ({ world, laptop }) => {
  await makeEdits(laptop, 300)
  const silent = createTestTransport(world, {
    push: async () => NO_ANSWER,
    pull: async () => NO_ANSWER,
  })
  for (let i = 0; i < 5; i++) expect(await laptop.sync(silent)).toBe('failed')
  expect(await laptop.db.queue.count()).toBe(300)
})
