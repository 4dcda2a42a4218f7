import type { SyncOutcome } from './syncer.ts'

/** Delays in milliseconds. */
const AFTER_AN_EDIT = 1000
const WHILE_VISIBLE = 60_000
const FIRST_PAUSE = 5000
const LONGEST_PAUSE = 15 * 60_000

interface TimerParts {
  run: () => Promise<SyncOutcome>
  /** Whether mutations are pending. */
  waits: () => boolean
  random: () => number
}

/**
 * Decides when to sync: at every opportunity, with exponential back-off and jitter after failures.
 */
export class SyncTimer {
  private readonly parts: TimerParts
  private timer: ReturnType<typeof setTimeout> | undefined
  private running: Promise<void> | undefined
  private again = false
  /** Edited since the last sync began. */
  private isEdited = false
  private failures = 0
  private paused = false
  private stopped = false
  private visible = false

  constructor(parts: TimerParts) {
    this.parts = parts
  }

  /** Syncs now, or once more after the sync that is running. Resolves when both are done. */
  now(): Promise<void> {
    if (this.stopped) return Promise.resolve()
    this.again = this.running !== undefined
    this.running ??= this.go()
    return this.running
  }

  edited(): void {
    this.isEdited = true
    if (!this.paused && !this.stopped && !this.running) this.in(AFTER_AN_EDIT)
  }

  /** `visible`: a page of the desk is visible, so a sync runs every minute. */
  seen(visible: boolean): void {
    this.visible = visible
    if (visible) this.occasion()
    else this.plan()
  }

  /** Syncs now unless paused; the server may be reachable again. */
  occasion(): void {
    if (!this.paused) void this.now()
  }

  /**
   * Another tab edited or synced. It may be closed by now, so this tab plans a sync for the shared
   * queue. `answered`: its sync succeeded, so a pause of this tab is over.
   */
  elsewhere(answered: boolean): void {
    if (answered) this.paused = false
    if (this.timer === undefined) this.plan()
  }

  /** Ends a pause and syncs now: somebody has signed in. */
  resume(): void {
    this.paused = false
    void this.now()
  }

  stop(): void {
    this.stopped = true
    this.clear()
  }

  private async go(): Promise<void> {
    this.clear()
    do {
      this.again = false
      this.isEdited = false
      this.note(await this.parts.run().catch((): SyncOutcome => 'failed'))
    } while (this.again && !this.paused && !this.stopped)
    this.running = undefined
    this.plan()
  }

  private note(outcome: SyncOutcome): void {
    this.failures = outcome === 'failed' ? this.failures + 1 : 0
    this.paused = outcome !== 'done' && outcome !== 'failed'
  }

  private plan(): void {
    this.clear()
    if (this.paused || this.stopped || this.running) return
    const retry = this.parts.waits() ? this.pause() : Number.POSITIVE_INFINITY
    const next = Math.min(retry, this.visible ? WHILE_VISIBLE : Number.POSITIVE_INFINITY)
    if (Number.isFinite(next)) this.in(next)
  }

  /**
   * Returns the delay before a retry in milliseconds: short after an edit; otherwise it doubles
   * with each failure, with 50% jitter, so that devices do not all return at the same moment.
   */
  private pause(): number {
    if (this.isEdited && this.failures === 0) return AFTER_AN_EDIT
    const whole = Math.min(FIRST_PAUSE * 2 ** Math.max(0, this.failures - 1), LONGEST_PAUSE)
    return whole * (0.5 + this.parts.random() / 2)
  }

  private in(ms: number): void {
    this.clear()
    this.timer = setTimeout(() => void this.now(), ms)
  }

  private clear(): void {
    clearTimeout(this.timer)
    this.timer = undefined
  }
}
