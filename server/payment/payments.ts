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

/** Interval between two sweeps, ms. */
const EVERY = 30_000
/** Bookings that a sweep settles in parallel, so that one slow answer does not delay all others. */
const AT_ONCE = 4

/**
 * The payment functions for the rest of the server. After `start`, a regular sweep finds what no
 * request or webhook reported: payments received, holds that expired, intents that are still open.
 */
export class Payments {
  private timer: NodeJS.Timeout | undefined
  private running: Promise<void> | undefined

  constructor(readonly parts: PaymentParts) {
    parts.jobs.on(REFUND_JOB, (payload) => runRefund(parts, payload))
  }

  /** For use in a request: returns within the request limit even if the provider hangs. */
  settle(bookingId: string, options?: SettleOptions): Promise<Settlement> {
    return settleInTime(this.parts, bookingId, options)
  }

  /** Queues a refund of all or part of a payment, in the caller's transaction; minor units. */
  refund(tx: Tx, booking: Booking, amount: number): void {
    queueRefund(tx, this.parts, { booking, amount, reason: 'cancelled' })
  }

  /** Marks a failed refund as paid back in another way; false if it has not failed. */
  settleRefund(tx: Tx, booking: Booking, refundId: string): boolean {
    return settleRefund(tx, this.parts, { booking, refundId })
  }

  /** Runs one sweep at once, then one every `EVERY` ms. */
  start(): void {
    this.round()
    this.timer = setInterval(() => this.round(), EVERY)
    this.timer.unref()
  }

  /** Stops the sweeps and waits for one that is under way. */
  async stop(): Promise<void> {
    clearInterval(this.timer)
    await this.running?.catch(() => undefined)
  }

  /** Runs one sweep; a call during a sweep joins it. */
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

/** Chosen once, at server start. The demo provider always exists, for earlier demo payments. */
export function createProviders(
  settings: PaymentSettings,
  parts: { db: Database; clock: Clock; newId: NewId; keys: Keys },
): Providers {
  const demo = new DemoProvider(parts)
  const card = settings.kind === 'card' ? new StripeProvider(settings, parts.clock) : undefined
  const active: PaymentProvider | undefined = settings.kind === 'demo' ? demo : card
  return { active, of: (kind) => (kind === 'demo' ? demo : card) }
}
