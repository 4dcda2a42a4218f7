import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import Sqlite from 'better-sqlite3'
import { addDays } from '#shared/lib/date.ts'
import { findPostgres, PostgresCluster } from '#tests/support/postgres.ts'
import { type LoadResult, measureLoad, takeMedianRun } from './load.ts'
import {
  type RunningServer,
  startBaseline,
  startBuiltServer,
  writeOpenSchedule,
} from './servers.ts'
import type { Row } from './table.ts'

const RUNS = 3
const SECONDS = 3
const HALF_HOUR = 30 * 60_000

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
    const cluster = await PostgresCluster.start()
    const url = cluster.url('postgres')
    const keys = fs.mkdtempSync(path.join(os.tmpdir(), 'bench-keys-'))
    const env = { DATABASE_URL: url, KEYS_DIR: keys }
    const servers = [await startBuiltServer((dataDir) => writeOpenSchedule(dataDir, url), env)]
    while (servers.length < count) servers.push(await startBuiltServer(undefined, env))
    const form = createBookingBodies()
    const spread = async (load: (server: RunningServer) => Parameters<typeof measureLoad>[0]) => {
      const each = await Promise.all(servers.map((server) => measureLoad(load(server))))
      return {
        perSecond: each.reduce((sum, { perSecond }) => sum + perSecond, 0),
        p50: Math.max(...each.map(({ p50 }) => p50)),
        p99: Math.max(...each.map(({ p99 }) => p99)),
        failedCount: each.reduce((sum, { failedCount }) => sum + failedCount, 0),
      }
    }
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

/** Returns a function that makes a form for the next half hour, from the day after tomorrow on. */
function createBookingBodies(): () => string {
  let start = (Math.floor(Date.now() / HALF_HOUR) + 96) * HALF_HOUR
  return () => {
    start += HALF_HOUR
    const iso = new Date(start).toISOString()
    return new URLSearchParams({
      'form-name': 'booking',
      first_name: 'Elisabeth',
      last_name: 'Sørbø',
      email: 'elisabeth@example.com',
      phone: '+47 41209877',
      message: 'We would like to see the light in February.',
      service_type: 'initial_consultation',
      start: iso,
      date: iso.slice(0, 10),
      time: iso.slice(11, 16),
      timezone: 'UTC',
      destinations: 'Norway',
      other_destination: '',
    }).toString()
  }
}

function formatLoad({ perSecond, p50, p99, failedCount: refused }: LoadResult): string {
  const faults = refused > 0 ? `, ${refused} refused` : ''
  return `${Math.round(perSecond)}/s, p50 ${p50} ms, p99 ${p99} ms${faults}`
}

function calculateRatio(ours: LoadResult, base: LoadResult): { ratio: number } {
  return { ratio: ours.perSecond / base.perSecond }
}
