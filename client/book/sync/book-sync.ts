import type { BookCache } from '#client/book/index/book-cache.ts'
import type { BookChannel, BookNews } from '#client/book/store/channel.ts'
import { dropOwnerDatabase, type OwnerDatabase } from '#client/book/store/database.ts'
import { pulledAll } from '#client/book/store/device.ts'
import type { DeviceState } from '#client/book/store/schema.ts'
import type { BookState } from '#client/book/store/types.ts'
import type { Clock } from '#client/lib/clock.ts'
import { SyncTimer } from './sync-timer.ts'
import { Syncer, type SyncOutcome, type SyncStep } from './syncer.ts'
import type { Transport } from './transport.ts'

export interface SyncParts {
  db: OwnerDatabase
  userId: string
  clock: Clock
  newId: () => string
  random: () => number
  transport: Transport
  locks: Pick<LockManager, 'request'> | undefined
  channel: BookChannel
  /** See `SyncerParts`. */
  isOffline?: () => boolean
}

interface Around {
  cache: BookCache
  changed: (ids: readonly string[] | 'all') => Promise<void>
  /** Called when `state` has changed. */
  tell: () => void
}

type State = Pick<BookState, 'sync' | 'progress'>

/** Runs the client book's syncs and holds their state, including that of a sync in another tab. */
export class BookSync {
  state: State = { sync: 'idle', progress: undefined }
  private readonly parts: SyncParts
  private readonly around: Around
  private readonly syncer: Syncer
  private readonly timer: SyncTimer
  /** Pending mutations when the sync began. */
  private toSend = 0

  constructor(parts: SyncParts, around: Around) {
    this.parts = parts
    this.around = around
    this.syncer = new Syncer({ ...parts, onStep: (step) => this.step(step) })
    this.timer = new SyncTimer({
      run: () => this.run(),
      waits: () => around.cache.counts.waiting > 0,
      random: parts.random,
    })
  }

  now(): Promise<void> {
    return this.timer.now()
  }

  edited(): void {
    this.timer.edited()
  }

  seen(visible: boolean): void {
    this.timer.seen(visible)
  }

  occasion(): void {
    this.timer.occasion()
  }

  signedIn(): void {
    this.timer.resume()
  }

  stop(): void {
    this.timer.stop()
  }

  /** Takes over the state of a sync that runs in another tab. */
  heard({ sync, progress }: Extract<BookNews, { type: 'state' }>): void {
    this.state = { sync, progress }
    this.around.tell()
  }

  /** See `SyncTimer.elsewhere`. */
  elsewhere(answered: boolean): void {
    this.timer.elsewhere(answered)
  }

  private async run(): Promise<SyncOutcome> {
    this.become({ sync: 'syncing', progress: undefined })
    this.toSend = this.around.cache.counts.waiting
    const before = this.around.cache.device
    let outcome: SyncOutcome = 'failed'
    try {
      outcome = await this.syncer.run()
    } finally {
      if (outcome === 'revoked') await dropOwnerDatabase(this.parts.userId)
      else await this.show(before)
      this.become({ sync: outcome === 'done' ? 'idle' : outcome, progress: undefined })
    }
    return outcome
  }

  private async show(before: DeviceState | undefined): Promise<void> {
    const { cache, changed } = this.around
    await cache.refresh([])
    if (pulledAll(before, cache.device)) await changed('all')
  }

  private step({ pushed, pulled, more, ids, erased }: SyncStep): void {
    const done = (this.state.progress?.done ?? 0) + pushed + pulled
    // Only the number of mutations is known; a pull does not say how many changes it will bring.
    const of = pulled === 0 && done <= this.toSend ? this.toSend : undefined
    // A sync of a single step is too short for a progress display.
    if (more && done > 0) this.become({ sync: 'syncing', progress: { done, of } })
    // After an erasure, everything is read again, so that no copy in memory holds erased data.
    // The error is ignored: a store that closes meanwhile makes the sync itself fail.
    if (ids.length > 0) this.around.changed(erased ? 'all' : ids).catch(() => undefined)
  }

  private become(state: State): void {
    this.state = state
    this.parts.channel.tell({ type: 'state', ...state })
    this.around.tell()
  }
}
