import type { Database, Tx } from '#server/db/database.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { NewId } from '#server/lib/ids.ts'
import type { Keys } from '#server/lib/keys.ts'
import { DemoProvider } from './demo.ts'
import type { Booking, PaymentParts, PaymentProvider, Providers } from './ports.ts'
import { queueRefund, REFUND_JOB, runRefund, settleRefund } from './refunds.ts'
import { type Settlement, type SettleOptions, settle, settleInTime } from './settle.ts'
import { bookingsWithOpenIntents } from './store.ts'
import { type StripeKeys, StripeProvider } from './stripe.ts'

const EVERY = 30_000
/** A provider that hangs holds up a few, not all. */
const AT_ONCE = 4

/**
 * What the rest of the server may ask of payments. Started, it finds what nobody told us about: money
 * that came, holds that lapsed, intents left open.
 */
export class Payments {
  private timer: NodeJS.Timeout | undefined
  private running: Promise<void> | undefined

  constructor(readonly parts: PaymentParts) {
    parts.jobs.on(REFUND_JOB, (payload) => runRefund(parts, payload))
  }

  /** For a request: answers within a time also where the provider hangs. */
  settle(bookingId: string, options?: SettleOptions): Promise<Settlement> {
    return settleInTime(this.parts, bookingId, options)
  }

  /** Gives (part of) a paid booking's money back, decided in the caller's transaction. */
  refund(tx: Tx, booking: Booking, amount: number): void {
    queueRefund(tx, this.parts, { booking, amount, reason: 'cancelled' })
  }

  /** Whether a failed refund of the booking could be marked as refunded in another way. */
  settleRefund(tx: Tx, booking: Booking, refundId: string): boolean {
    return settleRefund(tx, this.parts, { booking, refundId })
  }

  /** One round at once, and then regularly. */
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
  sweep(): Promise<void> {
    this.running ??= this.settleAll().finally(() => {
      this.running = undefined
    })
    return this.running
  }

  private round(): void {
    this.sweep().catch((err) => this.parts.log.error({ err }, 'sweep failed'))
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

type PaymentSettings = ({ kind: 'card' } & StripeKeys) | { kind: 'demo' } | { kind: 'off' }

/** Decided at start, from settings. The demonstration's books are always there to be asked about. */
export function createProviders(
  settings: PaymentSettings,
  parts: { db: Database; clock: Clock; newId: NewId; keys: Keys },
): Providers {
  const demo = new DemoProvider(parts)
  const card = settings.kind === 'card' ? new StripeProvider(settings, parts.clock) : undefined
  const active: PaymentProvider | undefined = settings.kind === 'demo' ? demo : card
  return { active, of: (kind) => (kind === 'demo' ? demo : card) }
}
