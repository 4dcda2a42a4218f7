import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { JobQueue } from '#server/jobs/queue.ts'
import { createLog } from '#server/lib/log.ts'
import { openDatabase } from '#tests/support/db/database.ts'

const LEASE = 60_000

let folder: string
let processes: Database[]
let time: { now: number }
beforeEach(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'leases-'))
  processes = [await openDatabase(folder), await openDatabase(folder)]
  time = { now: Date.parse('2026-11-21T12:00:00Z') }
})
afterEach(async () => {
  for (const db of processes) await db.close()
  fs.rmSync(folder, { recursive: true })
})

interface Attempt {
  succeed(): void
  fail(): void
}

/** The queue of one process; each attempt begins and waits for the test. */
function createQueue(db: Database | undefined) {
  if (!db) throw new Error('No database was opened')
  const attempts: Attempt[] = []
  const jobs = new JobQueue({ db, clock: () => time.now, log: createLog('silent') })
  jobs.on('greet', () => {
    return new Promise<void>((succeed, reject) => {
      attempts.push({ succeed, fail: () => reject(new Error('no answer')) })
    })
  })
  return { db, jobs, attempts }
}

const readJob = async (db: Database) =>
  db.read.selectFrom('job').select(['state', 'attempts']).executeTakeFirstOrThrow()

/** One process has begun a job, and stops in the middle of it. */
async function beginAndStop() {
  const first = createQueue(processes[0])
  const second = createQueue(processes[1])
  await first.db.write((tx) =>
    first.jobs.add(tx, { kind: 'greet', dedupeKey: 'greet', payload: {}, runAt: time.now }),
  )
  const stopped = first.jobs.drain()
  await expect.poll(() => first.attempts.length).toBe(1)
  return { first, second, stopped }
}

describe('A job whose process has stopped in the middle of it', () => {
  it('is left alone until its lease ends, and then done by another process', async () => {
    const { first, second, stopped } = await beginAndStop()
    await second.jobs.drain()
    time.now += LEASE - 1
    await second.jobs.drain()
    expect(second.attempts).toHaveLength(0)
    time.now += 1
    const taken = second.jobs.drain()
    await expect.poll(() => second.attempts.length).toBe(1)
    second.attempts[0]?.succeed()
    await taken
    expect(await readJob(second.db)).toEqual({ state: 'done', attempts: 1 })
    first.attempts[0]?.succeed()
    await stopped
  })

  it('stays done even if the first process wakes up later and fails', async () => {
    const { first, second, stopped } = await beginAndStop()
    time.now += LEASE
    const taken = second.jobs.drain()
    await expect.poll(() => second.attempts.length).toBe(1)
    second.attempts[0]?.succeed()
    await taken
    first.attempts[0]?.fail()
    await stopped
    expect(await readJob(first.db)).toEqual({ state: 'done', attempts: 1 })
  })
})
