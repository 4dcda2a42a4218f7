import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { JobQueue, PermanentFailure } from '#server/jobs/queue.ts'
import { createLog } from '#server/lib/log.ts'
import { openDatabase } from '#tests/support/db/database.ts'

let folder: string
let db: Database
let time: { now: number }
beforeEach(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'jobs-'))
  db = await openDatabase(folder)
  time = { now: Date.parse('2026-11-21T12:00:00Z') }
})
afterEach(async () => {
  await db.close()
  fs.rmSync(folder, { recursive: true })
})

const newQueue = () => new JobQueue({ db, clock: () => time.now, log: createLog('silent') })
const job = (over = {}) => ({
  kind: 'greet',
  dedupeKey: 'greet:1',
  payload: { name: 'Elisabeth' },
  runAt: time.now,
  ...over,
})
const readJobs = () => db.read.selectFrom('job').selectAll().orderBy('id').execute()

describe('The job queue', () => {
  it('runs a job once, after the transaction that queued it, and never if that was rolled back', async () => {
    const jobs = newQueue()
    const ran: unknown[] = []
    jobs.on('greet', async (payload) => {
      ran.push(payload)
    })
    await db.write((tx) => jobs.add(tx, job()))
    const undone = db.write(async (tx) => {
      await jobs.add(tx, job({ dedupeKey: 'greet:2' }))
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    await jobs.drain()
    await jobs.drain()
    expect(ran).toEqual([{ name: 'Elisabeth' }])
  })

  it('treats two jobs with the same dedupe key as one, even after it is done', async () => {
    const jobs = newQueue()
    let runs = 0
    jobs.on('greet', async () => {
      runs++
    })
    await db.write((tx) => jobs.add(tx, job()))
    await db.write((tx) => jobs.add(tx, job()))
    await jobs.drain()
    await db.write((tx) => jobs.add(tx, job()))
    await jobs.drain()
    expect(runs).toBe(1)
  })

  it('does not run a job before its scheduled time', async () => {
    const jobs = newQueue()
    let runs = 0
    jobs.on('greet', async () => {
      runs++
    })
    await db.write((tx) => jobs.add(tx, job({ runAt: time.now + 1000 })))
    await jobs.drain()
    expect(runs).toBe(0)
    time.now += 1000
    await jobs.drain()
    expect(runs).toBe(1)
  })

  it('retries a failed job at growing intervals, and finally gives up and records the error', async () => {
    const jobs = newQueue()
    const tries: number[] = []
    jobs.on('greet', async () => {
      tries.push(time.now)
      throw new Error('no answer')
    })
    await db.write((tx) => jobs.add(tx, job()))
    while ((await readJobs())[0]?.state === 'waiting') {
      time.now = (await readJobs())[0]?.run_at ?? 0
      await jobs.drain()
    }
    const delays = tries.slice(1).map((at, index) => (at - (tries[index] ?? 0)) / 1000)
    expect(delays.slice(0, 4)).toEqual([5, 10, 20, 40])
    expect(Math.max(...delays)).toBe(3600)
    expect((tries.at(-1) ?? 0) - (tries[0] ?? 0)).toBeGreaterThan(3 * 86_400_000)
    expect(await readJobs()).toMatchObject([{ state: 'failed', last_error: 'no answer' }])
  })

  it('gives up at once after a permanent failure, or if there is no handler', async () => {
    const jobs = newQueue()
    jobs.on('greet', async () => {
      throw new PermanentFailure('nobody there')
    })
    await db.write(async (tx) => {
      await jobs.add(tx, job())
      await jobs.add(tx, job({ kind: 'unknown', dedupeKey: 'unknown:1' }))
    })
    await jobs.drain()
    expect(await readJobs()).toMatchObject([
      { state: 'failed', attempts: 1 },
      { state: 'failed', attempts: 1 },
    ])
  })

  it('is not blocked by a failing job', async () => {
    const jobs = newQueue()
    const ran: unknown[] = []
    jobs.on('greet', async (payload) => {
      if (payload === 'bad') throw new Error('no')
      ran.push(payload)
    })
    await db.write(async (tx) => {
      await jobs.add(tx, job({ dedupeKey: 'bad', payload: 'bad' }))
      for (let index = 0; index < 20; index++)
        await jobs.add(tx, job({ dedupeKey: `good:${index}`, payload: index }))
    })
    await jobs.drain()
    expect(ran).toHaveLength(20)
  })

  it('runs jobs that another queue left unfinished', async () => {
    const before = newQueue()
    await db.write((tx) => before.add(tx, job()))
    const after = newQueue()
    let runs = 0
    after.on('greet', async () => {
      runs++
    })
    await after.drain()
    expect(runs).toBe(1)
  })

  it('runs by itself once started, and finishes the current job before it stops', async () => {
    const jobs = newQueue()
    let finish = () => {}
    const began = new Promise<void>((begin) => {
      jobs.on('greet', async () => {
        begin()
        await new Promise<void>((done) => {
          finish = done
        })
      })
    })
    jobs.start()
    await db.write((tx) => jobs.add(tx, job()))
    await began
    const stopped = jobs.stop()
    finish()
    await stopped
    expect(await readJobs()).toMatchObject([{ state: 'done' }])
  })
})
