import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { restoreBackup } from '#server/db/backup/restore.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { getDatabaseUrl } from '#tests/support/db/database.ts'
import { findPostgres } from '#tests/support/db/postgres.ts'
import { PostgresDatabase, runStatement } from '#tests/support/db/postgres-database.ts'
import { runCliCommand, runCliCommandWith } from '#tests/support/server/cli-commands.ts'
import { buildBookingFields } from '#tests/support/server/forms.ts'
import { testKeys } from '#tests/support/server/keys.ts'
import { listMailFiles, readPostgresSite } from '#tests/support/server/server-data.ts'
import { type Site, startSite, TODAY } from '#tests/support/server/site.ts'

const DAY = 86_400_000
const EMAIL = 'elisabeth@example.com'

let site: Site
/** The database of the site, which several tests restore into. */
let url: string
let parent: string
/** The data folder of the commands: a copy of the site's, which the site deletes when it stops. */
let dataDir: string
beforeEach(async () => {
  parent = fs.mkdtempSync(path.join(os.tmpdir(), 'dump-'))
  dataDir = path.join(parent, 'data')
  site = await startSite()
  url = getDatabaseUrl(site.dataDir) ?? ''
  expect((await site.post(buildBookingFields({ email: EMAIL }))).status).toBe(201)
  await site.drain()
  fs.cpSync(site.dataDir, dataDir, { recursive: true })
})
let isStopped = false
const stopSite = async () => {
  if (!isStopped) await site.close()
  isStopped = true
}
afterEach(async () => {
  await stopSite()
  isStopped = false
  fs.rmSync(parent, { recursive: true })
})

const run = (name: 'backup' | 'restore', ...args: string[]) =>
  runCliCommandWith({ DATABASE_URL: url }, name, dataDir, ...args)

async function backUp(): Promise<string> {
  const folder = path.join(parent, 'backups')
  const { code, errors } = await run('backup', folder)
  expect({ code, errors }).toEqual({ code: 0, errors: '' })
  return path.join(folder, fs.readdirSync(folder).sort().at(-1) ?? '')
}

const listReplaced = () => fs.readdirSync(dataDir).filter((name) => name.startsWith('replaced-'))

/** A week later, because nobody is erased before their meeting. */
async function erase(): Promise<void> {
  site.time.now += 7 * DAY
  const owner = await site.signInOwner()
  expect((await site.call('erase-person', { email: EMAIL }, owner)).status).toBe(200)
  await site.drain()
}

/** The rows of all tables but one, whose epoch a restore renews. */
const withoutMark = async () => ({ ...(await readPostgresSite(url)), mark: [] })

describe('A backup of a PostgreSQL database', () => {
  it('is a checked dump with the mails and a list of hashes, which only its own account can read', async () => {
    const folder = path.join(parent, 'backups')
    const { code, output } = await run('backup', folder)
    expect(code).toBe(0)
    const [name = ''] = fs.readdirSync(folder)
    const mails = listMailFiles(dataDir)
    expect(mails).not.toEqual([])
    const about =
      /^Backed up (\d+) rows and (\d+) mails, checked, to (\S+); the backup does not contain the keys in \S+, so copy those separately\n$/
    const [, rows, mailCount, place] = about.exec(output) ?? []
    expect([mailCount, place]).toEqual([String(mails.length), path.join(folder, name)])
    expect(Number(rows)).toBeGreaterThanOrEqual(
      Object.values(await readPostgresSite(url)).flat().length,
    )
    const backup = path.join(folder, name)
    expect(fs.readdirSync(backup).sort()).toEqual(['backup.json', 'lysning.dump', 'mail'])
    expect(listMailFiles(backup)).toEqual(mails)
    for (const file of fs.readdirSync(backup))
      expect(fs.statSync(path.join(backup, file)).mode & 0o077, file).toBe(0)
    const { files } = JSON.parse(fs.readFileSync(path.join(backup, 'backup.json'), 'utf8'))
    expect(Object.keys(files)).toEqual(['lysning.dump', ...mails.map((mail) => `mail/${mail}`)])
  })

  it('shows the password to no other account of the machine', async () => {
    const programs = path.join(parent, 'programs')
    const log = path.join(parent, 'arguments')
    fs.mkdirSync(programs)
    for (const program of ['pg_dump', 'pg_restore']) {
      const real = path.join(findPostgres() ?? '', program)
      const script = `#!/bin/sh\necho "$@" >> '${log}'\nexec '${real}' "$@"\n`
      fs.writeFileSync(path.join(programs, program), script, { mode: 0o755 })
    }
    const withPassword = new URL(url)
    withPassword.password = 'secret of the test'
    const before = process.env.PATH
    process.env.PATH = programs
    try {
      const settings = { DATABASE_URL: withPassword.href }
      expect((await runCliCommandWith(settings, 'backup', dataDir)).code).toBe(0)
    } finally {
      process.env.PATH = before
    }
    const given = fs.readFileSync(log, 'utf8')
    expect(given).toContain('--format=custom')
    expect(given).not.toContain('secret')
  })

  it('can be encrypted, and restored from that file', async () => {
    const folder = path.join(parent, 'encrypted')
    const settings = { DATABASE_URL: url, BACKUP_PASSPHRASE: 'a lantern below the lights' }
    expect((await runCliCommandWith(settings, 'backup', dataDir, '--encrypt', folder)).code).toBe(0)
    await stopSite()
    const before = await withoutMark()
    const [name = ''] = fs.readdirSync(folder)
    await runStatement(url, 'DELETE FROM booking_event; DELETE FROM occupied_cell')
    const file = path.join(folder, name)
    const restored = await runCliCommandWith(settings, 'restore', dataDir, file)
    expect(restored).toMatchObject({ code: 0, errors: '' })
    expect(await withoutMark()).toEqual(before)
  })

  it('is refused in one line if there is no data to back up', async () => {
    const empty = await PostgresDatabase.create()
    const settings = { DATABASE_URL: empty.url }
    expect(await runCliCommandWith(settings, 'backup', dataDir)).toEqual({
      code: 1,
      output: '',
      errors: `There is no data in the database ${empty.name} on 127.0.0.1. Check DATABASE_URL.\n`,
    })
    expect(fs.readdirSync(path.join(dataDir, 'backups'))).toEqual([])
    await empty.drop()
  })
})

describe('A restore into a PostgreSQL database', () => {
  it('brings every row and mail back under a new epoch, and keeps the replaced data as a backup', async () => {
    const backedUp = await readPostgresSite(url)
    const mails = listMailFiles(dataDir)
    const backup = await backUp()
    await stopSite()
    await runStatement(url, "UPDATE booking SET first_name = 'Changed'")
    const changed = await withoutMark()
    fs.writeFileSync(path.join(dataDir, 'mail', '999-later.eml'), 'later')

    const { code, output, errors } = await run('restore', backup)
    expect({ code, errors }).toEqual({ code: 0, errors: '' })
    const [replaced = ''] = listReplaced()
    expect(output).toMatch(
      /^Restored the backup of 2\S+Z into the database t_\w+ on 127\.0\.0\.1; /,
    )
    expect(output).toContain(`the previous data is in ${path.join(dataDir, replaced)}`)
    const { mark, ...rest } = await readPostgresSite(url)
    expect({ ...rest, mark: backedUp.mark }).toEqual(backedUp)
    expect(mark).not.toEqual(backedUp.mark)
    expect(listMailFiles(dataDir)).toEqual(mails)

    expect((await run('restore', path.join(dataDir, replaced))).code).toBe(0)
    expect(await withoutMark()).toEqual(changed)
    expect(listMailFiles(dataDir)).toEqual([...mails, '999-later.eml'].sort())
  })

  it('into an empty database creates a complete site', async () => {
    const backup = await backUp()
    const before = await withoutMark()
    const empty = await PostgresDatabase.create()
    url = empty.url
    const folder = path.join(parent, 'new')
    const result = await runCliCommandWith({ DATABASE_URL: url }, 'restore', folder, backup)
    expect(result).toMatchObject({ code: 0, errors: '' })
    expect(result.output).not.toContain('previous data')
    expect(await withoutMark()).toEqual(before)
    expect(fs.readdirSync(folder).sort()).toEqual(['lock', 'mail'])
    await empty.drop()
  })

  it('erases again whoever was erased since the backup', async () => {
    const backup = await backUp()
    await erase()
    await stopSite()
    const order = { dataDir, databaseUrl: url, backup, keys: testKeys, now: TODAY }
    expect(await restoreBackup(order)).toMatchObject({ reappliedErasures: 1 })
    const { erasure, ...rows } = await readPostgresSite(url)
    expect(erasure).toHaveLength(1)
    expect(JSON.stringify(rows).toLowerCase()).not.toContain(EMAIL)
    for (const mail of listMailFiles(dataDir))
      expect(fs.readFileSync(path.join(dataDir, 'mail', mail), 'utf8')).not.toContain(EMAIL)
  })

  it('that was interrupted lets no server start, and the next one still erases whoever was erased', async () => {
    const backup = await backUp()
    await erase()
    const log = await site.db.read.selectFrom('erasure').selectAll().execute()
    const erasures = log.map(({ mailbox, at, clients, records }) => ({
      ...{ mailbox, at },
      ...{ clientIds: JSON.parse(clients), records: JSON.parse(records) },
    }))
    await stopSite()
    const order = { dataDir, databaseUrl: url, backup, keys: testKeys }
    await restoreBackup({ ...order, keys: undefined, now: TODAY })
    // The database as it is when the process ends before it has erased anybody again.
    await runStatement(url, 'DELETE FROM erasure')
    fs.writeFileSync(path.join(dataDir, 'restoring'), JSON.stringify(erasures))
    await expect(openDatabase(dataDir, { url })).rejects.toThrow('was interrupted')
    expect(await restoreBackup({ ...order, now: TODAY + 1 })).toMatchObject({
      reappliedErasures: 1,
    })
    await (await openDatabase(dataDir, { url })).close()
  })

  it('of an older version also removes the tables and functions that newer versions have added', async () => {
    const backup = await backUp()
    await stopSite()
    const before = await withoutMark()
    await runStatement(
      url,
      `CREATE TABLE rating (booking_id TEXT COLLATE "C" REFERENCES booking (id));
       CREATE FUNCTION newer() RETURNS int LANGUAGE sql AS 'SELECT 1';
       CREATE FUNCTION newest() RETURNS int LANGUAGE sql RETURN newer();
       UPDATE schema_version SET version = version + 1`,
    )
    expect(await run('restore', backup)).toMatchObject({ code: 0, errors: '' })
    expect(await withoutMark()).toEqual(before)
    await expect(runStatement(url, 'SELECT newer()')).rejects.toThrow('does not exist')
    await (await openDatabase(dataDir, { url })).close()
  })
})

describe('A restore into a PostgreSQL database that is refused', () => {
  let backup: string
  beforeEach(async () => {
    backup = await backUp()
  })

  const expectRefusal = async (reason: RegExp, from = backup) => {
    const before = await readPostgresSite(url)
    const { code, output, errors } = await run('restore', from)
    expect({ code, output }).toEqual({ code: 1, output: '' })
    expect(errors).toMatch(reason)
    expect(errors.trim()).not.toContain('\n')
    expect(await readPostgresSite(url)).toEqual(before)
    expect(listReplaced()).toEqual([])
    expect(fs.readdirSync(dataDir).filter((name) => name.startsWith('restor'))).toEqual([])
    expect(listMailFiles(dataDir)).toEqual(listMailFiles(backup))
  }

  it('changes nothing while a server uses the database', async () => {
    await expectRefusal(/^A running server or command uses the database t_\w+ on .+\n$/)
  })

  it('changes nothing if any byte of the dump has changed', async () => {
    await stopSite()
    const file = path.join(backup, 'lysning.dump')
    const bytes = fs.readFileSync(file)
    for (const at of [0, bytes.length >> 1, bytes.length - 1]) {
      const copy = Buffer.from(bytes)
      copy[at] = (copy[at] ?? 0) ^ 1
      fs.writeFileSync(file, copy)
      await expectRefusal(/^The backup is damaged: lysning\.dump was changed after the backup /)
    }
  })

  it('changes nothing if the dump was cut off before it was listed', async () => {
    await stopSite()
    const file = path.join(backup, 'lysning.dump')
    const list = path.join(backup, 'backup.json')
    fs.truncateSync(file, fs.statSync(file).size - 1000)
    const hash = createHash('sha256').update(fs.readFileSync(file)).digest('hex')
    const manifest = JSON.parse(fs.readFileSync(list, 'utf8'))
    manifest.files['lysning.dump'] = hash
    fs.writeFileSync(list, JSON.stringify(manifest))
    await expectRefusal(/^The dump is damaged: pg_restore failed: .+\n$/)
  })

  it('changes nothing if PostgreSQL cannot replace a table', async () => {
    await stopSite()
    await runStatement(
      url,
      'CREATE SCHEMA other; CREATE VIEW other.guests AS SELECT id FROM booking',
    )
    await expectRefusal(/^pg_restore failed: could not execute query: ERROR: cannot drop table /)
  })

  it('names the command that moves data if the backup is of the other engine', async () => {
    await stopSite()
    const sqlite = path.join(parent, 'sqlite')
    await (await openDatabase(sqlite)).close()
    expect((await runCliCommand('backup', sqlite)).code).toBe(0)
    const [name = ''] = fs.readdirSync(path.join(sqlite, 'backups'))
    await expectRefusal(
      /^This backup is of a SQLite database, .+ npm run move -- postgres:.+\n$/,
      path.join(sqlite, 'backups', name),
    )
    const { code, errors } = await runCliCommand('restore', sqlite, backup)
    expect(code).toBe(1)
    expect(errors).toMatch(
      /^This backup is of a PostgreSQL database\. .+ npm run move -- sqlite:.+\n$/,
    )
  })
})
