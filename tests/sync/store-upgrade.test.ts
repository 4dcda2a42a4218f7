import { IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { OwnerDatabase } from '#client/book/store/database.ts'
import { LATER_VERSION, STORE_VERSION } from '#client/book/store/schema.ts'
import { SyncDevice } from '#tests/support/sync-device.ts'
import { client, create, fill, NO_ANSWER, way } from '#tests/support/sync-steps.ts'
import { SyncWorld } from '#tests/support/sync-world.ts'

let world: SyncWorld
let laptop: SyncDevice
beforeEach(() => {
  world = new SyncWorld()
  laptop = new SyncDevice('laptop', { together: 2, packsFrom: 2 })
})
afterEach(() => {
  laptop.crash()
  world.close()
  vi.doUnmock('#client/book/store/schema.ts')
  vi.resetModules()
})

const ADA = client('ada')

/** Makes packed clients, a mutation that was sent without an answer, and a pending one. */
async function worked(): Promise<void> {
  await fill(world, laptop, 3)
  await create(laptop, 'ada', { name: 'Ada' })
  await laptop.sync(world.transport())
  await laptop.edit(ADA, { phone: '+47 1' })
  const unheard = async (body: object) => {
    await world.push(body)
    return NO_ANSWER
  }
  expect(await laptop.sync(way(world, { push: unheard }))).toBe('failed')
  await create(laptop, 'bo', { name: 'Bo' })
}

/** The database as a next version may declare it: one more store, and an upgrade of the data. */
async function nextDatabase({ factory: indexedDB, sealer }: SyncDevice): Promise<OwnerDatabase> {
  vi.resetModules()
  vi.doMock('#client/book/store/schema.ts', async (original) => ({
    ...(await original<object>()),
    LATER_VERSION: LATER_VERSION + 10_000,
  }))
  const { OwnerDatabase: Base } = await import('#client/book/store/database.ts')
  const found = sealer && { sealer: async () => sealer }
  const next = new Base('owner', { indexedDB, IDBKeyRange, ...found })
  next
    .version(LATER_VERSION / 10)
    .stores({ journeys: 'key' })
    .upgrade((tx) => tx.table('device').toCollection().modify({ upgraded: true }))
  return next
}

describe.each(['lies open', 'is sealed'])('a store of the version before that %s', (how) => {
  it('is upgraded once, with all that waits in it and the number under which it was sent', async () => {
    await worked()
    if (how === 'is sealed') {
      await laptop.toggleSeal()
      await laptop.toggleSeal()
      await laptop.toggleSeal()
    }
    const waits = await laptop.db.queue.toArray()
    const device = await laptop.db.device.get('device')
    laptop.crash()
    const next = await nextDatabase(laptop)
    expect(waits).toHaveLength(2)
    expect(await next.queue.toArray()).toEqual(waits)
    expect(await next.device.get('device')).toEqual({ ...device, upgraded: true })
    expect(await next.table('journeys').count()).toBe(0)
    next.close()
  })
})

it('a store of a later version is not opened', async () => {
  await worked()
  laptop.crash()
  const next = await nextDatabase(laptop)
  await next.open()
  next.close()
  const db = laptop.connection()
  await expect(db.open()).rejects.toThrow('A later version of the site')
  expect(db.superseded).toBe(true)
  await expect(db.queue.count()).rejects.toThrow()
})

it('a new store has the version that leaves room for a thousand passphrases', async () => {
  await laptop.db.open()
  const [store] = await laptop.factory.databases()
  expect(store?.version).toBe(STORE_VERSION * 10)
})
