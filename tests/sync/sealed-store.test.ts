import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openRaw } from '#client/book/store/raw-store.ts'
import { LATER_VERSION, STORE_VERSION } from '#client/book/store/schema.ts'
import { replaceSeal, reseal } from '#client/encryption/reseal.ts'
import { Sealer } from '#client/encryption/sealer.ts'
import { plainFields } from '#client/encryption/tables.ts'
import { TODAY } from '#tests/support/site.ts'
import { SyncDevice, testSeal } from '#tests/support/sync-device.ts'
import { client, create, fill, watched } from '#tests/support/sync-steps.ts'
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
})

const ADA = client('ada')
const SECRETS = ['Ada Byron', 'ada@example.com', 'Likes tea', 'Booked by Ada', 'Half a note']

/** Puts something about Ada into each table. */
async function worked(): Promise<void> {
  await fill(world, laptop, 3)
  await create(laptop, 'ada', { name: 'Ada Byron', email: 'ada@example.com' })
  await laptop.sync(world.transport())
  await laptop.edit(ADA, { notes: 'Likes tea' })
  const { db } = laptop
  await db.copies.put({ key: '/functions/get-bookings', data: ['Booked by Ada'], asOf: TODAY })
  await db.records.put({ key: 'booking/b1', data: { name: 'Ada Byron' } })
  await db.drafts.put({ key: 'note:ada', data: { text: 'Half a note' } })
  await db.imports.put({
    key: 'i/000001',
    lines: [{ row: 2, name: 'Ada Byron', outcome: 'added' }],
  })
  const [item] = await db.queue.toArray()
  if (item) await db.refused.put({ ...item, n: 99, reason: 'Likes tea', fieldErrors: {} })
}

/** All stored values, read without Dexie, as text with byte arrays decoded as Latin-1. */
async function lying(table?: string): Promise<string> {
  const db = await openRaw({ factory: laptop.factory, userId: 'owner' })
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

const found = (text: string) =>
  SECRETS.filter((secret) => text.toLowerCase().includes(secret.toLowerCase()))

describe('a store with a passphrase', () => {
  it('holds nothing that could be read, in any table', async () => {
    await worked()
    const tables = laptop.db.tables.map(({ name }) => name).filter((name) => name in plainFields)
    for (const name of tables) expect(await lying(name), name).not.toBe('[]')
    expect(found(await lying())).toEqual(SECRETS)
    await laptop.toggleSeal()
    expect(found(await lying())).toEqual([])
    await laptop.edit(ADA, {
      name: 'Ada Byron',
      email: 'ada@example.com',
      notes: 'Likes tea\nand cake',
    })
    await laptop.sync(world.transport())
    expect(world.record('ada')?.data.notes).toBe('Likes tea\nand cake')
    expect(found(await lying())).toEqual([])
    await laptop.toggleSeal()
    expect(found(await lying())).toEqual(SECRETS)
  })

  it('answers as it did', async () => {
    await worked()
    const before = await Promise.all(laptop.db.tables.map((table) => table.toArray()))
    await laptop.toggleSeal()
    const sealed = await Promise.all(laptop.db.tables.map((table) => table.toArray()))
    const names = laptop.db.tables.map(({ name }) => name)
    for (const [i, name] of names.entries())
      if (name !== 'seal') expect(sealed[i], name).toEqual(before[i])
    await laptop.toggleSeal()
    expect(await Promise.all(laptop.db.tables.map((table) => table.toArray()))).toEqual(before)
  })

  it('keeps in sight of each table what it is found by, and no more', async () => {
    await laptop.db.open()
    for (const table of laptop.db.tables) {
      if (table.name === 'device' || table.name === 'seal') continue
      const { primKey, indexes } = table.schema
      const keys = [primKey, ...indexes].map(({ keyPath }) => keyPath)
      expect(plainFields[table.name as keyof typeof plainFields], table.name).toEqual(keys)
    }
  })

  it('that is locked shows nothing, takes nothing and sends nothing', async () => {
    await worked()
    await laptop.toggleSeal()
    const { sealer } = laptop
    laptop.sealer = undefined
    laptop.crash()
    const { transport, sent } = watched(world)
    const waiting = await lying('queue')
    await expect(laptop.sync(transport)).rejects.toThrow('locked')
    await expect(laptop.edit(ADA, { name: 'Bo' })).rejects.toThrow()
    expect(laptop.db.locked).toBe(true)
    expect(sent).toEqual([])
    expect(await lying('queue')).toBe(waiting)
    laptop.crash()
    laptop.sealer = sealer
    expect(await laptop.sync(transport)).toBe('done')
    expect(world.record('ada')?.data.notes).toBe('Likes tea')
  })

  it('refuses what was moved to another key, or put there open', async () => {
    await worked()
    await laptop.toggleSeal()
    laptop.crash()
    const raw = await openRaw({ factory: laptop.factory, userId: 'owner' })
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

  it('is deleted without its key', async () => {
    await worked()
    await laptop.toggleSeal()
    laptop.sealer = undefined
    await laptop.wipe()
    expect(await laptop.stores()).toEqual([])
  })
})

describe('sealing', () => {
  it('counts whole or not at all, wherever it ends', async () => {
    await worked()
    laptop.crash()
    const before = await lying()
    const count = JSON.parse(before).length - 1
    for (let last = 1; last <= count; last++) {
      let left = last
      const breaks = reseal({
        factory: laptop.factory,
        userId: 'owner',
        convert: (_table, value) => {
          if (--left === 0) throw new Error('The page is gone')
          return { ...value, sealed: true }
        },
        before: undefined,
        seal: undefined,
        onBlocked: () => undefined,
      })
      await expect(breaks).rejects.toThrow()
      expect(await lying()).toBe(before)
    }
    expect(await laptop.sync(world.transport())).toBe('done')
  })

  it('takes the store from every tab first, so that none goes on in the old way, and none thinks it out of date', async () => {
    await worked()
    const other = laptop.connection()
    await other.open()
    await laptop.toggleSeal()
    await expect(other.drafts.put({ key: 'note:bo', data: 'Open' })).rejects.toThrow()
    expect(other.superseded).toBe(false)
    expect(await laptop.db.drafts.count()).toBe(1)
  })

  it('waits for a tab that does not let go, says so, and comes to its end then', async () => {
    await worked()
    laptop.crash()
    const frozen = await openRaw({ factory: laptop.factory, userId: 'owner' })
    let told = 0
    const sealing = reseal({
      factory: laptop.factory,
      userId: 'owner',
      convert: (_table, value) => value,
      before: undefined,
      seal: undefined,
      onBlocked: () => {
        told += 1
      },
    })
    await expect.poll(() => told).toBe(1)
    frozen?.close()
    await sealing
    expect(await laptop.sync(world.transport())).toBe('done')
  })

  it('stays below the number of the next structure, however often', async () => {
    await worked()
    for (let i = 0; i < 4; i++) await laptop.toggleSeal()
    const db = await openRaw({ factory: laptop.factory, userId: 'owner' })
    expect(db?.version).toBe(STORE_VERSION * 10 + 4)
    expect(db?.version).toBeLessThan(LATER_VERSION)
    db?.close()
    expect(await laptop.sync(world.transport())).toBe('done')
  })

  it('is undone where another tab was first: nothing is sealed twice, nor is a seal put on what lies open', async () => {
    await worked()
    const other = new Sealer(new Uint8Array(32).fill(9))
    const late = { factory: laptop.factory, userId: 'owner', onBlocked: () => undefined }
    const seal = { ...testSeal, id: 'late' }
    await laptop.toggleSeal()
    laptop.crash()
    const convert: Parameters<typeof reseal>[0]['convert'] = (table, value) =>
      other.seal(table, value)
    await expect(reseal({ ...late, convert, before: undefined, seal })).rejects.toThrow()
    const changed = { ...testSeal, salt: new Uint8Array(1) }
    await expect(replaceSeal({ ...late, before: changed, seal: testSeal })).rejects.toThrow()
    expect(await laptop.db.drafts.count()).toBe(1)
    await laptop.toggleSeal()
    await expect(replaceSeal({ ...late, before: testSeal, seal })).rejects.toThrow()
    expect(await laptop.sync(world.transport())).toBe('done')
  })

  it('succeeds for one of two tabs that begin at once, and the other hears that it did not', async () => {
    await worked()
    laptop.crash()
    const sealing = ['one', 'other'].map((id, i) => {
      const sealer = new Sealer(new Uint8Array(32).fill(i + 1))
      return reseal({
        factory: laptop.factory,
        userId: 'owner',
        convert: (table, value) => sealer.seal(table, value),
        before: undefined,
        seal: { ...testSeal, id },
        onBlocked: () => undefined,
      }).then(() => sealer)
    })
    const ended = await Promise.allSettled(sealing)
    const winners = ended.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []))
    expect(winners).toHaveLength(1)
    laptop.sealer = winners[0]
    expect(await laptop.db.drafts.get('note:ada')).toMatchObject({ data: { text: 'Half a note' } })
  })
})
