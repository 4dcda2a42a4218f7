import type { Clock } from '#client/lib/clock.ts'

/** Milliseconds. */
const LONGEST = 15 * 60_000
/** Short: a computer that wakes shows what it showed until then. */
const LOOKS = 1000
/** Other tabs need not hear of every key. */
const TELLS = 10_000

const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'scroll'] as const

interface IdleParts {
  clock: Clock
  /** Nobody has used any tab for too long. */
  lock: () => void
  /** For the other tabs. */
  tell: (at: number) => void
}

/** Whether anybody is there: by pointer and keys, in this tab and, as they tell, in others. */
export class Idle {
  private readonly parts: IdleParts
  private last: number
  private told = 0
  private readonly timer: ReturnType<typeof setInterval>

  constructor(parts: IdleParts) {
    this.parts = parts
    this.last = parts.clock()
    this.timer = setInterval(this.look, LOOKS)
    for (const sign of SIGNS) addEventListener(sign, this.seen, { capture: true, passive: true })
    // A computer that slept comes back later than its timers think.
    document.addEventListener('visibilitychange', this.look)
  }

  /** Somebody did something in another tab. */
  used(at: number): void {
    this.last = Math.max(this.last, at)
  }

  stop(): void {
    clearInterval(this.timer)
    for (const sign of SIGNS) removeEventListener(sign, this.seen, { capture: true })
    document.removeEventListener('visibilitychange', this.look)
  }

  readonly look = (): void => {
    if (this.parts.clock() - this.last >= LONGEST) this.parts.lock()
  }

  private readonly seen = (): void => {
    const now = this.parts.clock()
    // Whoever wakes it after that time is not known to be the owner.
    if (now - this.last >= LONGEST) this.parts.lock()
    else this.last = now
    if (now - this.told < TELLS) return
    this.told = now
    this.parts.tell(now)
  }
}
