import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '#server/db/open-database.ts'
import { PostgresCluster } from '#tests/support/db/postgres.ts'
import { PostgresDatabase } from '#tests/support/db/postgres-database.ts'
import { SyncDevice } from '#tests/support/sync/sync-device.ts'
import { SyncServer } from '#tests/support/sync/sync-server.ts'
import { createClient, toClientRef } from '#tests/support/sync/sync-transports.ts'

let cluster: PostgresCluster
let folder: string
beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'seen-'))
  // Nothing reaches the disk by itself while the test runs.
  cluster = await PostgresCluster.start({ settings: { wal_writer_delay: '10s' } })
})
afterAll(async () => {
  await cluster?.remove()
  fs.rmSync(folder, { recursive: true })
})

it('A change that a device has seen outlives a crash of PostgreSQL, so that its number is never given to another', async () => {
  const { url } = await PostgresDatabase.create(cluster.url('postgres'))
  const open = () => openDatabase(folder, { url })
  const world = SyncServer.on(await open())
  const [writer, reader] = [new SyncDevice('writer'), new SyncDevice('reader')]
  await createClient(writer, 'ann', { name: 'Ann' })
  // The second sync of the reader tells the server its cursor, which is a write.
  for (const device of [writer, reader, reader]) await device.sync(world.createTransport())
  // Another process has committed a change, and does not know yet whether it is on the disk.
  const other = new pg.Client(url)
  other.on('error', () => undefined)
  await other.connect()
  await other.query(`BEGIN; SET LOCAL synchronous_commit = off;
    UPDATE record SET seq = seq + 1, rev = rev + 1, data = '{"name":"Anna"}'; COMMIT`)
  await reader.sync(world.createTransport())
  expect((await reader.readView(toClientRef('ann'))).data).toEqual({ name: 'Anna' })
  await cluster.kill()
  await cluster.launch()
  await world.db.close().catch(() => undefined)
  const restarted = SyncServer.on(await open())
  expect((await restarted.findRecord('ann'))?.data).toEqual({ name: 'Anna' })
  await restarted.db.close()
})
