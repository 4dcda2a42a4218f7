import { isDeepStrictEqual } from 'node:util'
import { isSignedIn } from '#server/account/store.ts'
import { guestChanges } from '#server/booking/desk-queries.ts'
import { countMadeAfter, seenUntil } from '#server/booking/store.ts'
import type { Database, Tx } from '#server/db/database.ts'
import { currentSeq } from '#server/db/desk-changes.ts'
import { answer } from '#server/http/answer.ts'
import type { FunctionRoutes } from '#server/http/functions.ts'
import { type EventStream, openEventStream, sendRefusal } from '#server/http/responses.ts'
import type { Logger } from '#server/lib/log.ts'
import { countSubmissions } from '#server/submissions/store.ts'
import { syncClock } from '#server/sync/store.ts'
import {
  deskEvents,
  getLastChanges,
  getNewsCounts,
  type LastChanges,
  type NewsCounts,
} from '#shared/desk/changes.ts'
import type { FormName } from '#shared/submissions/form-post.ts'
import { GUEST_CHANGES_FOR } from './dashboard.ts'
import type { FeatureParts } from './features.ts'

export function createDeskEvents({ db, clock, log }: FeatureParts): DeskEvents {
  return new DeskEvents({
    db,
    log,
    lastChanges,
    isSignedIn: (tx, sessionId) => isSignedIn(tx, sessionId, clock()),
  })
}

/** Endpoints by which open desks learn that something changed. */
export function newsRoutes(
  routes: FunctionRoutes,
  { db, clock }: FeatureParts,
  events: DeskEvents,
): void {
  routes.on(getLastChanges, () => answer(lastChanges(db.read)))
  routes.on(getNewsCounts, () => answer(newsCounts(db.read, clock())))
  routes.custom(deskEvents, (_input, { account }, res) => {
    if (!account) throw new Error('The guard let nobody through')
    const { userId, sessionId } = account
    if (events.makeRoom({ userId, sessionId }))
      events.add({ stream: openEventStream(res), userId, sessionId })
    else sendRefusal(res, 429, { code: 'streams', error: deskEvents.failure })
  })
}

function newsCounts(tx: Tx, now: number): NewsCounts {
  const unread = (form: FormName) => countSubmissions(tx, form).unread
  return {
    newBookings: countMadeAfter(tx, seenUntil(tx)),
    unread: { booking: unread('booking'), contact: unread('contact'), inquiry: unread('inquiry') },
    guestChanges: guestChanges(tx, now - GUEST_CHANGES_FOR).length,
  }
}

function lastChanges(tx: Tx): LastChanges {
  return { desk: currentSeq(tx), book: syncClock(tx).seq }
}

/** Longest time between two events, ms; proxies close a silent connection after a minute. */
const HEARTBEAT = 20_000

/** Delay after a commit, ms, so that related changes in several commits cause one event. */
const GATHER = 100

/** Limit of open streams per account. Each browser profile needs one; more would be a fault. */
const MOST_STREAMS = 16

interface Parts {
  db: Database
  lastChanges(tx: Tx): LastChanges
  isSignedIn(tx: Tx, sessionId: string): boolean
  log: Logger
  /** Replaces `HEARTBEAT` in tests, ms. */
  heartbeat?: number
}

interface Open {
  stream: EventStream
  userId: string
  sessionId: string
}

/** Sends events to the owner's open desks when something changed; they then fetch the changes. */
export class DeskEvents {
  private readonly open = new Set<Open>()
  private told: LastChanges | undefined
  private telling: NodeJS.Timeout | undefined
  private heartbeat: NodeJS.Timeout | undefined
  private readonly leave: () => void
  private ended = false

  constructor(private readonly parts: Parts) {
    this.leave = parts.db.onCommit(() => this.committed())
  }

  /**
   * Whether one more stream may be opened. At the limit, the oldest stream of the same session is
   * ended to make room: its browser may have disconnected without notice.
   */
  makeRoom({ userId, sessionId }: Omit<Open, 'stream'>): boolean {
    if (this.ended) return false
    const owners = [...this.open].filter((one) => one.userId === userId)
    if (owners.length < MOST_STREAMS) return true
    const oldest = owners.find((one) => one.sessionId === sessionId)
    if (!oldest) return false
    this.open.delete(oldest)
    oldest.stream.end()
    return true
  }

  add(one: Open): void {
    const { db, lastChanges, heartbeat = HEARTBEAT } = this.parts
    one.stream.onEnd(() => this.remove(one))
    this.open.add(one)
    one.stream.send(JSON.stringify(lastChanges(db.read)))
    this.heartbeat ??= setInterval(() => this.tryTo(() => this.tell()), heartbeat)
  }

  /** Ends the streams of sessions that have ended. */
  check(): void {
    this.tryTo(() => this.hangUpEnded())
  }

  /** For a server that stops: ends all streams and refuses new ones. */
  end(): void {
    this.ended = true
    this.leave()
    clearTimeout(this.telling)
    for (const one of this.open) this.hangUp(one)
  }

  private committed(): void {
    if (this.open.size === 0 || this.telling) return
    this.telling = setTimeout(() => {
      this.telling = undefined
      this.tryTo(() => {
        const { db, lastChanges } = this.parts
        if (!isDeepStrictEqual(lastChanges(db.read), this.told)) this.tell()
      })
    }, GATHER)
  }

  /** Logs an error, such as an unreadable database, instead of ending the process with it. */
  private tryTo(act: () => void): void {
    try {
      act()
    } catch (err) {
      this.parts.log.warn({ err }, 'open desks were not told of a change')
    }
  }

  private hangUpEnded(): void {
    const { db, isSignedIn } = this.parts
    for (const one of this.open) if (!isSignedIn(db.read, one.sessionId)) this.hangUp(one)
  }

  private tell(): void {
    this.hangUpEnded()
    this.told = this.parts.lastChanges(this.parts.db.read)
    const line = JSON.stringify(this.told)
    for (const { stream } of this.open) stream.send(line)
  }

  private hangUp(one: Open): void {
    this.remove(one)
    one.stream.end()
  }

  private remove(one: Open): void {
    this.open.delete(one)
    if (this.open.size > 0) return
    clearInterval(this.heartbeat)
    this.heartbeat = undefined
  }
}
