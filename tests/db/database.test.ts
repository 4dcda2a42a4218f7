import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { query } from '#server/db/database.ts'
import { migrate, migrations } from '#server/db/migrations/migrate.ts'
import { openDatabase } from '#server/db/open-database.ts'

let folder: string
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'db-'))
})
afterEach(() => fs.rmSync(folder, { recursive: true }))

const insert = (name: string) =>
  query.insertInto('payment_event').values({ id: name, received_at: 0 })
const names = query.selectFrom('payment_event').select('id').orderBy('id')

describe('Writes', () => {
  it('that share a commit succeed or fail independently of each other', async () => {
    const db = openDatabase(folder)
    const results = await Promise.allSettled([
      db.write((tx) => tx.run(insert('a'))),
      db.write((tx) => {
        tx.run(insert('b'))
        throw new Error('no')
      }),
      db.write((tx) => tx.run(insert('a'))),
      db.write((tx) => tx.run(insert('c'))),
    ])
    expect(results.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
      'fulfilled',
    ])
    expect(db.read.all(names).map(({ id }) => id)).toEqual(['a', 'c'])
    db.close()
  })

  it('all fail when their shared commit fails, and store nothing', async () => {
    const db = openDatabase(folder)
    const orphan = query.insertInto('occupied_cell').values({ cell: 1, booking_id: 'nobody' })
    const results = await Promise.allSettled([
      db.write((tx) => tx.run(insert('a'))),
      db.write((tx) => tx.run(orphan)),
    ])
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(db.read.all(names)).toEqual([])
    await db.write((tx) => tx.run(insert('b')))
    expect(db.read.all(names)).toHaveLength(1)
    db.close()
  })

  it('that are queued are finished, not dropped, when the database closes', async () => {
    const db = openDatabase(folder)
    const written = db.write((tx) => tx.run(insert('a')))
    db.close()
    await written
    expect(openDatabase(folder).read.all(names)).toHaveLength(1)
  })

  it('must be synchronous', async () => {
    const db = openDatabase(folder)
    await expect(db.write(async (tx) => tx.run(insert('a')))).rejects.toThrow('synchronous')
    expect(db.read.all(names)).toEqual([])
    db.close()
  })
})

describe('The database file', () => {
  it('uses a write-ahead log and strict column types', () => {
    openDatabase(folder).close()
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
  const table = (name: string) => `CREATE TABLE ${name} (id INTEGER PRIMARY KEY) STRICT`

  it('is applied on top of earlier ones, and only once', () => {
    const steps = [...migrations, 'ALTER TABLE booking ADD COLUMN colour TEXT']
    const sqlite = new Sqlite(file())
    migrate(sqlite, folder)
    sqlite.exec("INSERT INTO answer VALUES ('key', 'hash', 200, '{}', 0)")
    migrate(sqlite, folder, steps)
    migrate(sqlite, folder, steps)
    expect(sqlite.pragma('user_version', { simple: true })).toBe(steps.length)
    const columns = sqlite.pragma('table_info(booking)') as { name: string }[]
    expect(columns.map(({ name }) => name)).toContain('colour')
    expect(sqlite.prepare('SELECT key FROM answer').all()).toEqual([{ key: 'key' }])
  })

  it('copies a database that contains data before it changes it', () => {
    const sqlite = new Sqlite(file())
    migrate(sqlite, folder, [table('one')])
    expect(fs.existsSync(path.join(folder, 'backups'))).toBe(false)
    sqlite.exec('INSERT INTO one VALUES (7)')
    migrate(sqlite, folder, [table('one'), 'DELETE FROM one'])
    const copy = new Sqlite(path.join(folder, 'backups/before-migration-from-1.sqlite'))
    expect(copy.prepare('SELECT id FROM one').all()).toEqual([{ id: 7 }])
    expect(sqlite.prepare('SELECT id FROM one').all()).toEqual([])
  })

  it('that fails halfway is rolled back to the previous version', () => {
    const sqlite = new Sqlite(file())
    const steps = [table('one'), `${table('two')}; CREATE TABLE broken (`]
    expect(() => migrate(sqlite, folder, steps)).toThrow()
    expect(sqlite.pragma('user_version', { simple: true })).toBe(1)
    expect(sqlite.prepare("SELECT 1 FROM sqlite_master WHERE name = 'two'").all()).toEqual([])
  })

  it('refuses a database of a newer program version', () => {
    const sqlite = new Sqlite(file())
    sqlite.pragma(`user_version = ${migrations.length + 1}`)
    expect(() => migrate(sqlite, folder)).toThrow('this program supports versions up to')
  })
})
