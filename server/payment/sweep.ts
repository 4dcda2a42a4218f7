import type { PaymentParts } from './ports.ts'
import { settle } from './settle.ts'
import { bookingsWithOpenIntents } from './store.ts'

const EVERY = 30_000
/** A provider that hangs holds up a few, not all. */
const AT_ONCE = 4

/** Finds what nobody told us about: money that came, holds that lapsed, intents left open. */
export class Sweep {
  private timer: NodeJS.Timeout | undefined
  private running: Promise<void> | undefined
  private readonly parts: PaymentParts

  constructor(parts: PaymentParts) {
    this.parts = parts
  }

  start(): void {
    this.round()
    this.timer = setInterval(() => this.round(), EVERY)
    this.timer.unref()
  }

  /** Waits for a round that is under way. */
  async stop(): Promise<void> {
    clearInterval(this.timer)
    await this.running?.catch(() => undefined)
  }

  /** One round; a call during a round joins it. */
  run(): Promise<void> {
    this.running ??= this.settleAll().finally(() => {
      this.running = undefined
    })
    return this.running
  }

  private round(): void {
    this.run().catch((err) => this.parts.log.error({ err }, 'sweep failed'))
  }

  private async settleAll(): Promise<void> {
    const { db, bookings, clock } = this.parts
    const due = [...bookings.lapsedHolds(db.read, clock()), ...bookingsWithOpenIntents(db.read)]
    const waiting = new Set(due).values()
    await Promise.all(Array.from({ length: AT_ONCE }, () => this.work(waiting)))
  }

  private async work(waiting: Iterator<string>): Promise<void> {
    for (let next = waiting.next(); !next.done; next = waiting.next()) {
      try {
        await settle(this.parts, next.value)
      } catch (err) {
        this.parts.log.error({ booking: next.value, err }, 'settling failed')
      }
    }
  }
}
