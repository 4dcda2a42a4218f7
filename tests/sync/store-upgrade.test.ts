import { IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { OwnerDatabase } from '#client/data/store/database.ts'
import { NEXT_STORE_VERSION, STORE_VERSION } from '#client/data/store/schema.ts'
import { SyncDevice } from '#tests/support/sync/sync-device.ts'
import { SyncServer } from '#tests/support/sync/sync-server.ts'
import {
  createClient,
  createClients,
  createTestTransport,
  NO_ANSWER,
  toClientRef,
} from '#tests/support/sync/sync-transports.ts'

let world: SyncServer
let laptop: SyncDevice
beforeEach(async () => {
  world = await SyncServer.open()
  laptop = new SyncDevice('laptop', { packThreshold: 2, compactThreshold: 2 })
})
afterEach(async () => {
  laptop.crash()
  await world.close()
  vi.doUnmock('#client/data/store/schema.ts')
  vi.resetModules()
})

const ADA = toClientRef('ada')

/** Makes packed clients, a mutation that was sent without an answer, and a pending one. */
async function fillStore(): Promise<void> {
  await createClients(world, laptop, 3)
  await createClient(laptop, 'ada', { name: 'Ada' })
  await laptop.sync(world.createTransport())
  await laptop.edit(ADA, { phone: '+47 1' })
  const unheard = async (body: object) => {
    await world.push(body)
    return NO_ANSWER
  }
  expect(await laptop.sync(createTestTransport(world, { push: unheard }))).toBe('failed')
  await createClient(laptop, 'bo', { name: 'Bo' })
}

/** The database as a next version may declare it: one more store, and an upgrade of the data. */
async function nextDatabase({
  factory: indexedDB,
  cipher: deviceCipher,
}: SyncDevice): Promise<OwnerDatabase> {
  vi.resetModules()
  vi.doMock('#client/data/store/schema.ts', async (original) => ({
    ...(await original<object>()),
    NEXT_STORE_VERSION: NEXT_STORE_VERSION + 10_000,
  }))
  const { OwnerDatabase: Base } = await import('#client/data/store/database.ts')
  const found = deviceCipher && { getCipher: async () => deviceCipher }
  const next = new Base('owner', { indexedDB, IDBKeyRange, ...found })
  next
    .version(NEXT_STORE_VERSION / 10)
    .stores({ journeys: 'key' })
    .upgrade((tx) => tx.table('device').toCollection().modify({ upgraded: true }))
  return next
}

describe.each(['is not encrypted', 'is encrypted'])(
  'A database of the previous version that %s',
  (how) => {
    it('is upgraded once, with all pending mutations and the numbers under which they were sent', async () => {
      await fillStore()
      if (how === 'is encrypted') {
        await laptop.toggleEncryption()
        await laptop.toggleEncryption()
        await laptop.toggleEncryption()
      }
      const queued = await laptop.db.queue.toArray()
      const device = await laptop.db.device.get('device')
      laptop.crash()
      const next = await nextDatabase(laptop)
      expect(queued).toHaveLength(2)
      expect(await next.queue.toArray()).toEqual(queued)
      expect(await next.device.get('device')).toEqual({ ...device, upgraded: true })
      expect(await next.table('journeys').count()).toBe(0)
      next.close()
    })
  },
)

it('A database of a later version is not opened', async () => {
  await fillStore()
  laptop.crash()
  const next = await nextDatabase(laptop)
  await next.open()
  next.close()
  const db = laptop.createConnection()
  await expect(db.open()).rejects.toThrow('A newer version of the site')
  expect(db.isSuperseded).toBe(true)
  await expect(db.queue.count()).rejects.toThrow()
})

it('A new database gets a version number with room for a thousand passphrase changes', async () => {
  await laptop.db.open()
  const [store] = await laptop.factory.databases()
  expect(store?.version).toBe(STORE_VERSION * 10)
})
