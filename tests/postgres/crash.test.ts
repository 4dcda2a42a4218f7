import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PostgresCluster } from '#tests/support/db/postgres.ts'
import { PostgresDatabase } from '#tests/support/db/postgres-database.ts'
import { createRandom } from '#tests/support/lib/random.ts'
import { LoadedSite } from './loaded-site.ts'

const random = createRandom('crash')
let cluster: PostgresCluster
let site: LoadedSite
beforeAll(async () => {
  cluster = await PostgresCluster.start()
  const database = await PostgresDatabase.create(cluster.url('postgres'))
  site = await LoadedSite.start({ database, databaseUrl: database.url, random })
})
afterAll(async () => {
  await site?.close()
  await cluster?.remove()
})

describe('Three servers on one database', () => {
  it('lose and double nothing when one of them is killed in the middle of its work', async () => {
    const load = await site.startLoad()
    const killed = site.group.pick()
    await load.whenDone(0.3)
    await killed.kill()
    await load.whenDone(0.6)
    await killed.restart()
    await load.finish()
    await site.expectNothingLost()
  })

  it('lose and double nothing when the database server is killed, and recover by themselves', async () => {
    const load = await site.startLoad()
    await load.whenDone(0.3)
    await cluster.kill()
    await site.expectOutage()
    await cluster.launch()
    await load.finish()
    await site.group.waitUntilAllReady()
    await site.expectNothingLost()
    expect(site.group.statuses).toContain(503)
  })
})
