import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type ClusterOptions, PostgresCluster } from '#tests/support/db/postgres.ts'
import { PostgresDatabase, runStatement } from '#tests/support/db/postgres-database.ts'
import { TcpProxy } from '#tests/support/db/tcp-proxy.ts'
import { createRandom } from '#tests/support/lib/random.ts'
import { LoadedSite } from './loaded-site.ts'

const random = createRandom('failover')
let primary: PostgresCluster
let standby: PostgresCluster
/** The servers' way to the database. */
let proxy: TcpProxy
/** The standby's way to the primary. */
let replication: TcpProxy
let database: PostgresDatabase
let site: LoadedSite
const clusters: PostgresCluster[] = []
beforeAll(async () => {
  primary = await start()
  proxy = await TcpProxy.start(primary.port)
  const adminUrl = new URL(primary.url('postgres'))
  adminUrl.port = String(proxy.port)
  database = await PostgresDatabase.create(adminUrl.href)
  replication = await TcpProxy.start(primary.port)
  standby = await start({ standbyOf: replication })
  await runStatement(adminUrl.href, "ALTER SYSTEM SET synchronous_standby_names = '*'")
  await runStatement(adminUrl.href, 'SELECT pg_reload_conf()')
  await vi.waitUntil(
    async () => (await database.count("pg_stat_replication WHERE sync_state = 'sync'")) === 1,
    { timeout: 20_000 },
  )
  site = await LoadedSite.start({ database, databaseUrl: database.url, random })
})
afterAll(async () => {
  await site?.close()
  await proxy?.close()
  await replication?.close()
  for (const cluster of clusters) await cluster.remove()
})

async function start(options: ClusterOptions = {}): Promise<PostgresCluster> {
  const cluster = await PostgresCluster.start(options)
  clusters.push(cluster)
  return cluster
}

describe('Three servers on a primary with a synchronous standby', () => {
  it('answer 503 even if the look-up of a session is the first to meet the outage', async () => {
    proxy.setTarget(undefined)
    for (const server of site.group.servers)
      expect(await site.request(server, '/functions/auth/session')).toBe(503)
    proxy.setTarget(primary.port)
    await site.group.waitUntilAllReady()
  })

  it('lose and double nothing when the primary is killed under load and the standby takes its place', async () => {
    const load = await site.startLoad()
    await load.whenDone(0.3)
    const before = await site.listEpochs()
    // What is committed from now on is on the primary only, so nobody may be told.
    replication.setTarget(undefined)
    await expect
      .poll(() => database.count("pg_stat_activity WHERE wait_event = 'SyncRep'"))
      .toBeGreaterThan(0)
    await primary.kill()
    proxy.setTarget(undefined)
    await site.expectOutage()
    await standby.promote()
    proxy.setTarget(standby.port)
    await load.finish()
    await site.group.waitUntilAllReady()
    await site.expectNothingLost()
    await expectNewEpoch(before)
  })

  it('get back from the devices the edits that a standby without synchronous replication lacks', async () => {
    const [load] = site.loads
    const link = await TcpProxy.start(standby.port)
    const late = await start({ standbyOf: link })
    await link.close()
    for (const device of site.devices) await load?.editOnce(device)
    const before = await site.listEpochs()
    await standby.kill()
    await late.promote()
    proxy.setTarget(late.port)
    await site.group.waitUntilAllReady()
    await site.expectDevicesAgree()
    await expectNewEpoch(before)
  })
})

/** All devices have noticed that this is another life of the database. */
async function expectNewEpoch(before: string[]): Promise<void> {
  const [epoch, ...others] = await site.listEpochs()
  expect(others).toEqual(others.map(() => epoch))
  expect(before).not.toContain(epoch)
}
