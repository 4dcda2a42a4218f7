import * as v from 'valibot'
import type { Database, Tx } from '#server/db/database.ts'
import { takeTurn } from '#server/jobs/turns.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { Keys } from '#server/lib/keys.ts'
import type { Logger } from '#server/lib/log.ts'
import {
  ENCODINGS,
  SafeFetchError,
  type SafeFetchNetwork,
  safeFetch,
} from '#server/lib/safe-fetch.ts'
import { startThread } from '#server/lib/thread.ts'
import { detailsBlock, type MailContent, textBlock } from '#server/mail/content.ts'
import { formatInstant } from '#server/mail/meeting-text.ts'
import type { MailQueue } from '#server/mail/queue.ts'
import { readSchedule } from '#server/schedule/store.ts'
import { type FeedFault, feedFaultTexts } from '#shared/schedule/calendar-state.ts'
import type { FeedResult, WorkerResult, WorkerTask } from './read-feed.ts'
import {
  decryptAddress,
  type FeedRow,
  hasBusyTimesAfter,
  readFeedRow,
  readNotes,
  recordFeedFailure,
  replaceBusyTimes,
  toNoteColumns,
  writeFeedRow,
} from './store.ts'

/** About ten years of a full calendar with long descriptions. */
const MAX_BYTES = 16 * 1024 * 1024
/** ms */
const TIMEOUT = 20_000

/** `stopped`: this server ended the sync, so it is no fault of the calendar and is not recorded. */
class FeedError extends Error {
  constructor(readonly fault: FeedFault | 'stopped') {
    super(`The calendar could not be read: ${fault}`)
  }
}

interface FetchedFeed {
  bytes: Uint8Array<ArrayBuffer>
  etag: string | null
  last_modified: string | null
}

/** Fetches a feed; undefined if it has not changed (304). Throws `FeedError`. */
async function fetchFeed(
  address: string,
  known: Pick<FeedRow, 'etag' | 'last_modified'> | undefined,
  { network, signal }: { network: SafeFetchNetwork; signal: AbortSignal },
): Promise<FetchedFeed | undefined> {
  const headers = {
    // Some servers refuse anything narrower.
    accept: '*/*',
    'accept-encoding': ENCODINGS,
    'user-agent': 'Lysning calendar sync',
    ...(known?.etag && { 'if-none-match': known.etag }),
    ...(known?.last_modified && { 'if-modified-since': known.last_modified }),
  }
  try {
    const request = { url: address, headers, maxBytes: MAX_BYTES, timeout: TIMEOUT, signal }
    const { status, body, etag, lastModified } = await safeFetch(request, network)
    if (status === 304) return undefined
    return { bytes: new Uint8Array(body), etag, last_modified: lastModified }
  } catch (error) {
    throw error instanceof SafeFetchError ? new FeedError(error.fault) : error
  }
}

/** Limits of one worker thread: milliseconds, and memory of its own. */
const threadLimits = { timeout: 20_000, maxMegabytes: 256 }

/**
 * Reads a feed in a worker thread, which is ended when it exceeds `limits` or `signal` aborts.
 * Rejects if the thread crashes: that is a mistake of ours, so it is logged, and not recorded as a
 * fault of the calendar.
 */
export function readInThread(
  task: WorkerTask,
  signal: AbortSignal,
  limits = threadLimits,
): Promise<WorkerResult> {
  return new Promise((resolve, reject) => {
    const worker = startThread('feed-worker', new URL('./worker.ts', import.meta.url), {
      workerData: task,
      transferList: [task.bytes.buffer],
      resourceLimits: {
        maxOldGenerationSizeMb: limits.maxMegabytes,
        maxYoungGenerationSizeMb: 32,
      },
    })
    const timer = setTimeout(() => end({ ok: false, fault: 'too_much' }), limits.timeout)
    const stop = () => end({ ok: false, fault: 'stopped' })
    const end = (answer: WorkerResult) => {
      clearTimeout(timer)
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

const DAY = 86_400_000
/** ms */
const SYNC_INTERVAL = 10 * 60_000
/** ms. Short, because bookings are only requests while the calendar cannot be read. */
const RETRY_INTERVAL = 2 * 60_000
/** Days read past the last bookable one, so that an unchanged feed is not read again every day. */
const MARGIN_DAYS = 7

interface CalendarSyncParts {
  db: Database
  clock: Clock
  keys: Keys
  log: Logger
  network: SafeFetchNetwork
  mails: MailQueue
  /** The owner's email address. */
  ownerEmail: string
  /**
   * The UIDs of our own bookings from this instant on. The owner's calendar may subscribe to them,
   * and they would come back as busy times.
   */
  listOwnUids(tx: Tx, from: number): Promise<string[]>
  /** All email addresses at which the owner may be invited. */
  listOwnAddresses(tx: Tx): Promise<string[]>
  /** Replaces `readInThread`. */
  readFeed?: FeedReader | undefined
}

export type FeedReader = (task: WorkerTask, signal: AbortSignal) => Promise<WorkerResult>

/** `none`: no calendar is set. `stopped`: aborted, or the address changed during the sync. */
type SyncOutcome = 'read' | 'unchanged' | 'none' | 'stopped' | FeedFault

/** A reading of the whole feed; undefined where it has not changed since the last one. */
interface SyncReading {
  columns: Partial<FeedRow>
  result: FeedResult
}

/** Syncs the busy times from the owner's calendar. After a failed sync the last busy times stay. */
export class CalendarSync {
  private timer: NodeJS.Timeout | undefined
  private started = false
  private running: Promise<SyncOutcome> | undefined
  /** The latest round; never rejects. */
  private round: Promise<void> | undefined
  private aborter = new AbortController()
  private readonly queueOutageMail: (tx: Tx, since: number) => Promise<void>

  constructor(private readonly parts: CalendarSyncParts) {
    this.queueOutageMail = registerOutageMails(parts)
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
    await this.round
  }

  /** Runs one sync; a call during a sync joins it. */
  run(): Promise<SyncOutcome> {
    this.running ??= this.read().finally(() => {
      this.running = undefined
    })
    return this.running
  }

  /** For a new address: aborts a sync that is under way, and runs another. */
  async restart(): Promise<SyncOutcome> {
    this.aborter.abort()
    await this.running?.catch(() => undefined)
    this.aborter = new AbortController()
    return this.run()
  }

  private plan(wait: number): void {
    this.timer = setTimeout(() => {
      this.round = this.runRound().catch((err) =>
        this.parts.log.error(
          { err },
          'the next calendar sync could not be planned; restart the server',
        ),
      )
    }, wait)
    this.timer.unref()
  }

  /** Runs one sync and plans the next, also after a failure. */
  private async runRound(): Promise<void> {
    const { db, clock } = this.parts
    let wait = RETRY_INTERVAL
    try {
      // The shorter interval, so that another process takes over within minutes.
      const turn = { name: 'calendar feed', interval: RETRY_INTERVAL, now: clock() }
      const isOurTurn = await takeTurn(db, turn)
      if (isOurTurn) await this.run()
      if (isOurTurn && !(await readFeedRow(db.read)).failure) wait = SYNC_INTERVAL
    } catch (err) {
      this.parts.log.error({ err }, 'calendar sync failed; trying again later')
    }
    if (this.started) this.plan(wait)
  }

  private async read(): Promise<SyncOutcome> {
    const feed = await readFeedRow(this.parts.db.read)
    const address = decryptAddress(feed, this.parts.keys)
    if (address === null) return 'none'
    try {
      return await this.readAddress(address, feed)
    } catch (error) {
      if (!(error instanceof FeedError)) throw error
      if (error.fault !== 'stopped') await this.recordFailure(feed, error.fault)
      return error.fault
    }
  }

  private async readAddress(address: string, feed: FeedRow): Promise<SyncOutcome> {
    const { db, clock, network } = this.parts
    const { signal } = this.aborter
    const { timeZone, windowDays } = await readSchedule(db.read)
    const now = clock()
    const window = { start: now - DAY, end: now + (windowDays + 1 + MARGIN_DAYS) * DAY }
    const covered = (feed.covers_until ?? 0) >= window.end - MARGIN_DAYS * DAY
    const known = covered && feed.zone === timeZone ? feed : undefined
    const fetched = await fetchFeed(address, known, { network, signal })
    if (!fetched) return this.storeReading(feed)
    const { bytes, ...validators } = fetched
    const ownUids = await this.parts.listOwnUids(db.read, window.start)
    const ownAddresses = await this.parts.listOwnAddresses(db.read)
    const task = { bytes, window, ownZone: timeZone, ownUids, ownAddresses }
    const answer = await (this.parts.readFeed ?? readInThread)(task, signal)
    if (!answer.ok) throw new FeedError(answer.fault)
    const { eventCount, unreadableCount, guessedZoneCount } = answer.reading
    const columns = {
      ...validators,
      zone: timeZone,
      covers_until: window.end,
      entries: eventCount,
      unreadable: unreadableCount,
      guessed_zones: guessedZoneCount,
    }
    return this.storeReading(feed, { columns, result: answer.reading })
  }

  private async storeReading({ address }: FeedRow, reading?: SyncReading): Promise<SyncOutcome> {
    const { db, clock, keys, log } = this.parts
    const now = clock()
    const outcome = await db.write(async (tx): Promise<SyncOutcome> => {
      const feed = await readFeedRow(tx)
      if (feed.address !== address) return 'stopped'
      if (reading && (await isSuddenlyEmpty(tx, reading.result, { feed, now }))) return 'empty'
      const well = {
        synced_at: now,
        tried_at: now,
        failure: null,
        failing_since: null,
        empty_answer: null,
      }
      await writeFeedRow(tx, { ...reading?.columns, ...well })
      if (!reading) return 'unchanged'
      await replaceBusyTimes(tx, reading.result.busy)
      const { seen } = readNotes(feed, keys)
      await writeFeedRow(tx, toNoteColumns(reading.result.notes, seen, keys))
      return 'read'
    })
    if (outcome === 'stopped') return outcome
    if (outcome === 'empty') throw new FeedError('empty')
    log.info({ outcome, entries: reading?.columns.entries }, 'calendar read')
    return outcome
  }

  private async recordFailure({ address }: FeedRow, fault: FeedFault): Promise<void> {
    const { db, clock, log } = this.parts
    log.warn({ fault }, 'calendar could not be read')
    await db.write(async (tx) => {
      const feed = await readFeedRow(tx)
      if (feed.address !== address) return
      if (fault === 'empty') await writeFeedRow(tx, { empty_answer: feed.empty_answer ?? 'asked' })
      await this.queueOutageMail(tx, await recordFeedFailure(tx, fault, clock()))
    })
  }
}

/**
 * Whether accepting this reading would open times because the calendar has lost all its entries,
 * which servers also answer when something is wrong with them: the owner is asked first.
 */
async function isSuddenlyEmpty(
  tx: Tx,
  { isEmpty }: FeedResult,
  { feed, now }: { feed: FeedRow; now: number },
): Promise<boolean> {
  if (!isEmpty || feed.empty_answer === 'accepted') return false
  return hasBusyTimesAfter(tx, now)
}

/** Delay of the mail about an outage, ms: a server that only restarts is back by then. */
const OUTAGE_MAIL_DELAY = 5 * 60_000

const OutageMailData = v.object({ since: v.number() })

/** Registers the mail about an outage; the returned function queues it, once for each outage. */
function registerOutageMails({ db, mails, clock, ownerEmail }: CalendarSyncParts) {
  mails.on({
    kind: 'calendar-outage',
    data: OutageMailData,
    render: async ({ since }) => {
      const { failure, failing_since, synced_at } = await readFeedRow(db.read)
      if (failure === null || failing_since !== since) return undefined
      const { timeZone } = await readSchedule(db.read)
      const at = (instant: number | null) => (instant ? formatInstant(instant, timeZone) : 'Never')
      const rows = { since: at(since), last: at(synced_at) }
      return { to: { name: '', address: ownerEmail }, content: outageMail(failure, rows) }
    },
  })
  return async (tx: Tx, since: number) => {
    await mails.add(tx, {
      kind: 'calendar-outage',
      dedupeKey: String(since),
      bookingId: null,
      data: { since },
      runAt: clock() + OUTAGE_MAIL_DELAY,
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
      textBlock(
        'Until it can be read again, new bookings need your approval: nothing is confirmed or paid before you accept.',
      ),
      detailsBlock([
        { label: 'Since', lines: [since] },
        { label: 'Last read', lines: [last] },
        { label: 'Reason', lines: [feedFaultTexts[fault]] },
      ]),
      textBlock(
        'The site keeps trying. You can change the address under Settings, Calendar Settings.',
      ),
    ],
    reason: 'You received this email because the calendar of this site is yours.',
  }
}
