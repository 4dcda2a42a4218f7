import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import Sqlite from 'better-sqlite3'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DATABASE_FILE } from '#server/db/data-dir.ts'
import type { Database, Tx } from '#server/db/database.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { getStorageFault } from '#server/db/storage-faults.ts'
import { FaultyDriver } from '#tests/support/db/sqlite-driver.ts'

let folder: string
let db: Database
beforeEach(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'commit-'))
  db = await openDatabase(folder, { lockTimeout: 100 })
})
afterEach(async () => {
  await db.close()
  fs.rmSync(folder, { recursive: true })
})

const insertName = (tx: Tx, name: string) =>
  tx.insertInto('mark').values({ name, value: '' }).execute()
const readNames = async () =>
  (
    await db.read
      .selectFrom('mark')
      .select('name')
      .where('name', '!=', 'epoch')
      .orderBy('name')
      .execute()
  ).map(({ name }) => name)
const listFaults = (results: PromiseSettledResult<unknown>[]) =>
  results.map((result) =>
    result.status === 'rejected' ? getStorageFault(result.reason) : 'written',
  )

describe('A disk that is actually full', () => {
  const limitPages = (most: number) =>
    db.write((tx) => sql.raw(`PRAGMA max_page_count = ${most}`).execute(tx))
  const long = { name: 'long', value: 'x'.repeat(1_000_000) }

  it('stores only what was reported as stored if the disk fills up within a batch', async () => {
    await limitPages(1)
    const results = await Promise.allSettled([
      db.write((tx) => insertName(tx, 'a')),
      db.write((tx) => tx.insertInto('mark').values(long).execute()),
      db.write((tx) => insertName(tx, 'b')),
    ])
    await limitPages(1_000_000)
    const written = listFaults(results).flatMap((fault, at) => (fault === 'written' ? [at] : []))
    expect(listFaults(results)[1]).toBe('full')
    expect(await readNames()).toEqual(['a', 'b'].filter((_name, at) => written.includes(at * 2)))
    await db.write((tx) => insertName(tx, 'later'))
    expect(await readNames()).toContain('later')
  })
})

describe('A transaction that SQLite rolls back by itself', () => {
  let driver: FaultyDriver
  beforeEach(() => {
    driver = new FaultyDriver()
  })
  afterEach(() => driver.remove())

  it('a write that ignores the error runs nothing outside a transaction', async () => {
    const stubborn = db.write(async (tx) => {
      await insertName(tx, 'a')
      driver.arm('SQLITE_FULL', 1)
      try {
        await insertName(tx, 'b')
      } catch {
        driver.disarm()
      }
      await insertName(tx, 'c')
    })
    const next = db.write((tx) => insertName(tx, 'd'))
    const results = await Promise.allSettled([stubborn, next])
    expect(listFaults(results)).toEqual(['io', 'io'])
    expect(await readNames()).toEqual([])
  })

  /** Two writes in one commit call the driver so often: a fault in the next call never happens. */
  const CALLS = 13

  it.each(Array.from({ length: CALLS + 1 }, (_, index) => index + 1))(
    'call %i: exactly the writes that were reported as successful are stored',
    async (nth) => {
      driver.arm('SQLITE_FULL', nth)
      const results = await Promise.allSettled([
        db.write((tx) => insertName(tx, 'a')),
        db.write((tx) => insertName(tx, 'b')),
      ])
      expect(driver.disarm()).toBe(nth <= CALLS)
      const acknowledged = ['a', 'b'].filter((_name, at) => results[at]?.status === 'fulfilled')
      expect(await readNames()).toEqual(acknowledged)
      await db.write((tx) => insertName(tx, 'z'))
      expect(await readNames()).toEqual([...acknowledged, 'z'])
    },
  )
})

describe('A database lock of another process', () => {
  let other: Sqlite.Database
  beforeEach(() => {
    other = new Sqlite(path.join(folder, DATABASE_FILE))
    other.exec('BEGIN IMMEDIATE')
  })
  afterEach(() => other.close())

  it('blocks neither the event loop nor reads', async () => {
    let turns = 0
    const counting = setInterval(() => {
      turns += 1
    }, 1)
    const written = db.write((tx) => insertName(tx, 'a'))
    await expect(written).rejects.toThrow('locked')
    clearInterval(counting)
    expect(turns).toBeGreaterThan(2)
    expect(await readNames()).toEqual([])
  })

  it('delays writes, which then run in their original order', async () => {
    const order: string[] = []
    const write = (name: string) =>
      db.write((tx) => insertName(tx, name)).then(() => order.push(name))
    const both = [write('b'), write('a')]
    await new Promise((turn) => setImmediate(turn))
    other.exec('ROLLBACK')
    await Promise.all(both)
    expect(order).toEqual(['b', 'a'])
  })

  it('does not prevent the database from closing', async () => {
    const lost = db.write((tx) => insertName(tx, 'a'))
    await db.close()
    await expect(lost).rejects.toThrow('closed')
    db = await openDatabase(path.join(folder, 'another'))
  })
})
