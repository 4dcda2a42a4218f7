import type { SyncOutcome } from './sync-engine.ts'

/** Delays in milliseconds. */
const EDIT_DELAY = 1000
const WHILE_VISIBLE = 60_000
const MIN_RETRY_DELAY = 5000
const MAX_RETRY_DELAY = 15 * 60_000

interface SchedulerParts {
  run: () => Promise<SyncOutcome>
  hasPending: () => boolean
  random: () => number
}

/**
 * Decides when to sync: at every opportunity, with exponential back-off and jitter after failures.
 */
export class SyncScheduler {
  private readonly parts: SchedulerParts
  private timer: ReturnType<typeof setTimeout> | undefined
  private running: Promise<void> | undefined
  private again = false
  /** Edited since the last sync began. */
  private isEdited = false
  private failures = 0
  private paused = false
  private stopped = false
  private visible = false

  constructor(parts: SchedulerParts) {
    this.parts = parts
  }

  /** Syncs now, or again after the running sync. Resolves when both are done. */
  syncNow(): Promise<void> {
    if (this.stopped) return Promise.resolve()
    this.again = this.running !== undefined
    this.running ??= this.runUntilIdle()
    return this.running
  }

  /** Whether the next sync follows at once if the running one ends like this. */
  continuesAfter(outcome: SyncOutcome): boolean {
    return this.again && !this.stopped && !isPausing(outcome)
  }

  syncAfterEdit(): void {
    this.isEdited = true
    if (!this.paused && !this.stopped && !this.running) this.startTimer(EDIT_DELAY)
  }

  /** `visible`: a page of the desk is visible, so a sync runs every minute. */
  setVisible(visible: boolean): void {
    this.visible = visible
    if (visible) this.syncUnlessPaused()
    else this.scheduleNext()
  }

  /** Syncs now unless paused; the server may be reachable again. */
  syncUnlessPaused(): void {
    if (!this.paused) void this.syncNow()
  }

  /**
   * Another tab edited or synced. It may be closed by now, so this tab plans a sync for the shared
   * queue. `answered`: its sync succeeded, so a pause of this tab is over.
   */
  noteOtherTab(answered: boolean): void {
    if (answered) this.paused = false
    if (this.timer === undefined) this.scheduleNext()
  }

  /** Ends a pause and syncs now: somebody has signed in. */
  resume(): void {
    this.paused = false
    void this.syncNow()
  }

  stop(): void {
    this.stopped = true
    this.clearTimer()
  }

  private async runUntilIdle(): Promise<void> {
    this.clearTimer()
    do {
      this.again = false
      this.isEdited = false
      this.recordOutcome(await this.parts.run().catch((): SyncOutcome => 'failed'))
    } while (this.again && !this.paused && !this.stopped)
    this.running = undefined
    this.scheduleNext()
  }

  private recordOutcome(outcome: SyncOutcome): void {
    this.failures = isFailed(outcome) ? this.failures + 1 : 0
    this.paused = isPausing(outcome)
  }

  private scheduleNext(): void {
    this.clearTimer()
    if (this.paused || this.stopped || this.running) return
    const retry = this.parts.hasPending() ? this.getDelay() : Number.POSITIVE_INFINITY
    const next = Math.min(retry, this.visible ? WHILE_VISIBLE : Number.POSITIVE_INFINITY)
    if (Number.isFinite(next)) this.startTimer(next)
  }

  /**
   * Returns the delay before a retry in milliseconds: short after an edit; otherwise it doubles
   * with each failure, with 50% jitter, so that devices do not all return at the same moment.
   */
  private getDelay(): number {
    if (this.isEdited && this.failures === 0) return EDIT_DELAY
    const whole = Math.min(MIN_RETRY_DELAY * 2 ** Math.max(0, this.failures - 1), MAX_RETRY_DELAY)
    return whole * (0.5 + this.parts.random() / 2)
  }

  private startTimer(ms: number): void {
    this.clearTimer()
    this.timer = setTimeout(() => void this.syncNow(), ms)
  }

  private clearTimer(): void {
    clearTimeout(this.timer)
    this.timer = undefined
  }
}

/** Whether a sync with this outcome is followed by another one only after the person has done something. */
function isPausing(outcome: SyncOutcome): boolean {
  return outcome !== 'done' && !isFailed(outcome)
}

function isFailed(outcome: SyncOutcome): boolean {
  return outcome === 'failed' || outcome === 'offline' || outcome === 'full'
}
