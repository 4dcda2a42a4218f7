import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Cipher } from '#client/data/encryption/cipher.ts'
import { rekeyStore, replaceKeyEnvelope } from '#client/data/encryption/rekey.ts'
import { plainFields } from '#client/data/encryption/tables.ts'
import { openRawStore } from '#client/data/raw-store.ts'
import { NEXT_STORE_VERSION, STORE_VERSION } from '#client/data/store/schema.ts'
import { TODAY } from '#tests/support/server/site.ts'
import { SyncDevice, testKeyEnvelope } from '#tests/support/sync/sync-device.ts'
import { SyncServer } from '#tests/support/sync/sync-server.ts'
import {
  createClient,
  createClients,
  createRecordingTransport,
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
})

const ADA = toClientRef('ada')
const SECRETS = ['Ada Byron', 'ada@example.com', 'Likes tea', 'Booked by Ada', 'Half a note']

/** Puts something about Ada into each table. */
async function fillStore(): Promise<void> {
  await createClients(world, laptop, 3)
  await createClient(laptop, 'ada', { name: 'Ada Byron', email: 'ada@example.com' })
  await laptop.sync(world.createTransport())
  await laptop.edit(ADA, { notes: 'Likes tea' })
  const { db } = laptop
  await db.queryCache.put({ key: '/functions/get-bookings', data: ['Booked by Ada'], asOf: TODAY })
  await db.readOnly.put({
    ...{ key: 'booking/b1', coll: 'booking', seq: 1, resyncNo: 1 },
    data: { clientName: 'Ada Byron' },
  })
  await db.photographs.put({ key: 'reine/0', bytes: new TextEncoder().encode('Likes tea') })
  await db.drafts.put({ key: 'note:ada', data: { text: 'Half a note' } })
  const [item] = await db.queue.toArray()
  if (item) await db.rejected.put({ ...item, n: 99, reason: 'Likes tea', fieldErrors: {} })
}

/** All stored values, read without Dexie, as text with byte arrays decoded as Latin-1. */
async function readRaw(table?: string): Promise<string> {
  const db = await openRawStore({ factory: laptop.factory, userId: 'owner' })
  if (!db) return ''
  const names = table ? [table] : [...db.objectStoreNames]
  const read = names.map(
    (name) =>
      new Promise<unknown[]>((resolve) => {
        const request = db.transaction(name).objectStore(name).getAll()
        request.onsuccess = () => resolve(request.result)
      }),
  )
  const values = (await Promise.all(read)).flat()
  db.close()
  const latin = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')
  return JSON.stringify(values, (_key, value) =>
    ArrayBuffer.isView(value) ? latin(value as Uint8Array) : value,
  )
}

const findSecrets = (text: string) =>
  SECRETS.filter((secret) => text.toLowerCase().includes(secret.toLowerCase()))

describe('A database with a passphrase', () => {
  it('stores nothing readable in any table', async () => {
    await fillStore()
    const tables = laptop.db.tables.map(({ name }) => name).filter((name) => name in plainFields)
    for (const name of tables) expect(await readRaw(name), name).not.toBe('[]')
    expect(findSecrets(await readRaw())).toEqual(SECRETS)
    await laptop.toggleEncryption()
    expect(findSecrets(await readRaw())).toEqual([])
    await laptop.edit(ADA, {
      name: 'Ada Byron',
      email: 'ada@example.com',
      notes: 'Likes tea\nand cake',
    })
    await laptop.sync(world.createTransport())
    expect((await world.findRecord('ada'))?.data.notes).toBe('Likes tea\nand cake')
    expect(findSecrets(await readRaw())).toEqual([])
    await laptop.toggleEncryption()
    expect(findSecrets(await readRaw())).toEqual(SECRETS)
  })

  it('returns the same records as before encryption', async () => {
    await fillStore()
    const before = await Promise.all(laptop.db.tables.map((table) => table.toArray()))
    await laptop.toggleEncryption()
    const encrypted = await Promise.all(laptop.db.tables.map((table) => table.toArray()))
    const names = laptop.db.tables.map(({ name }) => name)
    for (const [i, name] of names.entries())
      if (name !== 'seal') expect(encrypted[i], name).toEqual(before[i])
    await laptop.toggleEncryption()
    expect(await Promise.all(laptop.db.tables.map((table) => table.toArray()))).toEqual(before)
  })

  it('stores only the keys and indexes of each table unencrypted', async () => {
    await laptop.db.open()
    for (const table of laptop.db.tables) {
      // Documents are encrypted with a key that only their journey's record has.
      if (['device', 'seal', 'documents'].includes(table.name)) continue
      const { primKey, indexes } = table.schema
      const keys = [primKey, ...indexes].flatMap(({ keyPath }) => keyPath)
      expect(plainFields[table.name as keyof typeof plainFields], table.name).toEqual(keys)
    }
  })

  it('shows, accepts and sends nothing while it is locked', async () => {
    await fillStore()
    await laptop.toggleEncryption()
    const { cipher: savedCipher } = laptop
    laptop.cipher = undefined
    laptop.crash()
    const { transport, sent } = createRecordingTransport(world)
    const queued = await readRaw('queue')
    await expect(laptop.sync(transport)).rejects.toThrow('locked')
    await expect(laptop.edit(ADA, { name: 'Bo' })).rejects.toThrow()
    expect(laptop.db.isLocked).toBe(true)
    expect(sent).toEqual([])
    expect(await readRaw('queue')).toBe(queued)
    laptop.crash()
    laptop.cipher = savedCipher
    expect(await laptop.sync(transport)).toBe('done')
    expect((await world.findRecord('ada'))?.data.notes).toBe('Likes tea')
  })

  it('rejects values that were moved to another key or inserted unencrypted', async () => {
    await fillStore()
    await laptop.toggleEncryption()
    laptop.crash()
    const raw = await openRawStore({ factory: laptop.factory, userId: 'owner' })
    const drafts = raw?.transaction('drafts', 'readwrite').objectStore('drafts')
    const request = drafts?.get('note:ada')
    await new Promise<void>((resolve) => {
      if (!drafts || !request) return
      request.onsuccess = () => {
        drafts.put({ ...request.result, key: 'note:bo' })
        drafts.put({ key: 'note:cy', data: 'Open' }).onsuccess = () => resolve()
      }
    })
    raw?.close()
    await expect(laptop.db.drafts.get('note:bo')).rejects.toThrow()
    await expect(laptop.db.drafts.get('note:cy')).rejects.toThrow()
    expect(await laptop.db.drafts.get('note:ada')).toMatchObject({ data: { text: 'Half a note' } })
  })

  it('can be deleted without its key', async () => {
    await fillStore()
    await laptop.toggleEncryption()
    laptop.cipher = undefined
    await laptop.wipe()
    expect(await laptop.listStores()).toEqual([])
  })
})

describe('Encryption of the database', () => {
  it('is applied completely or not at all, wherever it is interrupted', async () => {
    await fillStore()
    laptop.crash()
    const before = await readRaw()
    const count = JSON.parse(before).length - 1
    for (let last = 1; last <= count; last++) {
      let remaining = last
      const breaks = rekeyStore({
        factory: laptop.factory,
        userId: 'owner',
        convert: (_table, value) => {
          if (--remaining === 0) throw new Error('The page is gone')
          return { ...value, sealed: true }
        },
        before: undefined,
        envelope: undefined,
        onBlocked: () => undefined,
      })
      await expect(breaks).rejects.toThrow()
      expect(await readRaw()).toBe(before)
    }
    expect(await laptop.sync(world.createTransport())).toBe('done')
  })

  it('closes the database in every tab first, so that none writes unencrypted data or considers itself superseded', async () => {
    await fillStore()
    const other = laptop.createConnection()
    await other.open()
    await laptop.toggleEncryption()
    await expect(other.drafts.put({ key: 'note:bo', data: 'Open' })).rejects.toThrow()
    expect(other.isSuperseded).toBe(false)
    expect(await laptop.db.drafts.count()).toBe(1)
  })

  it('is blocked by a tab that does not close the database, reports this, and completes once the tab closes it', async () => {
    await fillStore()
    laptop.crash()
    const frozen = await openRawStore({ factory: laptop.factory, userId: 'owner' })
    let blockedCount = 0
    const sealing = rekeyStore({
      factory: laptop.factory,
      userId: 'owner',
      convert: (_table, value) => value,
      before: undefined,
      envelope: undefined,
      onBlocked: () => {
        blockedCount += 1
      },
    })
    await expect.poll(() => blockedCount).toBe(1)
    frozen?.close()
    await sealing
    expect(await laptop.sync(world.createTransport())).toBe('done')
  })

  it('keeps the database version below that of the next schema, however often it is repeated', async () => {
    await fillStore()
    for (let i = 0; i < 4; i++) await laptop.toggleEncryption()
    const db = await openRawStore({ factory: laptop.factory, userId: 'owner' })
    expect(db?.version).toBe(STORE_VERSION * 10 + 4)
    expect(db?.version).toBeLessThan(NEXT_STORE_VERSION)
    db?.close()
    expect(await laptop.sync(world.createTransport())).toBe('done')
  })

  it('is aborted if another tab was first: nothing is encrypted twice, and no key is attached to unencrypted data', async () => {
    await fillStore()
    const other = new Cipher(new Uint8Array(32).fill(9))
    const late = { factory: laptop.factory, userId: 'owner', onBlocked: () => undefined }
    const lateEnvelope = { ...testKeyEnvelope, id: 'late' }
    await laptop.toggleEncryption()
    laptop.crash()
    const convert: Parameters<typeof rekeyStore>[0]['convert'] = (table, value) =>
      other.encrypt(table, value)
    await expect(
      rekeyStore({ ...late, convert, before: undefined, envelope: lateEnvelope }),
    ).rejects.toThrow()
    const changed = { ...testKeyEnvelope, salt: new Uint8Array(1) }
    await expect(
      replaceKeyEnvelope({ ...late, before: changed, envelope: testKeyEnvelope }),
    ).rejects.toThrow()
    expect(await laptop.db.drafts.count()).toBe(1)
    await laptop.toggleEncryption()
    await expect(
      replaceKeyEnvelope({ ...late, before: testKeyEnvelope, envelope: lateEnvelope }),
    ).rejects.toThrow()
    expect(await laptop.sync(world.createTransport())).toBe('done')
  })

  it('succeeds in one of two tabs that start at once, and fails in the other', async () => {
    await fillStore()
    laptop.crash()
    const sealing = ['one', 'other'].map((id, i) => {
      const cipher = new Cipher(new Uint8Array(32).fill(i + 1))
      return rekeyStore({
        factory: laptop.factory,
        userId: 'owner',
        convert: (table, value) => cipher.encrypt(table, value),
        before: undefined,
        envelope: { ...testKeyEnvelope, id },
        onBlocked: () => undefined,
      }).then(() => cipher)
    })
    const ended = await Promise.allSettled(sealing)
    const winners = ended.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []))
    expect(winners).toHaveLength(1)
    laptop.cipher = winners[0]
    expect(await laptop.db.drafts.get('note:ada')).toMatchObject({ data: { text: 'Half a note' } })
  })
})
