import fs from 'node:fs'
import type { RequestHandler } from 'express'
import type { Database } from '../db/database.ts'
import { oldestWaiting, touchDatabase } from '../db/health.ts'
import type { Clock } from '../lib/clock.ts'

const LEAST_FREE_BYTES = 100 * 1024 * 1024
/** A job that waits longer than this past its time means that nobody works through the queue. */
const LONGEST_WAIT = 15 * 60_000

/** Alive: the process answers. */
export const healthz: RequestHandler = (_req, res) => {
  res.set('Cache-Control', 'no-store').json({ alive: true })
}

interface Parts {
  db: Database
  dataDir: string
  clock: Clock
}

/** Ready: the database takes writes, the disk has room, and jobs are being done. */
export function readyz({ db, dataDir, clock }: Parts): RequestHandler {
  return async (_req, res) => {
    const database = await touchDatabase(db).then(
      () => true,
      () => false,
    )
    const { bavail, bsize } = fs.statfsSync(dataDir)
    const disk = bavail * bsize >= LEAST_FREE_BYTES
    const oldest = oldestWaiting(db.read)
    const jobs = oldest === undefined || clock() - oldest < LONGEST_WAIT
    const ready = database && disk && jobs
    const oldestJob = oldest === undefined ? null : new Date(oldest).toISOString()
    res.set('Cache-Control', 'no-store')
    res.status(ready ? 200 : 503).json({ ready, database, disk, jobs, oldestJob })
  }
}
