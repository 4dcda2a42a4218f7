import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { Worker, type WorkerOptions } from 'node:worker_threads'
import * as v from 'valibot'
import type { Database, Tx } from '#server/db/database.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { Keys } from '#server/lib/keys.ts'
import type { Logger } from '#server/lib/log.ts'
import { ENCODINGS, OutsideError, type OutsideParts, readOutside } from '#server/lib/outside.ts'
import { domainOf } from '#server/mail/address.ts'
import { details, type MailContent, text } from '#server/mail/content.ts'
import { instantIn } from '#server/mail/meeting.ts'
import type { MailQueue } from '#server/mail/queue.ts'
import { readSchedule } from '#server/schedule/store.ts'
import type { Interval } from '#shared/booking/slots.ts'
import { type FeedFault, feedFaultWords } from '#shared/schedule/calendar-state.ts'
import { business } from '#shared/site/business.ts'
import type { WorkerAnswer, WorkerTask } from './read-feed.ts'
import {
  addressOf,
  type Feed,
  noteFailure,
  readFeedRow,
  replaceBusyTimes,
  writeFeedRow,
} from './store.ts'

/** About ten years of a full calendar with long descriptions. */
const MAX_BYTES = 16 * 1024 * 1024
const TIMEOUT = 20_000

class FeedTrouble extends Error {
  constructor(readonly fault: FeedFault | 'stopped') {
    super(`The calendar was not read: ${fault}`)
  }
}

interface FetchedFeed {
  bytes: Uint8Array<ArrayBuffer>
  etag: string | null
  last_modified: string | null
}

/** Fetches a feed; undefined if it has not changed (304). Throws `FeedTrouble`. */
async function fetchFeed(
  address: string,
  known: Pick<Feed, 'etag' | 'last_modified'> | undefined,
  { outside, signal }: { outside: OutsideParts; signal: AbortSignal },
): Promise<FetchedFeed | undefined> {
  const headers = {
    accept: 'text/calendar, text/plain;q=0.5',
    'accept-encoding': ENCODINGS,
    'user-agent': 'Lysning calendar sync',
    ...(known?.etag && { 'if-none-match': known.etag }),
    ...(known?.last_modified && { 'if-modified-since': known.last_modified }),
  }
  try {
    const question = { url: address, headers, maxBytes: MAX_BYTES, timeout: TIMEOUT, signal }
    const { status, body, etag, lastModified } = await readOutside(question, outside)
    if (status === 304) return undefined
    // A sign-in page has the status 200 too.
    if (!/^\ufeff?\s*BEGIN:VCALENDAR/i.test(body.toString('utf8', 0, 200)))
      throw new FeedTrouble('no_calendar')
    return { bytes: new Uint8Array(body), etag, last_modified: lastModified }
  } catch (error) {
    throw error instanceof OutsideError ? new FeedTrouble(error.fault) : error
  }
}

/** Limits of one worker thread: milliseconds, and memory of its own. */
const readLimits = { timeout: 20_000, maxMegabytes: 256 }

/** Reads a feed in a worker thread, which is ended when it exceeds `limits` or `signal` aborts. */
export function readInThread(
  task: WorkerTask,
  signal: AbortSignal,
  limits = readLimits,
): Promise<WorkerAnswer> {
  return new Promise((resolve, reject) => {
    const worker = startWorker({
      workerData: task,
      transferList: [task.bytes.buffer],
      resourceLimits: {
        maxOldGenerationSizeMb: limits.maxMegabytes,
        maxYoungGenerationSizeMb: 32,
      },
    })
    const patience = setTimeout(() => end({ ok: false, fault: 'too_much' }), limits.timeout)
    const stop = () => end({ ok: false, fault: 'stopped' })
    const end = (answer: WorkerAnswer) => {
      clearTimeout(patience)
      signal.removeEventListener('abort', stop)
      worker.terminate().then(() => resolve(answer), reject)
    }
    signal.addEventListener('abort', stop, { once: true })
    worker.once('message', end)
    worker.once('error', (error) => {
      if ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')
        end({ ok: false, fault: 'too_much' })
      else reject(error)
    })
    if (signal.aborted) stop()
  })
}

/** The build puts the thread's script beside the server's; from source, `tsx` translates it. */
function startWorker(options: WorkerOptions): Worker {
  // Not written as `new Worker(new URL(…))`, which Vite would bundle as a worker of the page.
  const built = new URL('./feed-worker.js', import.meta.url)
  if (!import.meta.url.endsWith('.ts')) return new Worker(built, options)
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx/package.json'))
  const typescript = new URL('./dist/esm/api/index.mjs', tsx)
  const file = new URL('./worker.ts', import.meta.url)
  const start = `import('${typescript}').then(({ register }) => register() && import('${file}'))`
  return new Worker(start, { ...options, eval: true })
}

/** The mail domain at the end of our own entries' UIDs. */
const OWN_DOMAIN = domainOf(business.email)

const DAY = 86_400_000
const EVERY = 10 * 60_000
/** ms. Short, because bookings are only requests while the calendar cannot be read. */
const RETRY = 2 * 60_000
/** Days read past the last bookable one, so that an unchanged feed is not read again every day. */
const MARGIN_DAYS = 7

interface SyncParts {
  db: Database
  clock: Clock
  keys: Keys
  log: Logger
  outside: OutsideParts
  mails: MailQueue
  /** The owner's e-mail address. */
  owner: string
}

/** `none`: no calendar is set. */
type SyncOutcome = 'read' | 'unchanged' | 'none' | 'stopped' | FeedFault

interface Reading {
  outcome: 'read' | 'unchanged'
  found?: Partial<Feed>
  busy?: Interval[]
}

/** Syncs the busy times from the owner's calendar. After a failed sync the last busy times stay. */
export class CalendarSync {
  private timer: NodeJS.Timeout | undefined
  private started = false
  private running: Promise<SyncOutcome> | undefined
  private aborter = new AbortController()
  private readonly tellOutage: (tx: Tx, since: number) => void

  constructor(private readonly parts: SyncParts) {
    this.tellOutage = outageMails(parts)
  }

  start(): void {
    this.started = true
    this.plan(0)
  }

  /** Stops the sync and ends one that is under way, together with its thread. */
  async stop(): Promise<void> {
    this.started = false
    clearTimeout(this.timer)
    this.aborter.abort()
    await this.running?.catch(() => undefined)
  }

  /** Runs one sync; a call during a sync joins it. */
  run(): Promise<SyncOutcome> {
    this.running ??= this.read().finally(() => {
      this.running = undefined
    })
    return this.running
  }

  /** For a new address: aborts a sync that is under way, and runs another. */
  async runAnew(): Promise<SyncOutcome> {
    this.aborter.abort()
    await this.running?.catch(() => undefined)
    this.aborter = new AbortController()
    return this.run()
  }

  private plan(wait: number): void {
    this.timer = setTimeout(() => {
      this.round().catch((err) => this.parts.log.error({ err }, 'calendar sync stopped'))
    }, wait)
    this.timer.unref()
  }

  /** Runs one sync and plans the next, also after a failure. */
  private async round(): Promise<void> {
    let wait = RETRY
    try {
      await this.run()
      if (!readFeedRow(this.parts.db.read).failure) wait = EVERY
    } catch (err) {
      this.parts.log.error({ err }, 'calendar sync failed')
    }
    if (this.started) this.plan(wait)
  }

  private async read(): Promise<SyncOutcome> {
    const feed = readFeedRow(this.parts.db.read)
    const address = addressOf(feed, this.parts.keys)
    if (address === null) return 'none'
    try {
      return await this.readAddress(address, feed)
    } catch (error) {
      if (!(error instanceof FeedTrouble)) throw error
      if (error.fault !== 'stopped') await this.noteTrouble(feed, error.fault)
      return error.fault
    }
  }

  private async readAddress(address: string, feed: Feed): Promise<SyncOutcome> {
    const { db, clock, outside } = this.parts
    const { signal } = this.aborter
    const { timeZone, windowDays } = readSchedule(db.read)
    const now = clock()
    const window = { start: now - DAY, end: now + (windowDays + 1 + MARGIN_DAYS) * DAY }
    const covered = (feed.covers_until ?? 0) >= window.end - MARGIN_DAYS * DAY
    const known = covered && feed.zone === timeZone ? feed : undefined
    const fetched = await fetchFeed(address, known, { outside, signal })
    if (!fetched) return this.keep(feed, { outcome: 'unchanged' })
    const { bytes, ...validators } = fetched
    const answer = await readInThread(
      { bytes, window, ownZone: timeZone, ownDomain: OWN_DOMAIN },
      signal,
    )
    if (!answer.ok) throw new FeedTrouble(answer.fault)
    const { busy, entries, unreadable } = answer.reading
    const found = { ...validators, zone: timeZone, covers_until: window.end, entries, unreadable }
    return this.keep(feed, { outcome: 'read', found, busy })
  }

  private async keep({ address }: Feed, { outcome, found, busy }: Reading): Promise<SyncOutcome> {
    const { db, clock, log } = this.parts
    return db.write((tx) => {
      if (readFeedRow(tx).address !== address) return 'stopped'
      if (busy) replaceBusyTimes(tx, busy)
      const now = clock()
      const well = { synced_at: now, tried_at: now, failure: null, failing_since: null }
      writeFeedRow(tx, { ...found, ...well })
      log.info({ outcome, entries: found?.entries }, 'calendar read')
      return outcome
    })
  }

  private async noteTrouble({ address }: Feed, fault: FeedFault): Promise<void> {
    const { db, clock, log } = this.parts
    log.warn({ fault }, 'calendar could not be read')
    await db.write((tx) => {
      if (readFeedRow(tx).address !== address) return
      this.tellOutage(tx, noteFailure(tx, fault, clock()))
    })
  }
}

/** Delay of the mail about an outage, ms: a server that only restarts is back by then. */
const PATIENCE = 5 * 60_000

const About = v.object({ since: v.number() })

/** Registers the mail about an outage; the returned function queues it, once for each outage. */
function outageMails({ db, mails, clock, owner }: SyncParts) {
  mails.on({
    kind: 'calendar-outage',
    data: About,
    render: async ({ since }) => {
      const { failure, failing_since, synced_at } = readFeedRow(db.read)
      if (failure === null || failing_since !== since) return undefined
      const { timeZone } = readSchedule(db.read)
      const at = (instant: number | null) => (instant ? instantIn(instant, timeZone) : 'Never')
      const rows = { since: at(since), last: at(synced_at) }
      return { to: { name: '', address: owner }, content: outageMail(failure, rows) }
    },
  })
  return (tx: Tx, since: number) => {
    mails.add(tx, {
      kind: 'calendar-outage',
      once: String(since),
      bookingId: null,
      data: { since },
      runAt: clock() + PATIENCE,
    })
  }
}

function outageMail(
  fault: FeedFault,
  { since, last }: { since: string; last: string },
): MailContent {
  return {
    subject: 'Your calendar cannot be read',
    preview: 'New bookings need your approval until it can.',
    title: 'Your calendar cannot be read',
    blocks: [
      text(
        'Until it can be read again, new bookings need your approval: nothing is confirmed or paid before you accept.',
      ),
      details([
        { label: 'Since', lines: [since] },
        { label: 'Last read', lines: [last] },
        { label: 'Reason', lines: [feedFaultWords[fault]] },
      ]),
      text('We keep trying. You can change the address under Settings, Calendar Settings.'),
    ],
    reason: 'You received this email because the calendar of this site is yours.',
  }
}
