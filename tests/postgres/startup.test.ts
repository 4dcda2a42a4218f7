import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addKeyFile, openKeys, readKeyFiles } from '#server/db/key-files.ts'
import { type Migration, migratePostgres, migrations } from '#server/db/migrations/migrate.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { PostgresCluster } from '#tests/support/db/postgres.ts'
import { PostgresDatabase, runStatement } from '#tests/support/db/postgres-database.ts'
import { TcpProxy } from '#tests/support/db/tcp-proxy.ts'
import { createRandom } from '#tests/support/lib/random.ts'
import { runCliCommand, runCliCommandWith } from '#tests/support/server/cli-commands.ts'
import { buildBookingFields, postForm } from '#tests/support/server/forms.ts'
import { ServerProcess } from '#tests/support/server/server.ts'
import { ServerGroup } from '#tests/support/server/server-group.ts'

/** Enough connections for one server and the test. */
const SETTINGS = { fsync: 'off', max_connections: 35 }
const PASSWORD = 'the right one'

let cluster: PostgresCluster
let silent: TcpProxy
beforeAll(async () => {
  cluster = await PostgresCluster.start({ settings: SETTINGS })
  await runStatement(cluster.url('postgres'), `CREATE ROLE visitor LOGIN PASSWORD '${PASSWORD}'`)
  silent = await TcpProxy.start(cluster.port)
  await cluster.addAccessRule('host all visitor 127.0.0.1/32 scram-sha-256')
})
afterAll(async () => {
  await cluster?.remove()
  await silent?.close()
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
  it.each([
    'mysql://127.0.0.1/lysning',
    'postgres://127.0.0.1',
    'lysning',
    'postgres:///lysning',
    'postgres://lysning@/lysning',
  ])('if the address is no address of a database: %s', (url) =>
    expectRefusal(url, /^Setting DATABASE_URL must name a PostgreSQL database, such as/),
  )

  it.each([
    ['names no file of a certificate', '?sslrootcert=/nowhere.pem'],
    ['is not encoded as an address', '%E9'],
  ])('if the address %s', (_what, end) =>
    expectRefusal(database.url + end, /^DATABASE_URL: (ENOENT: .*\/nowhere\.pem|URI malformed)/),
  )

  it('if the password is wrong', async () => {
    await expectRefusal(asVisitor('a wrong one'), line('The password is wrong\\.'))
  })

  it('if the user may not create tables', async () => {
    await expectRefusal(asVisitor(PASSWORD), line('This user may not create tables'))
  })

  it('if there is no database of this name', async () => {
    await expectRefusal(cluster.url('nowhere'), line('There is no database of this name'))
  })

  it('if PostgreSQL is too old', async () => {
    await database.query(
      `CREATE SCHEMA old;
       CREATE FUNCTION old.current_setting(name text) RETURNS text LANGUAGE sql AS $$
         SELECT CASE name WHEN 'server_version_num' THEN '130011' ELSE pg_catalog.current_setting(name) END $$;
       ALTER DATABASE "${database.name}" SET search_path = old, pg_catalog, public`,
    )
    await expectRefusal(database.url, /^DATABASE_URL: PostgreSQL 14 or newer is required/)
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

/** The beginning of a line that names the address of PostgreSQL. */
const line = (text: string, port = cluster.port) =>
  new RegExp(`^DATABASE_URL \\(127\\.0\\.0\\.1:${port}\\): ${text}`)

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

/** A database that cannot be opened now, but perhaps later. */
interface Outage {
  url: string
  /** What the log and the commands say. */
  reason: RegExp
  /** What `/readyz` says. */
  ready: string
  end(): Promise<unknown>
}

const outages: Record<string, () => Promise<Outage>> = {
  'PostgreSQL is down': async () => {
    await cluster.stop()
    return {
      url: database.url,
      reason: line('Nothing listens there. Start PostgreSQL, or correct the address\\.$'),
      ready: 'The database cannot be opened.',
      end: () => cluster.launch(SETTINGS),
    }
  },
  'others have taken all connections': async () => {
    const taken = await takeAllConnections()
    return {
      url: database.url,
      reason: line('PostgreSQL has no free connection\\. Raise max_connections: .* 25\\.$'),
      ready: 'PostgreSQL has no free connection.',
      end: () => Promise.all(taken.map((client) => client.end())),
    }
  },
  'PostgreSQL does not answer': async () => {
    silent.isSilent = true
    const { port } = silent
    return {
      url: database.url.replace(`:${cluster.port}/`, `:${port}/`),
      reason: line('PostgreSQL does not answer\\. Check its machine and the firewall', port),
      ready: 'The database cannot be opened.',
      end: async () => {
        silent.isSilent = false
      },
    }
  },
}

const listFiles = (folder: string) =>
  fs.existsSync(folder) ? fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }) : []

describe.each(Object.entries(outages))('While %s', (_name, begin) => {
  let server: ServerProcess | undefined
  let folder: string
  let outage: Outage
  beforeEach(async () => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'outage-'))
    outage = await begin()
    hasEnded = false
  })
  let hasEnded: boolean
  const endOutage = async () => {
    if (!hasEnded) await outage.end()
    hasEnded = true
  }
  afterEach(async () => {
    await endOutage()
    await server?.dispose()
    fs.rmSync(folder, { recursive: true })
  })
  const status = async (address: string) => (await fetch(`${server?.url}${address}`)).status

  it('a server serves its pages, says why in one line, and opens the database by itself later', async () => {
    server = await ServerProcess.start({ env: { DATABASE_URL: outage.url } })
    for (const page of ['/', '/services', '/healthz']) expect(await status(page), page).toBe(200)
    expect(await status('/functions/get-schedule')).toBe(503)
    expect((await postForm(server.url, buildBookingFields())).status).toBe(503)
    const ready = await fetch(`${server.url}/readyz`)
    expect(ready.status).toBe(503)
    expect(await ready.json()).toMatchObject({ reasons: [outage.ready] })
    const [first] = server.log.filter(({ level }) => level >= 50)
    expect(first).toMatchObject({
      msg: 'the database cannot be opened; trying again',
      reason: expect.stringMatching(outage.reason),
    })
    expect(JSON.stringify(first)).not.toContain('stack')
    expect(fs.existsSync(path.join(server.dataDir, 'keys'))).toBe(false)
    await endOutage()
    await expect.poll(() => status('/readyz'), { timeout: 40_000 }).toBe(200)
    expect(await status('/functions/get-schedule')).toBe(200)
  })

  it('commands end with that line and write nothing', async () => {
    const backups = path.join(folder, 'backups')
    const target = path.join(folder, 'target')
    const dataDir = path.join(folder, 'data')
    const source = path.join(folder, 'source')
    await (await openDatabase(source)).close()
    const run = (name: 'backup' | 'move' | 'owner', ...args: string[]) =>
      runCliCommandWith({ DATABASE_URL: outage.url }, name, dataDir, ...args)
    const results = await Promise.all([
      run('backup', backups),
      run('move', `sqlite:${target}`),
      run('owner', '--email', 'owner@example.com'),
      runCliCommand('move', source, outage.url),
    ])
    for (const { code, output, errors } of results) {
      expect(errors.trimEnd()).toMatch(outage.reason)
      expect({ code, output }).toEqual({ code: 1, output: '' })
    }
    // An empty file that the move has locked.
    expect([backups, target, dataDir].flatMap(listFiles)).toEqual(['lock'])
    await endOutage()
    expect(await database.countTables()).toBe(0)
  })
})

describe('A host whose name is not known', () => {
  it('is named in one line by a server, which tries again, and by a command', async () => {
    const env = { DATABASE_URL: 'postgres://lysning@nowhere.invalid/lysning' }
    const reason =
      /^DATABASE_URL \(nowhere\.invalid:5432\): No host of this name is known\. Correct the address/
    const server = await ServerProcess.start({ env })
    expect((await fetch(`${server.url}/services`)).status).toBe(200)
    const [first] = server.log.filter(({ level }) => level >= 50)
    expect(first).toMatchObject({ reason: expect.stringMatching(reason) })
    const { code, errors } = await runCliCommandWith(env, 'backup', server.dataDir)
    expect(errors).toMatch(reason)
    expect(code).toBe(1)
    await server.dispose()
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
