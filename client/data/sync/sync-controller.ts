import type { RecordCache } from '#client/data/index/record-cache.ts'
import type { TabChannel, TabMessage } from '#client/data/store/channel.ts'
import { type OwnerDatabase, wipeOwnerDatabase } from '#client/data/store/database.ts'
import { hasResynced } from '#client/data/store/device.ts'
import type { DeviceState } from '#client/data/store/schema.ts'
import type { DataState } from '#client/data/store/types.ts'
import type { Clock } from '#client/lib/clock.ts'
import { isQuotaExceeded } from '#client/lib/data/storage-errors.ts'
import { SyncEngine, type SyncOutcome, type SyncStep } from './sync-engine.ts'
import { SyncScheduler } from './sync-scheduler.ts'
import type { Transport } from './transport.ts'

export interface SyncParts {
  db: OwnerDatabase
  userId: string
  clock: Clock
  newId: () => string
  random: () => number
  transport: Transport
  locks: Pick<LockManager, 'request'> | undefined
  channel: TabChannel
  /** See `SyncEngineParts`. */
  isOffline?: () => boolean
}

interface ControllerContext {
  cache: RecordCache
  onChanged: (ids: readonly string[] | 'all') => Promise<void>
  /** Called after each sync that is complete. */
  onSynced: () => void
  /** Called when `state` has changed. */
  onStateChange: () => void
}

type State = Pick<DataState, 'sync' | 'isUnreachable' | 'progress'>

/** Runs the local data's syncs and holds their state, including that of a sync in another tab. */
export class SyncController {
  state: State = { sync: 'idle', isUnreachable: false, progress: undefined }
  readonly scheduler: SyncScheduler
  private readonly parts: SyncParts
  private readonly context: ControllerContext
  private readonly engine: SyncEngine
  /** Pending mutations when the sync began. */
  private pendingAtStart = 0

  constructor(parts: SyncParts, around: ControllerContext) {
    this.parts = parts
    this.context = around
    this.engine = new SyncEngine({ ...parts, onStep: (step) => this.handleStep(step) })
    this.scheduler = new SyncScheduler({
      run: () => this.run(),
      hasPending: () => around.cache.counts.pending > 0,
      random: parts.random,
    })
  }

  /** Takes over the state of a sync that runs in another tab. */
  adoptState({ type: _type, ...state }: Extract<TabMessage, { type: 'state' }>): void {
    this.state = state
    this.context.onStateChange()
  }

  private async run(): Promise<SyncOutcome> {
    this.setState({ ...this.state, sync: 'syncing', progress: undefined })
    this.pendingAtStart = this.context.cache.counts.pending
    const before = this.context.cache.device
    let outcome: SyncOutcome = 'failed'
    try {
      outcome = await this.engine.run()
    } catch (error) {
      if (!isQuotaExceeded(error)) throw error
      outcome = 'full'
    } finally {
      if (outcome === 'revoked') await wipeOwnerDatabase(this.parts.userId)
      else await this.refreshCache(before)
      const { isUnreachable } = this.engine
      const end = outcome === 'done' ? 'idle' : outcome
      // Between two syncs in a row, "synced" would show for a moment, and pages would read everything.
      const sync = this.scheduler.continuesAfter(outcome) ? 'syncing' : end
      this.setState({ sync, isUnreachable, progress: undefined })
    }
    if (outcome === 'done') this.context.onSynced()
    return outcome
  }

  private async refreshCache(before: DeviceState | undefined): Promise<void> {
    const { cache, onChanged } = this.context
    await cache.refresh([])
    if (hasResynced(before, cache.device)) await onChanged('all')
  }

  private handleStep({ pushed, pulled, hasMore, remaining, ids, hasErased }: SyncStep): void {
    const done = (this.state.progress?.done ?? 0) + pushed + pulled
    const total = pulled > 0 ? done + remaining : Math.max(done, this.pendingAtStart)
    // A sync of a single step is too short for a progress display.
    if (hasMore && done > 0)
      this.setState({ ...this.state, sync: 'syncing', progress: { done, total } })
    // After an erasure, everything is read again, so that no copy in memory holds erased data.
    // The error is ignored: a store that closes meanwhile makes the sync itself fail.
    if (ids.length > 0) this.context.onChanged(hasErased ? 'all' : ids).catch(() => undefined)
  }

  private setState(state: State): void {
    this.state = state
    this.parts.channel.post({ type: 'state', ...state })
    this.context.onStateChange()
  }
}
