import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { findPostgres, PostgresCluster } from '#tests/support/db/postgres.ts'
import { TcpProxy } from '#tests/support/db/tcp-proxy.ts'
import { createBookingBodies, formatLoad, measureLoads } from './load.ts'
import { startBuiltServer, writeOpenSchedule } from './servers.ts'
import type { Row } from './table.ts'

/** ms that each round trip between server and PostgreSQL takes longer. */
const LATENCIES = [0, 1, 5, 20]
const PROCESSES = 2
const CONNECTIONS = 64
const SECONDS = 10
/** Longest wait for an answer, seconds: waiting is measured, not cut off. */
const PATIENCE = 60

/** Bookings where the database is on another machine, near or far. */
export async function measureLatency(): Promise<Row[]> {
  if (!findPostgres()) throw new Error('This benchmark needs the programs of PostgreSQL.')
  const rows: Row[] = []
  for (const latency of LATENCIES) rows.push(await measureBookings(latency))
  return rows
}

/** Each latency has its own database: growing tables would slow the later ones. */
async function measureBookings(latency: number): Promise<Row> {
  const cluster = await PostgresCluster.start()
  const proxy = await TcpProxy.start(cluster.port)
  proxy.latency = latency
  const keys = fs.mkdtempSync(path.join(os.tmpdir(), 'bench-keys-'))
  const near = cluster.url('postgres')
  const url = new URL(near)
  url.port = String(proxy.port)
  const env = { DATABASE_URL: url.href, KEYS_DIR: keys }
  const servers = [await startBuiltServer((dataDir) => writeOpenSchedule(dataDir, near), env)]
  while (servers.length < PROCESSES) servers.push(await startBuiltServer(undefined, env))
  const body = createBookingBodies()
  const headers = () => ({ 'idempotency-key': randomUUID() })
  const bookings = await measureLoads(
    servers.map((server) => ({
      url: `${server.url}/`,
      connections: CONNECTIONS / PROCESSES,
      seconds: SECONDS,
      timeout: PATIENCE,
      body,
      headers,
    })),
  )
  for (const server of servers) await server.stop()
  await proxy.close()
  await cluster.remove()
  fs.rmSync(keys, { recursive: true })
  return {
    label: `PostgreSQL at ${latency} ms, ${PROCESSES} processes, ${CONNECTIONS} connections: durable bookings`,
    value: formatLoad(bookings),
  }
}
