import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addKeyFile, openKeys, readKeyFiles } from '#server/db/key-files.ts'
import { type Migration, migratePostgres, migrations } from '#server/db/migrations/migrate.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { buildBookingFields, postForm } from '#tests/support/forms.ts'
import { PostgresCluster } from '#tests/support/postgres.ts'
import { PostgresDatabase, runStatement } from '#tests/support/postgres-database.ts'
import { createRandom } from '#tests/support/random.ts'
import { ServerProcess } from '#tests/support/server.ts'
import { ServerGroup } from '#tests/support/server-group.ts'

/** Enough connections for one server and the test. */
const SETTINGS = { fsync: 'off', max_connections: 20 }
const PASSWORD = 'the right one'

let cluster: PostgresCluster
beforeAll(async () => {
  cluster = await PostgresCluster.start({ settings: SETTINGS })
  await runStatement(cluster.url('postgres'), `CREATE ROLE visitor LOGIN PASSWORD '${PASSWORD}'`)
  await cluster.addAccessRule('host all visitor 127.0.0.1/32 scram-sha-256')
})
afterAll(async () => {
  await cluster?.remove()
})

let database: PostgresDatabase
beforeEach(async () => {
  database = await PostgresDatabase.create(cluster.url('postgres'))
})
afterEach(async () => {
  await database.drop()
})

/** The server ends with this one line, and leaves the tables of the database as they are. */
async function expectRefusal(url: string, line: RegExp): Promise<void> {
  const tables = await database.countTables()
  const { code, errors } = await ServerProcess.startInVain({ env: { DATABASE_URL: url } })
  expect(errors).toMatch(line)
  expect(errors.trimEnd().split('\n')).toHaveLength(1)
  expect(code).toBe(1)
  expect(await database.countTables()).toBe(tables)
}

const asVisitor = (password: string) =>
  database.url.replace('postgres@', `visitor:${encodeURIComponent(password)}@`)

describe('A server that cannot use its database ends with one line that says why', () => {
  it.each(['mysql://127.0.0.1/lysning', 'postgres://127.0.0.1', 'lysning'])(
    'if the address is no address of a database: %s',
    (url) => expectRefusal(url, /^Setting DATABASE_URL must name a PostgreSQL database, such as/),
  )

  it('if the password is wrong', async () => {
    await expectRefusal(asVisitor('a wrong one'), /^DATABASE_URL: The password is wrong\./)
  })

  it('if the user may not create tables', async () => {
    await expectRefusal(asVisitor(PASSWORD), /^DATABASE_URL: This user may not create tables/)
  })

  it('if there is no database of this name', async () => {
    await expectRefusal(cluster.url('nowhere'), /^DATABASE_URL: There is no database of this name/)
  })

  it('if the database has tables of another program', async () => {
    await database.query('CREATE TABLE wordpress_posts (id bigint)')
    await expectRefusal(database.url, /contains tables of another program/)
  })

  it('if the database was changed by a newer version', async () => {
    await createTables()
    await database.query('UPDATE schema_version SET version = version + 1')
    await expectRefusal(database.url, /^The database has version \d+, but this program supports/)
  })

  it('if the database could lose what it has acknowledged', async () => {
    await database.query(`ALTER DATABASE "${database.name}" SET synchronous_commit = off`)
    await expectRefusal(database.url, /^DATABASE_URL: synchronous_commit is off/)
  })
})

async function createTables(): Promise<void> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tables-'))
  const db = await openDatabase(folder, { url: database.url })
  await db.close()
  fs.rmSync(folder, { recursive: true })
}

async function takeAllConnections(): Promise<pg.Client[]> {
  const taken: pg.Client[] = []
  for (;;) {
    const client = new pg.Client(cluster.url('postgres'))
    client.on('error', () => undefined)
    const isConnected = await client.connect().then(
      () => true,
      () => false,
    )
    if (!isConnected) return taken
    taken.push(client)
  }
}

describe('A server whose database cannot be opened yet', () => {
  let server: ServerProcess
  afterEach(() => server.dispose())
  const status = async (address: string) => (await fetch(server.url + address)).status

  async function expectPagesOnly(): Promise<void> {
    for (const page of ['/', '/services', '/healthz']) expect(await status(page), page).toBe(200)
    for (const path of ['/readyz', '/functions/get-schedule'])
      expect(await status(path), path).toBe(503)
    expect((await postForm(server.url, buildBookingFields())).status).toBe(503)
    expect(server.log.map(({ msg }) => msg)).toContain(
      'the database cannot be opened; trying again',
    )
  }

  async function expectRecovery(): Promise<void> {
    await expect.poll(() => status('/readyz')).toBe(200)
    expect(await status('/functions/get-schedule')).toBe(200)
  }

  it('because PostgreSQL is down serves its pages, and opens it by itself once it is up', async () => {
    await cluster.stop()
    server = await ServerProcess.start({ env: { DATABASE_URL: database.url } })
    await expectPagesOnly()
    await cluster.launch(SETTINGS)
    await expectRecovery()
  })

  it('because others have taken all connections says so, and opens it once there are some', async () => {
    const taken = await takeAllConnections()
    server = await ServerProcess.start({ env: { DATABASE_URL: database.url } })
    await expectPagesOnly()
    expect(JSON.stringify(server.log)).toContain('PostgreSQL has no free connection')
    await Promise.all(taken.map((client) => client.end()))
    await expectRecovery()
  })
})

describe('Three servers that start at once on an empty database', () => {
  it('all come up with one set of tables and one key', async () => {
    const own = await PostgresDatabase.create()
    const random = createRandom('startup')
    const group = await ServerGroup.start({ count: 3, databaseUrl: own.url, random })
    await group.waitUntilAllReady()
    expect(await own.count('schema_version')).toBe(1)
    expect(fs.readdirSync(group.env.KEYS_DIR ?? '')).toHaveLength(1)
    const [start = ''] = await group.listOpenStarts(group.servers[0])
    for (const server of group.servers) {
      expect(await group.listOpenStarts(server)).toContain(start)
      expect(server.log.filter(({ level }) => level >= 50)).toEqual([])
    }
    await group.dispose()
    await own.drop()
  })

  it('all use the first key, even if one of them looked for keys before it was there', () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'keys-'))
    addKeyFile(folder, 1)
    const [first] = readKeyFiles(folder)
    addKeyFile(folder, 1)
    expect(readKeyFiles(folder)).toEqual([first])
    fs.rmSync(folder, { recursive: true })
  })
})

describe('Two servers that start at once on an empty database with keys of their own', () => {
  it('do not share it: the second one says that a key is missing', async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'keys-'))
    const open = () => openDatabase(folder, { url: database.url })
    const processes = await Promise.all([open(), open()])
    const opened = await Promise.allSettled(
      processes.map((db, index) => openKeys(db, path.join(folder, `keys-${index}`))),
    )
    expect(opened.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const refused = opened.find(({ status }) => status === 'rejected')
    expect(refused).toMatchObject({ reason: { message: expect.stringMatching(/^The key \w+/) } })
    for (const db of processes) await db.close()
    fs.rmSync(folder, { recursive: true })
  })
})

describe('An update that only adds to the database', () => {
  it('is made while a server of the earlier version runs on, which is not started again after it', async () => {
    const group = await ServerGroup.start({
      count: 1,
      databaseUrl: database.url,
      random: createRandom('update'),
    })
    const [earlier] = group.servers
    if (!earlier) throw new Error('No server was started')
    const newer: Migration = () =>
      `ALTER TABLE booking ADD COLUMN colour TEXT;
       CREATE TABLE colour (name TEXT PRIMARY KEY);`
    const client = new pg.Client(database.url)
    await client.connect()
    await migratePostgres(client, [...migrations, newer])
    await client.end()
    const [start = ''] = await group.listOpenStarts(earlier)
    expect((await postForm(earlier.url, buildBookingFields({ start }))).status).toBe(201)
    expect((await fetch(`${earlier.url}/readyz`)).status).toBe(200)
    await expectRefusal(database.url, /^The database has version 2, but this program supports/)
    await group.dispose()
  })
})
