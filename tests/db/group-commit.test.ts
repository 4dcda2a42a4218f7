import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import Sqlite from 'better-sqlite3'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DATABASE } from '#server/db/data-dir.ts'
import { type Database, query, raw } from '#server/db/database.ts'
import { storageFault } from '#server/db/faults.ts'
import { openDatabase } from '#server/db/open.ts'
import { FaultyDriver } from '#tests/support/faulty-driver.ts'

let folder: string
let db: Database
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'commit-'))
  db = openDatabase(folder, { lockWait: 100 })
})
afterEach(() => {
  db.close()
  fs.rmSync(folder, { recursive: true })
})

const insert = (name: string) => query.insertInto('mark').values({ name, value: '' })
const names = () =>
  db.read
    .all(query.selectFrom('mark').select('name').where('name', '!=', 'epoch').orderBy('name'))
    .map(({ name }) => name)
const faultsOf = (results: PromiseSettledResult<unknown>[]) =>
  results.map((result) => (result.status === 'rejected' ? storageFault(result.reason) : 'written'))

describe('a disk that is really full', () => {
  const limitPages = (most: number) => db.read.all(raw(sql.raw(`PRAGMA max_page_count = ${most}`)))
  const long = { name: 'long', value: 'x'.repeat(1_000_000) }

  it('keeps nothing of a batch, not even of writes after the one that found it full', async () => {
    limitPages(1)
    const results = await Promise.allSettled([
      db.write((tx) => tx.run(insert('a'))),
      db.write((tx) => tx.run(query.insertInto('mark').values(long))),
      db.write((tx) => tx.run(insert('b'))),
    ])
    limitPages(1_000_000)
    const written = faultsOf(results).flatMap((fault, at) => (fault === 'written' ? [at] : []))
    expect(faultsOf(results)[1]).toBe('full')
    expect(names()).toEqual(['a', 'b'].filter((_name, at) => written.includes(at * 2)))
    await db.write((tx) => tx.run(insert('later')))
    expect(names()).toContain('later')
  })
})

describe('where SQLite rolls the transaction back by itself', () => {
  let driver: FaultyDriver
  beforeEach(() => {
    driver = new FaultyDriver()
  })
  afterEach(() => driver.remove())

  it('a write that carries on runs nothing outside a transaction', async () => {
    const stubborn = db.write((tx) => {
      tx.run(insert('a'))
      driver.arm('SQLITE_FULL', 1)
      try {
        tx.run(insert('b'))
      } catch {
        driver.disarm()
      }
      tx.run(insert('c'))
    })
    const next = db.write((tx) => tx.run(insert('d')))
    const results = await Promise.allSettled([stubborn, next])
    expect(faultsOf(results)).toEqual(['io', 'io'])
    expect(names()).toEqual([])
  })

  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'call %i: nobody is told of more or less than is kept',
    async (nth) => {
      driver.arm('SQLITE_FULL', nth)
      const results = await Promise.allSettled([
        db.write((tx) => tx.run(insert('a'))),
        db.write((tx) => tx.run(insert('b'))),
      ])
      driver.disarm()
      const told = ['a', 'b'].filter((_name, at) => results[at]?.status === 'fulfilled')
      expect(names()).toEqual(told)
      await db.write((tx) => tx.run(insert('z')))
      expect(names()).toEqual([...told, 'z'])
    },
  )
})

describe('a lock that another process holds', () => {
  let other: Sqlite.Database
  beforeEach(() => {
    other = new Sqlite(path.join(folder, DATABASE))
    other.exec('BEGIN IMMEDIATE')
  })
  afterEach(() => other.close())

  it('holds up no turn of the event loop, and reads go on', async () => {
    let turns = 0
    const counting = setInterval(() => {
      turns += 1
    }, 1)
    const written = db.write((tx) => tx.run(insert('a')))
    await expect(written).rejects.toThrow('locked')
    clearInterval(counting)
    expect(turns).toBeGreaterThan(2)
    expect(names()).toEqual([])
  })

  it('is waited for, and the writes then go in their order', async () => {
    const order: string[] = []
    const write = (name: string) =>
      db.write((tx) => tx.run(insert(name))).then(() => order.push(name))
    const both = [write('b'), write('a')]
    await new Promise((turn) => setImmediate(turn))
    other.exec('ROLLBACK')
    await Promise.all(both)
    expect(order).toEqual(['b', 'a'])
    expect(db.health.fault).toBeUndefined()
  })

  it('does not keep a closing database', async () => {
    const lost = db.write((tx) => tx.run(insert('a')))
    db.close()
    await expect(lost).rejects.toThrow('closed')
    db = openDatabase(path.join(folder, 'another'))
  })
})
