import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { lockDataDir } from '#server/db/data-dir.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { PostgresDatabase } from '#tests/support/db/postgres-database.ts'
import { readDesk } from '#tests/support/desk/desk-answers.ts'
import {
  runCliCommand,
  runCliCommandWith,
  startCommandWith,
} from '#tests/support/server/cli-commands.ts'
import { ServerProcess } from '#tests/support/server/server.ts'
import {
  listMailFiles,
  readPostgresSite,
  readSqliteSite,
} from '#tests/support/server/server-data.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')

let parent: string
/** A data folder with the demonstration data; each test gets a copy. */
let demo: string
let dataDir: string
let back: string
let database: PostgresDatabase
beforeAll(async () => {
  parent = fs.mkdtempSync(path.join(os.tmpdir(), 'move-'))
  demo = path.join(parent, 'demo')
  const { code, errors } = await runCliCommand('demo', demo)
  expect({ code, errors }).toEqual({ code: 0, errors: '' })
})
afterAll(() => fs.rmSync(parent, { recursive: true }))
beforeEach(async () => {
  database = await PostgresDatabase.create()
  dataDir = path.join(parent, 'data')
  back = path.join(parent, 'back')
  fs.cpSync(demo, dataDir, { recursive: true })
})
afterEach(async () => {
  for (const folder of [dataDir, back]) fs.rmSync(folder, { recursive: true, force: true })
  await database.drop()
})

const moveToPostgres = () => runCliCommand('move', dataDir, database.url)
const moveToSqlite = (folder = back) =>
  runCliCommandWith({ DATABASE_URL: database.url }, 'move', dataDir, `sqlite:${folder}`)

/** Runs a statement on the SQLite file of the data folder. */
function changeFile<T>(work: (sqlite: Sqlite.Database) => T): T {
  const sqlite = new Sqlite(path.join(dataDir, 'lysning.sqlite'))
  try {
    return work(sqlite)
  } finally {
    sqlite.close()
  }
}

/** Adds 64 MiB, so that a copy is slow enough to interrupt; without them, the next one is fast. */
function enlarge(): void {
  changeFile((sqlite) => {
    const insert = sqlite.prepare('INSERT INTO mark (name, value) VALUES (?, ?)')
    for (let name = 0; name < 64; name++) insert.run(`large ${name}`, 'x'.repeat(1 << 20))
  })
}
const ENLARGE_POSTGRES = `INSERT INTO mark (name, value)
  SELECT 'large ' || name, repeat('x', 1 << 20) FROM generate_series(1, 64) AS name`
const SHRINK = "DELETE FROM mark WHERE name LIKE 'large %'"

/** Adds a document of a journey with every byte, in pieces that do not fit one batch. */
function addDocument(): void {
  const piece = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 256))
  changeFile((sqlite) => {
    sqlite.exec("INSERT INTO journey_document VALUES ('lofoten', 'ticket', 1500000, 1, NULL)")
    const insert = sqlite.prepare('INSERT INTO journey_document_piece VALUES (?, ?, ?, ?, ?)')
    for (let number = 0; number < 5; number++)
      insert.run('lofoten', 'ticket', number, piece, 'a digest')
  })
}

describe('A site that moves to PostgreSQL and back', () => {
  it('keeps every row of every table, its mails and its epoch, and shows the owner the same desk', async () => {
    addDocument()
    const before = await readDesk(dataDir, NOW)
    expect(before).toMatchObject({ 'get-bookings': { status: 200 }, 'get-sales': { status: 200 } })
    const original = readSqliteSite(dataDir)
    const moved = await moveToPostgres()
    expect(moved).toMatchObject({ code: 0, errors: '' })
    expect(moved.output).toMatch(
      /^Copied \d{4,} rows of \d\d tables and \d+ mails from \S+ to the database own_\w+ on [\d.]+, and compared every table; set DATABASE_URL to its address before you start the server\. The keys in \S+\/keys were not copied: keep that folder\n$/,
    )
    const { mail_message: messages, ...rest } = await readPostgresSite(database.url)
    expect(messages).toHaveLength(listMailFiles(demo).length)
    expect({ ...rest, mail_message: [] }).toEqual(original)
    expect(await readDesk(dataDir, NOW, database.url)).toEqual(before)

    const onPostgres = await readPostgresSite(database.url)
    const returned = await moveToSqlite()
    expect(returned).toMatchObject({ code: 0, errors: '' })
    expect(returned.output).toContain(`remove DATABASE_URL and set DATA_DIR to ${back} before`)
    expect(readSqliteSite(back)).toEqual({ ...onPostgres, mail_message: [] })
    expect(listMailFiles(back)).toEqual(listMailFiles(demo))
    expect(listMailFiles(back)).not.toEqual([])
    // As text: to compare two buffers, `toEqual` makes a list of all positions for each byte.
    const readMail = (folder: string, name: string) =>
      fs.readFileSync(path.join(folder, 'mail', name), 'latin1')
    for (const name of listMailFiles(back)) expect(readMail(back, name)).toBe(readMail(demo, name))
    expect(fs.readdirSync(back).sort()).toEqual(['database-made', 'lock', 'lysning.sqlite', 'mail'])
    fs.cpSync(path.join(dataDir, 'keys'), path.join(back, 'keys'), { recursive: true })
    expect(await readDesk(back, NOW)).toEqual(before)
  })

  it('continues with ids that no copied row has, and runs its triggers again', async () => {
    expect((await moveToPostgres()).code).toBe(0)
    const [{ highest } = { highest: 0 }] = await database.query<{ highest: number }>(
      'SELECT max(id)::int AS highest FROM form_submissions',
    )
    const changes = () => database.count("desk_change WHERE kind = 'submission'")
    const before = await changes()
    const [{ id } = { id: 0 }] = await database.query<{ id: number }>(
      `INSERT INTO form_submissions (form_type, data, created_at) VALUES ('contact', '{}', 1)
        RETURNING id::int`,
    )
    expect(id).toBe(highest + 1)
    expect(await changes()).toBe(before + 1)
  })

  it('keeps a character that PostgreSQL cannot store as the replacement character, and says how often', async () => {
    const text = { null: 'a\0b', escaped: '{"a":"\\u0000\\ud800"}' }
    changeFile((sqlite) => {
      const insert = sqlite.prepare('INSERT INTO mark (name, value) VALUES (?, ?)')
      for (const [name, value] of Object.entries(text)) insert.run(name, value)
    })
    const { code, output } = await moveToPostgres()
    expect(code).toBe(0)
    expect(output).toContain(
      'texts with characters that PostgreSQL cannot store, which were replaced: 1;',
    )
    const stored = "SELECT value FROM mark WHERE name IN ('null', 'escaped') ORDER BY name"
    expect(await database.query(stored)).toEqual([{ value: text.escaped }, { value: 'a\ufffdb' }])
  })
})

describe('A move that is refused', () => {
  const refusal = async (result: ReturnType<typeof moveToPostgres>) => {
    const { code, output, errors } = await result
    expect({ code, output }).toEqual({ code: 1, output: '' })
    return errors
  }

  it('copies nothing while a server uses the data folder', async () => {
    const unlock = lockDataDir(dataDir)
    expect(await refusal(moveToPostgres())).toMatch(
      /is in use by a running server or restore\..+\n$/,
    )
    unlock()
    expect(await database.countTables()).toBe(0)
  })

  it('copies nothing in either direction while a server uses the database', async () => {
    const server = await openDatabase(path.join(parent, 'other'), { url: database.url })
    const used = /^A running server or command uses the database own_\w+ on .+\n$/
    // As a server does, which looks for jobs every few seconds.
    const look = () => server.read.selectFrom('job').select('id').execute()
    await look()
    const results = [await refusal(moveToPostgres())]
    await look()
    results.push(await refusal(moveToSqlite()))
    for (const errors of results) expect(errors).toMatch(used)
    await server.close()
    expect(fs.existsSync(path.join(back, 'lysning.sqlite'))).toBe(false)
    expect((await moveToPostgres()).code).toBe(0)
  })

  it('changes nothing in a database or a folder that contains data', async () => {
    expect((await moveToPostgres()).code).toBe(0)
    const before = await readPostgresSite(database.url)
    expect(await refusal(moveToPostgres())).toMatch(
      /^The table \w+ in the database own_\w+ on \S+ already contains data, so nothing was copied\. .+\n$/,
    )
    expect(await readPostgresSite(database.url)).toEqual(before)
    expect(await refusal(moveToSqlite(dataDir))).toBe(
      `${dataDir} already contains data (lysning.sqlite), so nothing was copied. Name an empty folder.\n`,
    )
    expect(readSqliteSite(dataDir)).toEqual(readSqliteSite(demo))
  })

  it('changes nothing in a database of another program', async () => {
    await database.query('CREATE TABLE other (id int)')
    expect(await refusal(moveToPostgres())).toContain('contains tables of another program')
    expect(await database.countTables()).toBe(1)
  })

  it('names the table that would not arrive whole, and leaves the target empty', async () => {
    await (await openDatabase(path.join(parent, 'other'), { url: database.url })).close()
    await database.query('CREATE RULE lossy AS ON INSERT TO receipt DO INSTEAD NOTHING')
    const { receipt = [] } = readSqliteSite(dataDir)
    expect(await refusal(moveToPostgres())).toBe(
      `The copy of the table receipt differs from the original: 0 rows of ${receipt.length}. Nothing was moved.\n`,
    )
    await database.query('DROP RULE lossy ON receipt')
    await database.query('ALTER TABLE booking ADD CHECK (amount < 0)')
    expect(await refusal(moveToPostgres())).toMatch(/^The table booking cannot be copied: .+\n$/)
    expect(await database.count('booking')).toBe(0)
    await database.query('ALTER TABLE booking DROP CONSTRAINT booking_amount_check1')
    expect((await moveToPostgres()).code).toBe(0)
  })

  it('takes no password in its arguments, which others on the machine can see', async () => {
    const secret = database.url.replace('@', ':hunter2@')
    const { code, errors, output } = await runCliCommand('move', dataDir, secret)
    expect([code, output]).toEqual([2, ''])
    expect(errors).toMatch(/^Other users of this machine .+ MOVE_PASSWORD .+\n$/)
    expect(errors).not.toContain('hunter2')
    const set = { MOVE_PASSWORD: 'not asked for by this server' }
    expect((await runCliCommandWith(set, 'move', dataDir, database.url)).code).toBe(0)
  })

  it('explains in one line how the command is called', async () => {
    const usage = /^Usage: npm run move -- postgres:\S+, or npm run move -- sqlite:<folder>\n$/
    for (const args of [[], ['data'], ['sqlite:'], [database.url, 'sqlite:x']])
      expect(await runCliCommand('move', dataDir, ...args)).toMatchObject({
        code: 2,
        errors: expect.stringMatching(usage),
      })
    expect((await runCliCommand('move', dataDir, `sqlite:${back}`)).errors).toBe(
      'DATABASE_URL is not set, so there is no PostgreSQL database to copy.\n',
    )
    const other = { DATABASE_URL: 'postgres://other.example.com/site' }
    expect((await runCliCommandWith(other, 'move', dataDir, database.url)).errors).toMatch(
      /^DATABASE_URL names another database, .+\n$/,
    )
  })
})

describe('A move that is killed half-way', () => {
  it('leaves an empty database, and can be run again', async () => {
    enlarge()
    const { child, ended } = startCommandWith({}, 'move', dataDir, database.url)
    const writing = `pg_stat_activity WHERE datname = '${database.name}' AND query LIKE 'INSERT INTO "mark"%'`
    await expect.poll(() => database.count(writing), { interval: 5 }).toBe(1)
    child.kill('SIGKILL')
    expect((await ended).code).toBe(null)
    await expect.poll(() => database.countTables()).toBe(0)
    changeFile((sqlite) => sqlite.exec(SHRINK))
    expect((await moveToPostgres()).code).toBe(0)
    const { mail_message: _mails, ...moved } = await readPostgresSite(database.url)
    expect({ ...moved, mail_message: [] }).toEqual(readSqliteSite(dataDir))
  })

  it('leaves a folder in which no server starts, and can be run again', async () => {
    expect((await moveToPostgres()).code).toBe(0)
    await database.query(ENLARGE_POSTGRES)
    const settings = { DATABASE_URL: database.url }
    const { child, ended } = startCommandWith(settings, 'move', dataDir, `sqlite:${back}`)
    const size = () => {
      const file = path.join(back, 'move.partial', 'lysning.sqlite')
      return fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0
    }
    await expect.poll(size, { interval: 5 }).toBeGreaterThan(1 << 20)
    child.kill('SIGKILL')
    expect((await ended).code).toBe(null)
    expect(fs.readdirSync(back).sort()).toEqual(['lock', 'move.partial', 'moving'])
    // As if it had been killed after it had placed the mails.
    fs.mkdirSync(path.join(back, 'mail'))
    fs.writeFileSync(path.join(back, 'mail', '000001-x.eml'), '')
    const { code, errors } = await ServerProcess.startInVain({ dataDir: back })
    expect(code).toBe(1)
    expect(errors).toMatch(/^A move into \S+ was interrupted\. Run it again: .*\n$/)
    await database.query(SHRINK)
    await expect.poll(async () => (await moveToSqlite()).code).toBe(0)
    expect(readSqliteSite(back)).toEqual(readSqliteSite(dataDir))
  })
})
