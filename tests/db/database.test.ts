import { EventEmitter, once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Database, Tx } from '#server/db/database.ts'
import { migrateSqlite, migrations } from '#server/db/migrations/migrate.ts'
import { openDatabase } from '#server/db/open-database.ts'

let folder: string
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'db-'))
})
afterEach(() => fs.rmSync(folder, { recursive: true }))

const insert = (tx: Tx, id: string) =>
  tx.insertInto('payment_event').values({ id, received_at: 0 }).execute()
const readIds = async (db: Pick<Database, 'read'>) =>
  (await db.read.selectFrom('payment_event').select('id').orderBy('id').execute()).map(
    ({ id }) => id,
  )

describe('Writes', () => {
  it('that share a commit succeed or fail independently of each other', async () => {
    const db = await openDatabase(folder)
    const results = await Promise.allSettled([
      db.write((tx) => insert(tx, 'a')),
      db.write(async (tx) => {
        await insert(tx, 'b')
        throw new Error('no')
      }),
      db.write((tx) => insert(tx, 'a')),
      db.write((tx) => insert(tx, 'c')),
    ])
    expect(results.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
      'fulfilled',
    ])
    expect(await readIds(db)).toEqual(['a', 'c'])
    await db.close()
  })

  it('all fail when their shared commit fails, and store nothing', async () => {
    const db = await openDatabase(folder)
    const orphan = { cell: 1, booking_id: 'nobody' }
    const results = await Promise.allSettled([
      db.write((tx) => insert(tx, 'a')),
      db.write((tx) => tx.insertInto('occupied_cell').values(orphan).execute()),
    ])
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await readIds(db)).toEqual([])
    await db.write((tx) => insert(tx, 'b'))
    expect(await readIds(db)).toEqual(['b'])
    await db.close()
  })

  it('that are queued are finished, not dropped, when the database closes', async () => {
    const db = await openDatabase(folder)
    const written = db.write((tx) => insert(tx, 'a'))
    await db.close()
    await written
    const again = await openDatabase(folder)
    expect(await readIds(again)).toEqual(['a'])
    await again.close()
  })

  it('of others wait for a transaction and run after it', async () => {
    const db = await openDatabase(folder)
    const order: string[] = []
    const { begun, finish, work } = createPausingWork(order)
    const first = db.write(work)
    await begun
    const others = ['b', 'c'].map((id) =>
      db.write(async (tx) => {
        await insert(tx, id)
        order.push(id)
      }),
    )
    await pause(20)
    expect(order).toEqual(['a begins'])
    finish()
    await Promise.all([first, ...others])
    expect(order).toEqual(['a begins', 'a ends', 'b', 'c'])
    expect(await readIds(db)).toEqual(['a', 'b', 'c'])
    await db.close()
  })
})

describe('Reads', () => {
  it('see nothing of a transaction before its commit', async () => {
    const db = await openDatabase(folder)
    const { begun, finish, work } = createPausingWork()
    const written = db.write(work)
    await begun
    expect(await readIds(db)).toEqual([])
    expect(await db.read.transaction().execute((tx) => readIds({ read: tx }))).toEqual([])
    finish()
    await written
    expect(await readIds(db)).toEqual(['a'])
    await db.close()
  })
})

/** Work that inserts `a` and then waits for a call of `finish`. */
function createPausingWork(order: string[] = []) {
  const events = new EventEmitter()
  const work = async (tx: Tx) => {
    await insert(tx, 'a')
    order.push('a begins')
    const finished = once(events, 'finish')
    events.emit('begin')
    await finished
    order.push('a ends')
  }
  return { begun: once(events, 'begin'), finish: () => events.emit('finish'), work }
}

describe('The database file', () => {
  it('uses a write-ahead log and strict column types', async () => {
    await (await openDatabase(folder)).close()
    const sqlite = new Sqlite(path.join(folder, 'lysning.sqlite'))
    expect(sqlite.pragma('journal_mode', { simple: true })).toBe('wal')
    const tables = sqlite.prepare("SELECT name, sql FROM sqlite_master WHERE type = 'table'").all()
    for (const { name, sql } of tables as { name: string; sql: string }[])
      expect(sql, name).toMatch(/\) STRICT(, WITHOUT ROWID)?$/)
    sqlite.close()
  })
})

describe('A migration', () => {
  const file = () => path.join(folder, 'lysning.sqlite')
  const table = (name: string) => () => `CREATE TABLE ${name} (id INTEGER PRIMARY KEY) STRICT`

  it('is applied on top of earlier ones, and only once', () => {
    const steps = [...migrations, () => 'ALTER TABLE booking ADD COLUMN colour TEXT']
    const sqlite = new Sqlite(file())
    migrateSqlite(sqlite, folder)
    sqlite.exec("INSERT INTO answer VALUES ('key', 'hash', 200, '{}', 0)")
    migrateSqlite(sqlite, folder, steps)
    migrateSqlite(sqlite, folder, steps)
    expect(sqlite.pragma('user_version', { simple: true })).toBe(steps.length)
    const columns = sqlite.pragma('table_info(booking)') as { name: string }[]
    expect(columns.map(({ name }) => name)).toContain('colour')
    expect(sqlite.prepare('SELECT key FROM answer').all()).toEqual([{ key: 'key' }])
  })

  it('copies a database that contains data before it changes it', () => {
    const sqlite = new Sqlite(file())
    migrateSqlite(sqlite, folder, [table('one')])
    expect(fs.existsSync(path.join(folder, 'backups'))).toBe(false)
    sqlite.exec('INSERT INTO one VALUES (7)')
    migrateSqlite(sqlite, folder, [table('one'), () => 'DELETE FROM one'])
    const copy = new Sqlite(path.join(folder, 'backups/before-migration-from-1.sqlite'))
    expect(copy.prepare('SELECT id FROM one').all()).toEqual([{ id: 7 }])
    expect(sqlite.prepare('SELECT id FROM one').all()).toEqual([])
  })

  it('that fails halfway is rolled back to the previous version', () => {
    const sqlite = new Sqlite(file())
    const steps = [table('one'), () => `${table('two')()}; CREATE TABLE broken (`]
    expect(() => migrateSqlite(sqlite, folder, steps)).toThrow()
    expect(sqlite.pragma('user_version', { simple: true })).toBe(1)
    expect(sqlite.prepare("SELECT 1 FROM sqlite_master WHERE name = 'two'").all()).toEqual([])
  })

  it('refuses a database of a newer program version', () => {
    const sqlite = new Sqlite(file())
    sqlite.pragma(`user_version = ${migrations.length + 1}`)
    expect(() => migrateSqlite(sqlite, folder)).toThrow('this program supports versions up to')
  })
})
