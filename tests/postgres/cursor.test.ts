import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Database, Tx } from '#server/db/database.ts'
import { findReadOnlyChanges } from '#server/db/desk-changes.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { takeSeqs } from '#server/db/sync-clock.ts'
import type { Tables } from '#server/db/tables.ts'
import { readRecordsAfter } from '#server/sync/store.ts'
import { PostgresDatabase } from '#tests/support/db/postgres-database.ts'
import { createRandom } from '#tests/support/lib/random.ts'

const CHANGES = 100_000
const PROCESSES = 3
/** Transactions that each process has open at the same time. */
const LANES = 4
/** Submissions that the second test writes, each in its own transaction. */
const FORMS = 600
/** Most changes in one transaction. */
const MAX_BATCH = 1_000
/** Longest pause between taking numbers and the commit, s. */
const MAX_PAUSE = 0.01
/** Records in one answer to the follower. */
const PAGE = 2_000

const random = createRandom('cursor')
let folder: string
let database: PostgresDatabase
beforeEach(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cursor-'))
  database = await PostgresDatabase.create()
})
afterEach(async () => {
  await database.drop()
  fs.rmSync(folder, { recursive: true })
})

const open = () => openDatabase(folder, { url: database.url })

/** Stores that many changes in one transaction, with a pause between their numbers and its end. */
type WriteChanges = (count: number) => Promise<void>

describe('A device that follows the numbers of changes by its cursor', () => {
  it('misses none of 100,000 that three processes write at the same time, and sees them in order', async () => {
    const processes = await Promise.all(Array.from({ length: PROCESSES }, open))
    const writers = processes.map(
      (db): WriteChanges =>
        (count) =>
          db.write(async (tx) => {
            await pauseRandomly(tx)
            await insertSlowly(tx, listNumbers(await takeSeqs(tx, count), count))
          }),
    )
    const followed = await followAll(Array.from({ length: LANES }, () => writers).flat())
    for (const db of processes) await db.close()
    expect(followed.length).toBe(CHANGES)
    expect(followed).toEqual([...followed].sort((a, b) => a - b))
  })

  it('misses none of those that triggers number at the end of each transaction', async () => {
    const processes = await Promise.all(Array.from({ length: PROCESSES }, open))
    const insert = (db: Database) =>
      db.write(async (tx) => {
        await pauseRandomly(tx)
        await sql`INSERT INTO form_submissions (form_type, data, created_at)
          VALUES ('contact', '{}', 1)`.execute(tx)
        await pauseRandomly(tx)
      })
    const lanes = Array.from({ length: LANES }, () => processes).flat()
    const follower = await open()
    let isWritten = false
    const writing = Promise.all(
      lanes.map(async (db) => {
        for (let count = 0; count < FORMS / lanes.length; count++) await insert(db)
      }),
    ).finally(() => {
      isWritten = true
    })
    const read = (fromSeq: number) => findReadOnlyChanges(follower.read, fromSeq, PAGE)
    const followed = await follow(read, () => isWritten)
    await writing
    for (const db of [...processes, follower]) await db.close()
    expect(followed.length).toBe(FORMS)
    expect(followed).toEqual([...followed].sort((a, b) => a - b))
  })

  it('would miss some if a plain sequence numbered them', async () => {
    const pool = new pg.Pool({ connectionString: database.url, max: PROCESSES })
    const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
    await (await open()).close()
    await database.query('CREATE SEQUENCE plain')
    const writer: WriteChanges = (count) =>
      db.transaction().execute(async (tx) => {
        const taken = sql<{ seq: string }>`
          SELECT nextval('plain') AS seq FROM generate_series(1, ${count})`
        const { rows } = await taken.execute(tx)
        await insertSlowly(
          tx,
          rows.map(({ seq }) => Number(seq)),
        )
      })
    const followed = await followAll(Array.from({ length: PROCESSES }, () => writer))
    await db.destroy()
    expect(await database.count('record')).toBe(CHANGES)
    expect(followed.length).toBeLessThan(CHANGES)
  })
})

/** Writes all changes, and returns the numbers that a device sees which asks all the time. */
async function followAll(writers: WriteChanges[]): Promise<number[]> {
  const follower = await open()
  const batches = listBatches().values()
  let isWritten = false
  const writing = Promise.all(
    writers.map(async (write) => {
      for (const count of batches) await write(count)
    }),
  ).finally(() => {
    isWritten = true
  })
  const read = (seq: number) => readRecordsAfter(follower.read, seq, PAGE)
  const followed = await follow(read, () => isWritten)
  await writing
  await follower.close()
  return followed
}

/** Asks again and again for what comes after the last number, until nothing more is written. */
async function follow(
  read: (seq: number) => Promise<{ seq: number }[]>,
  isWritten: () => boolean,
): Promise<number[]> {
  const followed: number[] = []
  for (;;) {
    const isLast = isWritten()
    const page = await read(followed.at(-1) ?? 0)
    for (const { seq } of page) followed.push(seq)
    if (isLast && page.length === 0) return followed
  }
}

/** Sizes of the transactions; together they have all changes. */
function listBatches(): number[] {
  const sizes: number[] = []
  for (let remaining = CHANGES; remaining > 0; remaining -= sizes.at(-1) ?? 0)
    sizes.push(Math.min(remaining, 1 + random.below(MAX_BATCH)))
  return sizes
}

async function insertSlowly(tx: Tx, seqs: number[]): Promise<void> {
  await pauseRandomly(tx)
  await sql`INSERT INTO record
    (seq, coll, id, rev, deleted, erased, data, revs, conflicts, created_at, updated_at)
    SELECT seq, 'client', 'client-' || seq, 1, 0, 0, '{}', '{}', '[]', 0, 0
    FROM unnest(${seqs}::bigint[]) AS seq`.execute(tx)
  await pauseRandomly(tx)
}

/** Half of the transactions go on at once. */
async function pauseRandomly(tx: Tx): Promise<void> {
  const pause = Math.max(0, random.next() - 0.5) * MAX_PAUSE
  await sql`SELECT pg_sleep(${pause})`.execute(tx)
}

const listNumbers = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => first + index)
