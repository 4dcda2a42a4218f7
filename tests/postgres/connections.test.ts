import fs from 'node:fs'
import net, { type AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openDatabase } from '#server/db/open-database.ts'
import { getStorageFault } from '#server/db/storage-faults.ts'
import { PostgresCluster } from '#tests/support/db/postgres.ts'
import { PostgresDatabase, runStatement } from '#tests/support/db/postgres-database.ts'
import { TcpProxy } from '#tests/support/db/tcp-proxy.ts'
import { ServerProcess } from '#tests/support/server/server.ts'

/** Longest wait for a server that looks again every five seconds, ms. */
const PATIENCE = 30_000

let folder: string
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'connections-'))
})
afterAll(() => fs.rmSync(folder, { recursive: true }))

const readReasons = async (url: string) => {
  const response = await fetch(`${url}/readyz`)
  const { reasons } = (await response.json()) as { reasons: string[] }
  return { status: response.status, reasons }
}

/** Opens connections of another program until the site's user gets none. */
async function takeAllConnections(url: string): Promise<pg.Client[]> {
  const taken: pg.Client[] = []
  for (;;) {
    const client = new pg.Client(url)
    client.on('error', () => undefined)
    try {
      await client.connect()
      taken.push(client)
    } catch {
      return taken
    }
  }
}

describe('A PostgreSQL with few connections', () => {
  let cluster: PostgresCluster
  let database: PostgresDatabase
  let url: string
  beforeAll(async () => {
    cluster = await PostgresCluster.start({ settings: { fsync: 'off', max_connections: 33 } })
    await runStatement(cluster.url('postgres'), 'CREATE ROLE site LOGIN')
  })
  beforeEach(async () => {
    database = await PostgresDatabase.create(cluster.url('postgres'))
    await database.query(`ALTER DATABASE "${database.name}" OWNER TO site`)
    url = database.url.replace('postgres@', 'site@')
  })
  afterAll(() => cluster?.remove())

  it('is named by a server that does not get all that it needs, which starts once it does', async () => {
    const others = await takeAllConnections(url)
    const server = await ServerProcess.start({ env: { DATABASE_URL: url } })
    expect(await readReasons(server.url)).toEqual({
      status: 503,
      reasons: ['PostgreSQL has no free connection.'],
    })
    for (const client of others) await client.end()
    await vi.waitUntil(async () => (await readReasons(server.url)).status === 200, {
      timeout: PATIENCE,
      interval: 200,
    })
    await server.dispose()
    await database.drop()
  })

  it('loses no request of a server that has connections: it waits for one of its own', async () => {
    const db = await openDatabase(folder, { url })
    await db.read.selectFrom('mark').selectAll().execute()
    const others = await takeAllConnections(url)
    const reads = Array.from({ length: 40 }, () => db.read.selectFrom('mark').selectAll().execute())
    for (const rows of await Promise.all(reads)) expect(rows.length).toBeGreaterThan(0)
    const refused = await db.write(async () => undefined).catch(getStorageFault)
    expect(refused).toBe('crowded')
    for (const client of others) await client.end()
    await db.close()
    await database.drop()
  })
})

describe('A PostgreSQL that stops answering', () => {
  it('is waited for once; then all are refused at once until it answers', async () => {
    const database = await PostgresDatabase.create()
    const address = new URL(database.url)
    const proxy = await TcpProxy.start(Number(address.port))
    address.port = String(proxy.port)
    const db = await openDatabase(folder, { url: address.href })
    const read = () => db.read.selectFrom('mark').selectAll().execute()
    proxy.isSilent = true
    expect(await read().catch(getStorageFault)).toBe('unreachable')
    // Together they would take longer than a test may if each waited for itself.
    for (let count = 0; count < 50; count++)
      expect(await read().catch(getStorageFault)).toBe('unreachable')
    proxy.isSilent = false
    await vi.waitUntil(() => read().then(Boolean, () => false), { timeout: PATIENCE })
    await db.close()
    await proxy.close()
    await database.drop()
  })
})

describe('A pooler between server and PostgreSQL', () => {
  it('is refused in one line if it hides the settings of a session', async () => {
    const database = await PostgresDatabase.create()
    const { code, errors } = await ServerProcess.startInVain({
      env: { DATABASE_URL: `${database.url}?options=-c%20geqo%3Doff` },
    })
    expect(code).toBe(1)
    expect(errors).toMatch(
      /^DATABASE_URL: The settings of a session do not reach PostgreSQL\. .*\n$/,
    )
    await database.drop()
  })

  it('is refused in one line if it takes no settings', async () => {
    const message = 'SFATAL\0C08P01\0Munsupported startup parameter: options\0\0'
    const size = Buffer.alloc(4)
    size.writeInt32BE(message.length + size.length)
    const pooler = net.createServer((socket) =>
      socket.once('data', () =>
        socket.end(Buffer.concat([Buffer.from('E'), size, Buffer.from(message)])),
      ),
    )
    await new Promise<void>((listening) => pooler.listen(0, '127.0.0.1', listening))
    const { port } = pooler.address() as AddressInfo
    const { code, errors } = await ServerProcess.startInVain({
      env: { DATABASE_URL: `postgres://site@127.0.0.1:${port}/lysning` },
    })
    expect(code).toBe(1)
    expect(errors).toMatch(
      /^DATABASE_URL \(.*\): The settings of a session do not reach .*PgBouncer.*\n$/,
    )
    pooler.close()
  })
})

it('A standby that commits wait for is named by readyz', async () => {
  const cluster = await PostgresCluster.start({ settings: { fsync: 'off' } })
  const admin = cluster.url('postgres')
  const database = await PostgresDatabase.create(admin)
  const env = { DATABASE_URL: database.url }
  const running = await ServerProcess.start({ env })
  expect(await readReasons(running.url)).toEqual({ status: 200, reasons: [] })
  await runStatement(admin, "ALTER SYSTEM SET synchronous_standby_names = 'b'")
  await runStatement(admin, 'SELECT pg_reload_conf()')
  const named = {
    status: 503,
    reasons: ['PostgreSQL waits for its standby: start it, or clear synchronous_standby_names.'],
  }
  expect(await readReasons(running.url)).toEqual(named)
  await runStatement(admin, "ALTER SYSTEM SET synchronous_standby_names = ''")
  await runStatement(admin, 'SELECT pg_reload_conf()')
  await vi.waitUntil(async () => (await readReasons(running.url)).status === 200, {
    timeout: PATIENCE,
    interval: 200,
  })
  await running.dispose()
  await cluster.remove()
})
