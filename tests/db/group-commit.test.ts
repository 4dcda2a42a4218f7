import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import Sqlite from 'better-sqlite3'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DATABASE_FILE } from '#server/db/data-dir.ts'
import { type Database, query, raw } from '#server/db/database.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { getStorageFault } from '#server/db/storage-faults.ts'
import { FaultyDriver } from '#tests/support/faulty-driver.ts'

let folder: string
let db: Database
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'commit-'))
  db = openDatabase(folder, { lockTimeout: 100 })
})
afterEach(() => {
  db.close()
  fs.rmSync(folder, { recursive: true })
})

const insertNameStatement = (name: string) => query.insertInto('mark').values({ name, value: '' })
const readNames = () =>
  db.read
    .all(query.selectFrom('mark').select('name').where('name', '!=', 'epoch').orderBy('name'))
    .map(({ name }) => name)
const listFaults = (results: PromiseSettledResult<unknown>[]) =>
  results.map((result) =>
    result.status === 'rejected' ? getStorageFault(result.reason) : 'written',
  )

describe('A disk that is actually full', () => {
  const limitPages = (most: number) => db.read.all(raw(sql.raw(`PRAGMA max_page_count = ${most}`)))
  const long = { name: 'long', value: 'x'.repeat(1_000_000) }

  it('stores only what was reported as stored if the disk fills up within a batch', async () => {
    limitPages(1)
    const results = await Promise.allSettled([
      db.write((tx) => tx.run(insertNameStatement('a'))),
      db.write((tx) => tx.run(query.insertInto('mark').values(long))),
      db.write((tx) => tx.run(insertNameStatement('b'))),
    ])
    limitPages(1_000_000)
    const written = listFaults(results).flatMap((fault, at) => (fault === 'written' ? [at] : []))
    expect(listFaults(results)[1]).toBe('full')
    expect(readNames()).toEqual(['a', 'b'].filter((_name, at) => written.includes(at * 2)))
    await db.write((tx) => tx.run(insertNameStatement('later')))
    expect(readNames()).toContain('later')
  })
})

describe('A transaction that SQLite rolls back by itself', () => {
  let driver: FaultyDriver
  beforeEach(() => {
    driver = new FaultyDriver()
  })
  afterEach(() => driver.remove())

  it('a write that ignores the error runs nothing outside a transaction', async () => {
    const stubborn = db.write((tx) => {
      tx.run(insertNameStatement('a'))
      driver.arm('SQLITE_FULL', 1)
      try {
        tx.run(insertNameStatement('b'))
      } catch {
        driver.disarm()
      }
      tx.run(insertNameStatement('c'))
    })
    const next = db.write((tx) => tx.run(insertNameStatement('d')))
    const results = await Promise.allSettled([stubborn, next])
    expect(listFaults(results)).toEqual(['io', 'io'])
    expect(readNames()).toEqual([])
  })

  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'call %i: exactly the writes that were reported as successful are stored',
    async (nth) => {
      driver.arm('SQLITE_FULL', nth)
      const results = await Promise.allSettled([
        db.write((tx) => tx.run(insertNameStatement('a'))),
        db.write((tx) => tx.run(insertNameStatement('b'))),
      ])
      driver.disarm()
      const acknowledged = ['a', 'b'].filter((_name, at) => results[at]?.status === 'fulfilled')
      expect(readNames()).toEqual(acknowledged)
      await db.write((tx) => tx.run(insertNameStatement('z')))
      expect(readNames()).toEqual([...acknowledged, 'z'])
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
    const written = db.write((tx) => tx.run(insertNameStatement('a')))
    await expect(written).rejects.toThrow('locked')
    clearInterval(counting)
    expect(turns).toBeGreaterThan(2)
    expect(readNames()).toEqual([])
  })

  it('delays writes, which then run in their original order', async () => {
    const order: string[] = []
    const write = (name: string) =>
      db.write((tx) => tx.run(insertNameStatement(name))).then(() => order.push(name))
    const both = [write('b'), write('a')]
    await new Promise((turn) => setImmediate(turn))
    other.exec('ROLLBACK')
    await Promise.all(both)
    expect(order).toEqual(['b', 'a'])
    expect(db.health.fault).toBeUndefined()
  })

  it('does not prevent the database from closing', async () => {
    const lost = db.write((tx) => tx.run(insertNameStatement('a')))
    db.close()
    await expect(lost).rejects.toThrow('closed')
    db = openDatabase(path.join(folder, 'another'))
  })
})
