import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import Sqlite from 'better-sqlite3'
import { addDays } from '#shared/lib/date.ts'
import { findPostgres, PostgresCluster } from '#tests/support/db/postgres.ts'
import {
  createBookingBodies,
  formatLoad,
  type Load,
  type LoadResult,
  measureLoad,
  measureLoads,
  takeMedianRun,
} from './load.ts'
import {
  type RunningServer,
  startBaseline,
  startBuiltServer,
  writeOpenSchedule,
} from './servers.ts'
import type { Row } from './table.ts'

const RUNS = 3
const SECONDS = 3

/** Reading free slots and accepting bookings, each as a ratio to the floor. */
export async function measureServer(): Promise<Row[]> {
  return [
    measureFsync(),
    ...(await measureAvailability()),
    ...(await measureBookings()),
    ...(findPostgres() ? await measurePostgres() : []),
  ]
}

const PROCESSES = [1, 2, 4]

/** The same with several processes on one PostgreSQL, each with its share of 64 connections. */
async function measurePostgres(): Promise<Row[]> {
  const rows: Row[] = []
  for (const count of PROCESSES) {
    const cluster = await PostgresCluster.start({ settings: { max_connections: '200' } })
    const url = cluster.url('postgres')
    const keys = fs.mkdtempSync(path.join(os.tmpdir(), 'bench-keys-'))
    const env = { DATABASE_URL: url, KEYS_DIR: keys }
    const servers = [await startBuiltServer((dataDir) => writeOpenSchedule(dataDir, url), env)]
    while (servers.length < count) servers.push(await startBuiltServer(undefined, env))
    const form = createBookingBodies()
    const spread = (load: (server: RunningServer) => Load) => measureLoads(servers.map(load))
    const load = { connections: 64 / count, seconds: SECONDS }
    const what = `PostgreSQL, ${count} ${count === 1 ? 'process' : 'processes'}`
    const reads = await spread((server) => ({ ...load, url: server.url + availabilityPath(30) }))
    rows.push({ label: `${what}: availability of a month`, value: formatLoad(reads) })
    const writes = await spread((server) => ({
      ...load,
      url: `${server.url}/`,
      body: form,
      headers: () => ({ 'idempotency-key': randomUUID() }),
    }))
    rows.push({ label: `${what}: durable bookings`, value: formatLoad(writes) })
    for (const server of servers) await server.stop()
    await cluster.remove()
    fs.rmSync(keys, { recursive: true })
  }
  return rows
}

function availabilityPath(days: number): string {
  const today = new Date().toISOString().slice(0, 10)
  return `/functions/get-availability?service=initial-consultation&from=${addDays(today, 2)}&to=${addDays(today, 2 + days)}`
}

function measureFsync(): Row {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fsync-'))
  const sqlite = new Sqlite(path.join(folder, 'fsync.sqlite'))
  sqlite.pragma('journal_mode = WAL')
  sqlite.pragma('synchronous = FULL')
  sqlite.exec('CREATE TABLE row (id INTEGER PRIMARY KEY) STRICT')
  const insert = sqlite.prepare('INSERT INTO row DEFAULT VALUES')
  const count = 500
  const began = performance.now()
  for (let index = 0; index < count; index++) insert.run()
  const each = (performance.now() - began) / count
  sqlite.close()
  fs.rmSync(folder, { recursive: true })
  return { label: 'one durable commit', value: `${each.toFixed(2)} ms` }
}

async function measureAvailability(): Promise<Row[]> {
  const floor = await startBaseline()
  const ours = await startBuiltServer()
  const question = (days: number) => ours.url + availabilityPath(days)
  const load = { connections: 8, seconds: SECONDS }
  const base = await takeMedianRun(RUNS, () => measureLoad({ ...load, url: floor.url }))
  const day = await takeMedianRun(RUNS, () => measureLoad({ ...load, url: question(0) }))
  const month = await takeMedianRun(RUNS, () => measureLoad({ ...load, url: question(30) }))
  await floor.stop()
  await ours.stop()
  return [
    { label: 'floor: one row read, 8 connections', value: formatLoad(base) },
    {
      label: 'availability of a day',
      value: formatLoad(day),
      ...calculateRatio(day, base),
      target: '≥ 0.7',
    },
    {
      label: 'availability of a month',
      value: formatLoad(month),
      ...calculateRatio(month, base),
      target: '≥ 0.7',
    },
  ]
}

async function measureBookings(): Promise<Row[]> {
  const rows: Row[] = []
  for (const connections of [8, 64]) {
    const base = await takeMedianRun(RUNS, measureBaselineWrites(connections))
    const ours = await takeMedianRun(RUNS, measureBookingPosts(connections))
    rows.push(
      {
        label: `floor: one row written a commit, ${connections} connections`,
        value: formatLoad(base),
      },
      {
        label: `durable bookings, ${connections} connections`,
        value: formatLoad(ours),
        ...calculateRatio(ours, base),
        target: '≥ 1.0 (≥ 0.3 where a commit costs under 0.3 ms)',
      },
    )
  }
  return rows
}

/** Each run has its own server: growing tables would slow the later runs. */
function measureBaselineWrites(connections: number): () => Promise<LoadResult> {
  return async () => {
    const floor = await startBaseline()
    const measured = await measureLoad({
      url: floor.url,
      connections,
      seconds: SECONDS,
      body: createBookingBodies(),
    })
    await floor.stop()
    return measured
  }
}

function measureBookingPosts(connections: number): () => Promise<LoadResult> {
  return async () => {
    const ours = await startBuiltServer((dataDir) => writeOpenSchedule(dataDir))
    const measured = await measureLoad({
      url: `${ours.url}/`,
      connections,
      seconds: SECONDS,
      body: createBookingBodies(),
      headers: () => ({ 'idempotency-key': randomUUID() }),
    })
    await ours.stop()
    return measured
  }
}

function calculateRatio(ours: LoadResult, base: LoadResult): { ratio: number } {
  return { ratio: ours.perSecond / base.perSecond }
}
