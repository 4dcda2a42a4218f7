import { isDeepStrictEqual } from 'node:util'
import { isSignedIn } from '#server/account/store.ts'
import type { Database, Tx } from '#server/db/database.ts'
import { readCurrentSeq, readLastSyncedSeq } from '#server/db/desk-changes.ts'
import type { FunctionRoutes } from '#server/http/function-routes.ts'
import { answer } from '#server/http/http-result.ts'
import { type EventStream, openEventStream, sendRefusal } from '#server/http/responses.ts'
import type { Logger } from '#server/lib/log.ts'
import { deskEvents, getLatestSeqs, type LatestSeqs } from '#shared/desk/changes.ts'
import type { FeatureParts } from './features.ts'

export function createDeskEvents({ db, clock, log }: FeatureParts): DeskEvents {
  return new DeskEvents({
    db,
    log,
    readLatestSeqs,
    isSignedIn: (tx, sessionId) => isSignedIn(tx, sessionId, clock()),
  })
}

/** Endpoints by which open desks learn that something changed. */
export function registerDeskEventRoutes(
  routes: FunctionRoutes,
  { db }: FeatureParts,
  events: DeskEvents,
): void {
  routes.on(getLatestSeqs, async () => answer(await readLatestSeqs(db.read)))
  routes.custom(deskEvents, async (_input, { account }, res) => {
    if (!account)
      throw new Error(
        'The event stream was requested without a signed-in account. Its guard must refuse that.',
      )
    const { userId, sessionId } = account
    if (events.makeRoomForStream({ userId, sessionId }))
      await events.add({ stream: openEventStream(res), userId, sessionId })
    else sendRefusal(res, 429, { code: 'streams', error: deskEvents.failure })
  })
}

async function readLatestSeqs(tx: Tx): Promise<LatestSeqs> {
  return { desk: await readCurrentSeq(tx), book: await readLastSyncedSeq(tx) }
}

/** How often changes by other processes are looked for, ms. */
const POLL_INTERVAL = 1_000
/** Longest time between two events, ms; proxies close a silent connection after a minute. */
const HEARTBEAT_INTERVAL = 20_000

/** Delay after a commit, ms, so that related changes in several commits cause one event. */
const GATHER_DELAY = 100

/** Limit of open streams per account. Each browser profile needs one; more would be a fault. */
const MAX_STREAMS = 16

interface Parts {
  db: Database
  readLatestSeqs(tx: Tx): Promise<LatestSeqs>
  isSignedIn(tx: Tx, sessionId: string): Promise<boolean>
  log: Logger
  /** Replaces `HEARTBEAT_INTERVAL` in tests, ms. */
  heartbeat?: number
}

interface DeskStream {
  stream: EventStream
  userId: string
  sessionId: string
}

/** Sends events to the owner's open desks when something changed; they then fetch the changes. */
export class DeskEvents {
  private readonly streams = new Set<DeskStream>()
  private lastSent: LatestSeqs | undefined
  private sendTimer: NodeJS.Timeout | undefined
  private heartbeat: NodeJS.Timeout | undefined
  private poll: NodeJS.Timeout | undefined
  private readonly unsubscribe: () => void
  private ended = false

  constructor(private readonly parts: Parts) {
    this.unsubscribe = parts.db.onCommit(() => this.scheduleSend())
  }

  /**
   * Whether one more stream may be opened. At the limit, the oldest stream of the same session is
   * ended to make room: its browser may have disconnected without notice.
   */
  makeRoomForStream({ userId, sessionId }: Omit<DeskStream, 'stream'>): boolean {
    if (this.ended) return false
    const owners = [...this.streams].filter((one) => one.userId === userId)
    if (owners.length < MAX_STREAMS) return true
    const oldest = owners.find((one) => one.sessionId === sessionId)
    if (!oldest) return false
    this.streams.delete(oldest)
    oldest.stream.end()
    return true
  }

  async add(one: DeskStream): Promise<void> {
    const { db, readLatestSeqs: lastChanges, heartbeat = HEARTBEAT_INTERVAL } = this.parts
    one.stream.onEnd(() => this.remove(one))
    this.streams.add(one)
    this.heartbeat ??= setInterval(() => this.runSafely(() => this.sendToAll()), heartbeat)
    if (db.isShared) this.poll ??= setInterval(() => this.scheduleSend(), POLL_INTERVAL)
    const line = JSON.stringify(await lastChanges(db.read))
    // The stream may have ended meanwhile.
    if (this.streams.has(one)) one.stream.send(line)
  }

  closeEndedSessions(): void {
    this.runSafely(() => this.closeStreamsOfEndedSessions())
  }

  /** For a server that stops: ends all streams and refuses new ones. */
  close(): void {
    this.ended = true
    this.unsubscribe()
    clearTimeout(this.sendTimer)
    for (const one of this.streams) this.closeStream(one)
  }

  private scheduleSend(): void {
    if (this.streams.size === 0 || this.sendTimer) return
    this.sendTimer = setTimeout(() => {
      this.sendTimer = undefined
      this.runSafely(async () => {
        const { db, readLatestSeqs: lastChanges } = this.parts
        await this.closeStreamsOfEndedSessions()
        if (!isDeepStrictEqual(await lastChanges(db.read), this.lastSent)) await this.sendToAll()
      })
    }, GATHER_DELAY)
  }

  /** Logs an error, such as an unreadable database, instead of ending the process with it. */
  private runSafely(act: () => Promise<void>): void {
    act().catch((err: unknown) => {
      this.parts.log.warn({ err }, 'open desks could not be notified of a change')
    })
  }

  private async closeStreamsOfEndedSessions(): Promise<void> {
    const { db, isSignedIn } = this.parts
    for (const one of this.streams)
      if (!(await isSignedIn(db.read, one.sessionId))) this.closeStream(one)
  }

  private async sendToAll(): Promise<void> {
    await this.closeStreamsOfEndedSessions()
    this.lastSent = await this.parts.readLatestSeqs(this.parts.db.read)
    const line = JSON.stringify(this.lastSent)
    for (const { stream } of this.streams) stream.send(line)
  }

  private closeStream(one: DeskStream): void {
    this.remove(one)
    one.stream.end()
  }

  private remove(one: DeskStream): void {
    this.streams.delete(one)
    if (this.streams.size > 0) return
    clearInterval(this.heartbeat)
    clearInterval(this.poll)
    this.heartbeat = undefined
    this.poll = undefined
  }
}
