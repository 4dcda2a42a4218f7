import fs from 'node:fs'
import express, { type Express, type RequestHandler } from 'express'
import type { Database } from '#server/db/database.ts'
import { type StorageFault, storageFault } from '#server/db/faults.ts'
import { touchDatabase } from '#server/db/marks.ts'
import { oldestWaiting } from '#server/jobs/store.ts'
import type { Clock } from '#server/lib/clock.ts'
import { isoTime } from '#shared/lib/date.ts'
import { FUNCTIONS } from '#shared/lib/endpoint.ts'
import { storageAnswer } from './errors.ts'
import { ownHost, securityHeaders, transportSecurity } from './security.ts'

/** With less free space on the disk the site is not ready. */
const LEAST_FREE_BYTES = 100 * 1024 * 1024
/** If a job is overdue by more than this, ms, the queue is not being worked on. */
const LONGEST_WAIT = 15 * 60_000

/** `GET /healthz`: the process answers. */
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

interface Parts {
  db: Database
  dataDir: string
  clock: Clock
}

/**
 * `GET /readyz`: the database takes writes and is undamaged, the disk has room, and jobs are run.
 */
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
      oldestJob: oldest === undefined ? null : isoTime(oldest),
      reasons,
    })
  }
}

/** Tests a write, then reads the oldest job's time; takes no longer than a write may wait. */
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

/** Handlers for everything that is not a function or a form. */
export type Pages = RequestHandler[]

interface UnavailableParts {
  publicUrl: string | undefined
  pages: Pages
  /** Fault of the last attempt to open the database. */
  fault(): StorageFault
}

/** The site while its database cannot be opened: pages are served, everything else answers 503. */
export function unavailableSite({ publicUrl, pages, fault }: UnavailableParts): Express {
  const secure = publicUrl?.startsWith('https:') ?? false
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.use(transportSecurity(secure))
  app.get('/healthz', healthz)
  app.get('/readyz', (_req, res) => {
    res.set('Cache-Control', 'no-store')
    res.status(503).json({ ready: false, database: false, reasons: [REASONS[fault()]] })
  })
  app.use(ownHost(publicUrl), securityHeaders(secure))
  const tryAgain: RequestHandler = (req, res) => storageAnswer(req, res, fault())
  app.use(FUNCTIONS, tryAgain)
  app.use((req, res, next) => (req.method === 'POST' ? tryAgain(req, res, next) : next()))
  app.use(...pages)
  return app
}
