import fs from 'node:fs'
import type { RequestHandler } from 'express'
import type { Database } from '#server/db/database.ts'
import { type StorageFault, storageFault } from '#server/db/faults.ts'
import { oldestWaiting, touchDatabase } from '#server/db/health.ts'
import type { Clock } from '#server/lib/clock.ts'

const LEAST_FREE_BYTES = 100 * 1024 * 1024
/** A job that waits longer than this past its time means that nobody works through the queue. */
const LONGEST_WAIT = 15 * 60_000

/** Alive: the process answers. */
export const healthz: RequestHandler = (_req, res) => {
  res.set('Cache-Control', 'no-store').json({ alive: true })
}

const REASONS: Record<StorageFault, string> = {
  full: 'The disk is full: the database takes no writes.',
  busy: 'Another process holds a lock on the database.',
  io: 'The disk failed to read or write.',
  damaged: 'The database is damaged: restore a backup.',
  read_only: 'The database cannot be written to.',
  unreachable: 'The database cannot be opened.',
}

export function reasonOf(fault: StorageFault): string {
  return REASONS[fault]
}

interface Parts {
  db: Database
  dataDir: string
  clock: Clock
}

/** Ready: the database takes writes and is whole, the disk has room, and jobs are being done. */
export function readyz({ db, dataDir, clock }: Parts): RequestHandler {
  return async (_req, res) => {
    const { fault, oldest } = await examine(db)
    const late = oldest !== undefined && clock() - oldest >= LONGEST_WAIT
    const whole = db.health.damage === undefined
    const room = hasRoom(dataDir)
    const reasons = [
      ...(fault ? [REASONS[fault]] : []),
      ...(!whole && fault !== 'damaged' ? [REASONS.damaged] : []),
      ...(room ? [] : ['Less than 100 MB of the disk are free, or it cannot be asked.']),
      ...(late ? ['A job has waited for more than 15 minutes.'] : []),
    ]
    const ready = reasons.length === 0
    res.set('Cache-Control', 'no-store')
    res.status(ready ? 200 : 503).json({
      ready,
      database: fault === undefined,
      whole,
      disk: room,
      jobs: !late,
      oldestJob: oldest === undefined ? null : new Date(oldest).toISOString(),
      reasons,
    })
  }
}

/** A write, then when the job that waits longest was to be run; bounded by what a write may wait. */
async function examine(
  db: Database,
): Promise<{ fault?: StorageFault; oldest?: number | undefined }> {
  try {
    await touchDatabase(db)
    return { oldest: oldestWaiting(db.read) }
  } catch (error) {
    return { fault: storageFault(error) ?? 'io' }
  }
}

function hasRoom(dataDir: string): boolean {
  try {
    const { bavail, bsize } = fs.statfsSync(dataDir)
    return bavail * bsize >= LEAST_FREE_BYTES
  } catch {
    return false
  }
}
