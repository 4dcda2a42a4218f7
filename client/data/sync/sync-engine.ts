import type { OwnerDatabase } from '#client/data/store/database.ts'
import { readDevice } from '#client/data/store/device.ts'
import { compactRecords } from '#client/data/store/pages.ts'
import type { DeviceState } from '#client/data/store/schema.ts'
import { type Clock, measureClockSkew } from '#client/lib/clock.ts'
import { type ExclusiveLockOptions, withExclusiveLock } from '#client/outbox/other-tabs.ts'
import type { PushAnswer } from '#shared/sync/protocol.ts'
import { MAX_MUTATIONS, SCHEMA_VERSION } from '#shared/sync/protocol-constants.ts'
import { applyPull, getPullPosition, type SyncTimes, toPullQuery } from './apply-pull.ts'
import { applyPush, NOTHING_APPLIED, quarantine } from './apply-push.ts'
import { type PushBatch, takeBatch } from './push-batch.ts'
import { adoptNewEpoch, renumberAfterGap, resetDeviceId, startFullResync } from './recovery.ts'
import {
  type Answer,
  extractChanges,
  findInvalid,
  getErrorCode,
  parsePullAnswer,
  parsePushAnswer,
  type Transport,
} from './transport.ts'

/** How a sync ended. After any outcome but `done`, mutations may still be pending. */
export type SyncOutcome =
  | 'done'
  /** No valid answer, or a temporary error; a retry may succeed. */
  | 'failed'
  /** The device has no room for what came; tried again like a failure. */
  | 'full'
  /** No answer while the browser reported that it was offline: that says nothing about the server. */
  | 'offline'
  | 'signed out'
  | 'revoked'
  /** The server does not accept the `SCHEMA_VERSION` of this version of the site. */
  | 'too old'

/**
 * A lock allows one sync at a time on this device; without it, the server deduplicates by `mid`.
 */
export interface SyncEngineParts extends ExclusiveLockOptions {
  db: OwnerDatabase
  userId: string
  clock: Clock
  newId: () => string
  transport: Transport
  /** Whether the browser reports that it is offline. */
  isOffline?: () => boolean
  /** Most mutations in one push. */
  maxMutations?: number
  /** Records that arrive together are packed from this many on; see `PACK_THRESHOLD` in `pages.ts`. */
  packThreshold?: number
  /** Single rows are packed from this many on; see `MANY` in `pages.ts`. */
  compactThreshold?: number
  /** Called after each step that changed the store. */
  onStep?: (step: SyncStep) => void
}

export interface SyncStep {
  pushed: number
  pulled: number
  hasMore: boolean
  /** The number of changes still to pull, if the step pulled some. */
  remaining: number
  /** Ids of the records that the step changed. */
  ids: string[]
  /** Some of them were erased; no copy of them may stay on a screen or in memory. */
  hasErased: boolean
}

/**
 * Most rounds in one sync: a server that repeats the same unexpected answer must not cause a loop.
 */
const MAX_RESTARTS = 4

/** Shortest time between two clean-ups, milliseconds by the server's clock. */
const CLEAN_UP_INTERVAL = 86_400_000

type StepResult = 'on' | 'again' | Exclude<SyncOutcome, 'done'>

/**
 * Runs a sync: pushes pending mutations first, so that edits are not delayed, then pulls changes.
 */
export class SyncEngine {
  private readonly parts: SyncEngineParts
  /** Batch limit while a mutation that the server cannot take is searched for, by halving. */
  private batchLimit: number | undefined
  /** The effect of the last push answer in this round. */
  private pushProgress = NOTHING_APPLIED
  /** The server could not store a mutation of this round. Other devices' changes are pulled all the same. */
  private isPushStopped = false
  /** When the server answered the last pull, UTC milliseconds by its clock. */
  private serverTime = 0
  /** See `DeviceState`; undefined until a pull is answered. */
  private clockSkew: number | undefined
  /** The times of this sync are stored already, with its last page: each write waits for the disk. */
  private areTimesStored = false
  /** The last sync got no answer at all, although the browser did not report that it was offline. */
  isUnreachable = false
  /** When this tab last tried a clean-up, and when the last one was done, as last read; by the server's clock. */
  private triedAt = 0
  private cleanedUpAt = 0

  constructor(parts: SyncEngineParts) {
    this.parts = parts
  }

  run(): Promise<SyncOutcome> {
    const { userId } = this.parts
    return withExclusiveLock(`sync-${userId}`, this.parts, () => this.syncWithRestarts())
  }

  private async syncWithRestarts(): Promise<SyncOutcome> {
    this.isUnreachable = false
    if (this.parts.isOffline?.() && !(await this.isServerReachable())) return 'offline'
    for (let restarts = 0; restarts < MAX_RESTARTS; restarts++) {
      const turn = await this.pushAndPull()
      if (turn === 'on') {
        await this.finish()
        return 'done'
      }
      if (turn !== 'again') return turn
    }
    return 'failed'
  }

  private async pushAndPull(): Promise<StepResult> {
    this.pushProgress = NOTHING_APPLIED
    this.areTimesStored = false
    this.isPushStopped = false
    const pushed = await this.repeatStep(() => this.pushBatch())
    const pulls = this.isPushStopped || (pushed === 'on' && !this.pushProgress.isUpToDate)
    const turn = pulls ? await this.repeatStep(() => this.pullPage()) : pushed
    return turn === 'on' ? pushed : turn
  }

  private async finish(): Promise<void> {
    if (!this.pushProgress.isFinished && !this.areTimesStored) await this.recordSyncTimes()
    this.batchLimit = undefined
    await compactRecords(this.parts, this.parts.compactThreshold)
    await this.cleanUp()
  }

  /**
   * Tests the connection with a pull when the browser reports that it is offline, which may be
   * wrong. A push would not do: a numbered mutation is immutable and can no longer coalesce with
   * later edits.
   */
  private async isServerReachable(): Promise<boolean> {
    const { db, newId } = this.parts
    const { status } = await this.fetchChanges(await readDevice(db, newId))
    return status !== 0
  }

  /** Repeats a step while it returns `more`. */
  private async repeatStep(step: () => Promise<StepResult | 'more'>): Promise<StepResult> {
    for (;;) {
      const turn = await step()
      if (turn !== 'more') return turn
    }
  }

  /** Pushes the next batch and applies the answer. */
  private async pushBatch(): Promise<StepResult | 'more'> {
    const { db, newId, maxMutations = MAX_MUTATIONS } = this.parts
    const batch = await takeBatch({ db, newId, maxMutations: this.batchLimit ?? maxMutations })
    if (!batch) return 'on'
    const answer = await this.sendBatch(batch)
    if (answer.status !== 200) return this.handlePushFailure(batch, answer)
    const body = parsePushAnswer(answer.body, batch)
    if (!body) return 'failed'
    const isProgress = await this.applyAnswer(batch, body)
    this.isPushStopped = body.stopReason !== undefined
    if (!isProgress || this.isPushStopped) return 'failed'
    return this.pushProgress.isFinished ? 'on' : 'more'
  }

  private sendBatch({ mutations, ...from }: PushBatch): Promise<Answer> {
    const { transport, userId, clock } = this.parts
    return transport.push({
      userId,
      ...from,
      schema: SCHEMA_VERSION,
      sentAt: new Date(clock()).toISOString(),
      mutations: mutations.map(({ mid, intent }) => ({ mid, ...intent })),
    })
  }

  /**
   * Applies the answer; false if the queue made no progress, so that no batch is repeated for ever.
   */
  private async applyAnswer(batch: PushBatch, answer: PushAnswer): Promise<boolean> {
    this.pushProgress = await applyPush(this.parts, { batch, answer })
    this.reportStep({
      pushed: answer.results.length,
      ids: batch.mutations.map(({ intent }) => intent.id),
      hasErased: answer.results.some(({ record }) => record?.erased),
    })
    return this.pushProgress.answeredCount > 0
  }

  private reportStep(step: Partial<SyncStep>): void {
    const nothing = { pushed: 0, pulled: 0, hasMore: true, remaining: 0, ids: [], hasErased: false }
    this.parts.onStep?.({ ...nothing, ...step })
  }

  private async handlePushFailure(batch: PushBatch, answer: Answer): Promise<StepResult | 'more'> {
    const code = answer.status === 400 ? getErrorCode(answer) : undefined
    // Of JSON that the server refuses as a whole, the part is found by halving the batch.
    const isRefused = code === 'mutations' || code === 'json' || answer.status === 413
    if (!isRefused) return this.handleFailure(answer)
    const named = code === 'mutations' ? findInvalid(answer, batch) : []
    if (named.length === 0 && batch.mutations.length > 1) {
      this.batchLimit = Math.ceil(batch.mutations.length / 2)
      return 'more'
    }
    const quarantined = named.length > 0 ? named : batch.mutations
    await quarantine(this.parts, quarantined)
    this.batchLimit = undefined
    this.reportStep({ ids: quarantined.map(({ intent }) => intent.id) })
    return 'more'
  }

  /** Pulls and applies one page of changes. */
  async pullPage(): Promise<StepResult | 'more'> {
    const { db, newId } = this.parts
    const device = await readDevice(db, newId)
    const { pullMode } = device
    const answer = await this.fetchChanges(device)
    if (answer.status !== 200) return this.handleFailure(answer)
    const body = parsePullAnswer(answer.body)
    if (!body) return 'failed'
    this.serverTime = Date.parse(body.serverTime)
    this.cleanedUpAt = device.cleanedUpAt
    this.clockSkew = measureClockSkew(this.serverTime, this.parts.clock())
    // An empty pull needs no write.
    const changed = [...body.changes, ...body.readOnly]
    if (!body.hasMore && changed.length === 0 && pullMode === 'changes') return 'on'
    const text = extractChanges(answer, body)
    const end = body.hasMore || pullMode === 'all' ? undefined : this.getTimes(device)
    const page = { answer: body, text, end }
    const isApplied = await applyPull(this.parts, page, getPullPosition(device))
    this.areTimesStored = isApplied && end !== undefined
    if (isApplied)
      this.reportStep({
        pulled: changed.length,
        hasMore: body.hasMore,
        remaining: body.remaining,
        ids: changed.map(({ id }) => id),
        hasErased: body.changes.some(({ erased }) => erased),
      })
    // Not taken: a concurrent sync has changed the device's state, so this page is pulled again.
    if (body.hasMore || !isApplied) return 'more'
    // Push now what had to wait for a full resync: first edits, and what a restored server lost.
    return pullMode === 'all' && (await db.queue.count()) > 0 ? 'again' : 'on'
  }

  /** Pulls the changes after the device's cursor. */
  private fetchChanges(device: DeviceState): Promise<Answer> {
    return this.parts.transport.pull(toPullQuery(this.parts.userId, device))
  }

  private async handleFailure(answer: Answer): Promise<StepResult> {
    const code = getErrorCode(answer)
    const { status } = answer
    if (status === 0 && this.parts.isOffline?.()) return 'offline'
    this.isUnreachable = status === 0
    if (status === 401) return (await this.isRevoked()) ? 'revoked' : 'signed out'
    if (status === 403 && code === 'revoked') return 'revoked'
    if (status === 403) return 'signed out'
    if (status === 409) return this.handleMismatch(answer)
    if (status === 400 && code === 'foreign') return resetDeviceId(this.parts)
    return status === 410 ? startFullResync(this.parts) : 'failed'
  }

  /** Handles a 409: the server's record of this device differs from the device's own. */
  private async handleMismatch(answer: Answer): Promise<StepResult> {
    const code = getErrorCode(answer)
    if (code === 'schema') return 'too old'
    if (code === 'epoch') return adoptNewEpoch(this.parts, answer)
    if (code === 'gap') return renumberAfterGap(this.parts, answer)
    return code === 'mid_reuse' ? resetDeviceId(this.parts) : 'failed'
  }

  /** Uses a public endpoint, because a removed device has no session. */
  private async isRevoked(): Promise<boolean> {
    const { db, newId, transport } = this.parts
    return transport.isRevoked((await readDevice(db, newId)).deviceId)
  }

  /** Cleans up once a day. */
  private async cleanUp(): Promise<void> {
    if (!this.isCleanUpDue()) return
    const { db, newId } = this.parts
    const { cleanedUpAt } = await readDevice(db, newId)
    // Another tab may have cleaned up since.
    this.cleanedUpAt = cleanedUpAt
    if (!this.isCleanUpDue()) return
    this.triedAt = this.serverTime
    try {
      const { cleanUp } = await import('./clean-up.ts')
      const times = { now: this.serverTime, lastTime: cleanedUpAt }
      const ids = await cleanUp(db, times)
      if (ids.length > 0) this.reportStep({ ids, hasErased: true })
    } catch {
      // The code could not be fetched, or the disk is full. The sync itself is complete; tomorrow the clean-up is tried again.
    }
  }

  private isCleanUpDue(): boolean {
    // The server's clock may once have been ahead.
    const isOld = (at: number) => Math.abs(this.serverTime - at) >= CLEAN_UP_INTERVAL
    return isOld(this.cleanedUpAt) && isOld(this.triedAt)
  }

  private async recordSyncTimes(): Promise<void> {
    const { db, newId } = this.parts
    await db.transaction('rw', db.device, async () => {
      const device = await readDevice(db, newId)
      await db.device.put({ ...device, ...this.getTimes(device) })
    })
  }

  private getTimes(device: DeviceState): SyncTimes {
    return { syncedAt: this.parts.clock(), clockSkew: this.clockSkew ?? device.clockSkew }
  }
}
