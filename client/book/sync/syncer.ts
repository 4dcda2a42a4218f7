import type { OwnerDatabase } from '#client/book/store/database.ts'
import { readDevice } from '#client/book/store/device.ts'
import { packRows } from '#client/book/store/pages.ts'
import type { DeviceState } from '#client/book/store/schema.ts'
import type { Clock } from '#client/lib/clock.ts'
import { type Locking, oneAtATime } from '#client/outbox/other-tabs.ts'
import type { PushAnswer } from '#shared/sync/protocol.ts'
import { MOST_MUTATIONS, SCHEMA } from '#shared/sync/wire.ts'
import { type Batch, takeBatch } from './batch.ts'
import { applyPull, askedBy, pullQuery } from './pull.ts'
import { applyPush, NOTHING_APPLIED, setAside } from './push.ts'
import { becomeAnother, fillGap, meetNewEpoch, pullAll } from './recovery.ts'
import {
  type Answer,
  changesText,
  codeOf,
  pullAnswer,
  pushAnswer,
  type Transport,
  unreadIn,
} from './transport.ts'

/** How a sync ended. After any outcome but `done`, mutations may still be pending. */
export type SyncOutcome =
  | 'done'
  /** No valid answer, or a temporary error; a retry may succeed. */
  | 'failed'
  | 'signed out'
  | 'revoked'
  /** The server does not accept the `SCHEMA` of this version of the site. */
  | 'too old'

/**
 * A lock allows one sync at a time on this device; without it, the server deduplicates by `mid`.
 */
export interface SyncerParts extends Locking {
  db: OwnerDatabase
  userId: string
  clock: Clock
  newId: () => string
  transport: Transport
  /** Whether the browser says that there is no connection. */
  isOffline?: () => boolean
  /** Most mutations in one push. */
  most?: number
  /** Records that arrive together are packed from this many on; see `TOGETHER` in `pages.ts`. */
  together?: number
  /** Single rows are packed from this many on; see `MANY` in `pages.ts`. */
  packsFrom?: number
  /** Called after each step that changed the store. */
  onStep?: (step: SyncStep) => void
}

export interface SyncStep {
  pushed: number
  pulled: number
  more: boolean
  /** Ids of the records that the step changed. */
  ids: string[]
  /** Some of them were erased; no copy of them may stay on a screen or in memory. */
  erased: boolean
}

/**
 * Most rounds in one sync: a server that repeats the same unexpected answer must not cause a loop.
 */
const MOST_RESTARTS = 4

type Turn = 'on' | 'again' | Exclude<SyncOutcome, 'done'>

/**
 * Runs a sync: pushes pending mutations first, so that edits are not delayed, then pulls changes.
 */
export class Syncer {
  private readonly parts: SyncerParts
  /** Batch limit while a mutation that the server cannot take is searched for, by halving. */
  private most: number | undefined
  /** The effect of the last push answer in this round. */
  private last = NOTHING_APPLIED

  constructor(parts: SyncerParts) {
    this.parts = parts
  }

  run(): Promise<SyncOutcome> {
    const { userId } = this.parts
    return oneAtATime(`sync-${userId}`, this.parts, () => this.exchange())
  }

  private async exchange(): Promise<SyncOutcome> {
    if (this.parts.isOffline?.() && !(await this.isAnswered())) return 'failed'
    for (let restarts = 0; restarts < MOST_RESTARTS; restarts++) {
      this.last = NOTHING_APPLIED
      const pushed = await this.untilDone(() => this.push())
      const pulls = pushed === 'on' && !this.last.upToDate
      const turn = pulls ? await this.untilDone(() => this.pullOnce()) : pushed
      if (turn === 'on') {
        if (!this.last.finished) await this.noteSynced()
        this.most = undefined
        await packRows(this.parts, this.parts.packsFrom)
        return 'done'
      }
      if (turn !== 'again') return turn
    }
    return 'failed'
  }

  /**
   * Tests the connection with a pull when the browser reports that it is offline, which may be
   * wrong. A push would not do: a numbered mutation is immutable and can no longer coalesce with
   * later edits.
   */
  private async isAnswered(): Promise<boolean> {
    const { db, newId } = this.parts
    const { status } = await this.ask(await readDevice(db, newId))
    return status !== 0
  }

  /** Repeats a step while it returns `more`. */
  private async untilDone(step: () => Promise<Turn | 'more'>): Promise<Turn> {
    for (;;) {
      const turn = await step()
      if (turn !== 'more') return turn
    }
  }

  /** Pushes the next batch and applies the answer. */
  private async push(): Promise<Turn | 'more'> {
    const { db, newId, most = MOST_MUTATIONS } = this.parts
    const batch = await takeBatch({ db, newId, most: this.most ?? most })
    if (!batch) return 'on'
    const answer = await this.send(batch)
    if (answer.status !== 200) return this.pushRefused(batch, answer)
    const body = pushAnswer(answer.body, batch)
    if (!body || !(await this.settle(batch, body)) || body.stopped) return 'failed'
    return this.last.finished ? 'on' : 'more'
  }

  private send({ mutations, ...from }: Batch): Promise<Answer> {
    const { transport, userId, clock } = this.parts
    return transport.push({
      userId,
      ...from,
      schema: SCHEMA,
      sentAt: new Date(clock()).toISOString(),
      mutations: mutations.map(({ mid, intent }) => ({ mid, ...intent })),
    })
  }

  /**
   * Applies the answer; false if the queue made no progress, so that no batch is repeated for ever.
   */
  private async settle(batch: Batch, answer: PushAnswer): Promise<boolean> {
    this.last = await applyPush(this.parts, { batch, answer })
    this.told({
      pushed: answer.results.length,
      ids: batch.mutations.map(({ intent }) => intent.id),
      erased: answer.results.some(({ row }) => row?.erased),
    })
    return this.last.settled > 0
  }

  private told(step: Partial<SyncStep>): void {
    this.parts.onStep?.({ pushed: 0, pulled: 0, more: true, ids: [], erased: false, ...step })
  }

  private async pushRefused(batch: Batch, answer: Answer): Promise<Turn | 'more'> {
    const unread = answer.status === 400 && codeOf(answer) === 'mutations'
    if (!unread && answer.status !== 413) return this.refused(answer)
    const named = unread ? unreadIn(answer, batch) : []
    if (named.length === 0 && batch.mutations.length > 1) {
      this.most = Math.ceil(batch.mutations.length / 2)
      return 'more'
    }
    const aside = named.length > 0 ? named : batch.mutations
    await setAside(this.parts, aside)
    this.most = undefined
    this.told({ ids: aside.map(({ intent }) => intent.id) })
    return 'more'
  }

  /** Pulls and applies one page of changes. */
  async pullOnce(): Promise<Turn | 'more'> {
    const { db, newId } = this.parts
    const device = await readDevice(db, newId)
    const { pulling } = device
    const answer = await this.ask(device)
    if (answer.status !== 200) return this.refused(answer)
    const body = pullAnswer(answer.body)
    if (!body) return 'failed'
    // An empty pull needs no write.
    if (!body.more && body.changes.length === 0 && pulling === 'changes') return 'on'
    const text = changesText(answer, body)
    const taken = await applyPull(this.parts, { answer: body, text }, askedBy(device))
    if (taken)
      this.told({
        pulled: body.changes.length,
        more: body.more,
        ids: body.changes.map(({ id }) => id),
        erased: body.changes.some(({ erased }) => erased),
      })
    // Not taken: a concurrent sync has changed the device's state, so this page is pulled again.
    if (body.more || !taken) return 'more'
    // Push now what had to wait for a full resync: first edits, and what a restored server lost.
    return pulling === 'all' && (await db.queue.count()) > 0 ? 'again' : 'on'
  }

  /** Pulls the changes after the device's cursor. */
  private ask(device: DeviceState): Promise<Answer> {
    return this.parts.transport.pull(pullQuery(this.parts.userId, device))
  }

  private async refused(answer: Answer): Promise<Turn> {
    const code = codeOf(answer)
    const { status } = answer
    if (status === 401) return (await this.isRevoked()) ? 'revoked' : 'signed out'
    if (status === 403 && code === 'revoked') return 'revoked'
    if (status === 403) return 'signed out'
    if (status === 409) return this.disagreed(answer)
    if (status === 400 && code === 'foreign') return becomeAnother(this.parts)
    return status === 410 ? pullAll(this.parts) : 'failed'
  }

  /** Handles a 409: the server's record of this device differs from the device's own. */
  private async disagreed(answer: Answer): Promise<Turn> {
    const code = codeOf(answer)
    if (code === 'schema') return 'too old'
    if (code === 'epoch') return meetNewEpoch(this.parts, answer)
    if (code === 'gap') return fillGap(this.parts, answer)
    return code === 'mid_reuse' ? becomeAnother(this.parts) : 'failed'
  }

  /** Uses a public endpoint, because a removed device has no session. */
  private async isRevoked(): Promise<boolean> {
    const { db, newId, transport } = this.parts
    return transport.isRevoked((await readDevice(db, newId)).deviceId)
  }

  private async noteSynced(): Promise<void> {
    const { db, newId, clock } = this.parts
    await db.transaction('rw', db.device, async () => {
      const device = await readDevice(db, newId)
      await db.device.put({ ...device, syncedAt: clock() })
    })
  }
}
