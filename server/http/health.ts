import fs from 'node:fs'
import express, { type Express, type RequestHandler } from 'express'
import type { Database } from '#server/db/database.ts'
import { hasKeyInUse } from '#server/db/key-files.ts'
import { touchDatabase } from '#server/db/metadata.ts'
import { getStorageFault, StandbyError, type StorageFault } from '#server/db/storage-faults.ts'
import { findNextRunAt } from '#server/jobs/store.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { Keys } from '#server/lib/keys.ts'
import { withTimeout } from '#server/lib/timing.ts'
import { PASS_DOCUMENTS_PATH } from '#shared/journeys/api.ts'
import { toIsoTime } from '#shared/lib/date.ts'
import { FUNCTIONS_PATH } from '#shared/lib/endpoint.ts'
import { sendStorageUnavailable } from './error-handler.ts'
import { requireOwnHost, securityHeaders, transportSecurity } from './security.ts'

/** With less free space on the disk the site is not ready. */
const MIN_FREE_BYTES = 100 * 1024 * 1024
/** If a job is overdue by more than this, ms, the queue is not being worked on. */
const MAX_JOB_DELAY = 15 * 60_000

/** `GET /healthz`: the process answers. */
export const healthz: RequestHandler = (_req, res) => {
  res.set('Cache-Control', 'no-store').json({ alive: true })
}

const faultTexts: Record<StorageFault, string> = {
  full: 'The disk is full: the database takes no writes.',
  busy: 'Another process holds a lock on the database.',
  crowded: 'PostgreSQL has no free connection.',
  io: 'The disk failed to read or write.',
  damaged: 'The database is damaged: restore a backup.',
  read_only: 'The database cannot be written to.',
  unreachable: 'The database cannot be opened.',
  standby: 'PostgreSQL waits for its standby: start it, or clear synchronous_standby_names.',
}

interface Parts {
  db: Database
  keys: Keys
  dataDir: string
  clock: Clock
}

/**
 * `GET /readyz`: the database takes writes and is undamaged, the disk has room, and jobs are run.
 */
export function readyz({ db, keys, dataDir, clock }: Parts): RequestHandler {
  return async (_req, res) => {
    const { fault, oldest, hasKey = true } = await probeDatabase(db, keys)
    const late = oldest !== undefined && clock() - oldest >= MAX_JOB_DELAY
    const whole = db.health.damage === undefined
    const room = hasFreeSpace(dataDir)
    const reasons = [
      fault && faultTexts[fault],
      !whole && fault !== 'damaged' && faultTexts.damaged,
      !hasKey && MISSING_KEY,
      !room && 'Less than 100 MB of the disk are free, or it cannot be asked.',
      late && 'A job has waited for more than 15 minutes.',
    ].filter(Boolean)
    const ready = reasons.length === 0
    res.set('Cache-Control', 'no-store')
    res.status(ready ? 200 : 503).json({
      ready,
      engine: db.engineName,
      database: fault === undefined,
      whole,
      key: hasKey,
      disk: room,
      jobs: !late,
      oldestJob: oldest === undefined ? null : toIsoTime(oldest),
      reasons,
    })
  }
}

const MISSING_KEY =
  'The database uses a key that this server does not have: copy the keys from the machine that has it, and restart.'

interface ProbeResult {
  fault?: StorageFault
  oldest?: number | undefined
  hasKey?: boolean
}

/** Longest wait for the written row, ms. */
const MAX_PROBE_TIME = 5_500

/** Tests a write, then reads the oldest job's time; takes little longer than a write may wait. */
async function probeDatabase(db: Database, keys: Keys): Promise<ProbeResult> {
  try {
    const touched = touchDatabase(db).then(() => true)
    if (!(await withTimeout(MAX_PROBE_TIME, touched, () => false)))
      return { fault: await findCause(db, 'busy') }
    const [oldest, hasKey] = [await findNextRunAt(db.read), await hasKeyInUse(db.read, keys)]
    return { oldest, hasKey }
  } catch (error) {
    return { fault: await findCause(db, getStorageFault(error) ?? 'io') }
  }
}

/** A lock that is not released, or a commit that is not confirmed, can have this cause. */
async function findCause(db: Database, fault: StorageFault): Promise<StorageFault> {
  try {
    await db.assertStandby()
    return fault
  } catch (error) {
    return error instanceof StandbyError ? 'standby' : fault
  }
}

function hasFreeSpace(dataDir: string): boolean {
  try {
    const { bavail, bsize } = fs.statfsSync(dataDir)
    return bavail * bsize >= MIN_FREE_BYTES
  } catch {
    return false
  }
}

interface UnavailableParts {
  publicUrl: string | undefined
  /** Handlers for everything that is not a function or a form. */
  pages: RequestHandler[]
  /** Fault of the last attempt to open the database. */
  getFault(): StorageFault
}

/** The site while its database cannot be opened: pages are served, everything else answers 503. */
export function unavailableSite({ publicUrl, pages, getFault }: UnavailableParts): Express {
  const secure = publicUrl?.startsWith('https:') ?? false
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.use(transportSecurity(secure))
  app.get('/healthz', healthz)
  app.get('/readyz', requireOwnHost(publicUrl), (_req, res) => {
    res.set('Cache-Control', 'no-store')
    res.status(503).json({ ready: false, database: false, reasons: [faultTexts[getFault()]] })
  })
  app.use(requireOwnHost(publicUrl), securityHeaders(secure))
  const tryAgain: RequestHandler = (req, res) => sendStorageUnavailable(req, res, getFault())
  app.use([FUNCTIONS_PATH, PASS_DOCUMENTS_PATH], tryAgain)
  app.use((req, res, next) => (req.method === 'POST' ? tryAgain(req, res, next) : next()))
  app.use(...pages)
  return app
}
