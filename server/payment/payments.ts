import type { Database, Tx } from '#server/db/database.ts'
import { takeTurn } from '#server/jobs/turns.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { NewId } from '#server/lib/ids.ts'
import type { Keys } from '#server/lib/keys.ts'
import { DemoProvider } from './demo-provider.ts'
import type {
  Booking,
  PaymentParts,
  PaymentProvider,
  ProviderKind,
  Providers,
  Settlement,
} from './ports.ts'
import { markRefundSettled, queueRefund, REFUND_JOB, runRefund } from './refunds.ts'
import { settleReversals, updateReversals } from './reversals.ts'
import { type SettleOptions, settle, settleWithTimeout } from './settlement.ts'
import {
  acknowledgeReversals,
  findBookingsWithOpenIntents,
  findIntentsToCheck,
  scheduleCheck,
} from './store.ts'
import { type StripeKeys, StripeProvider } from './stripe-provider.ts'

/** Interval between two sweeps, ms. */
const SWEEP_INTERVAL = 30_000
/** Bookings that a sweep settles in parallel, so that one slow answer does not delay all others. */
const MAX_CONCURRENT = 4
/** Payments whose refunds and disputes one sweep asks for: this bounds the requests to the provider. */
const CHECKS_PER_SWEEP = 8
/** Until the next check of a payment that the provider did not answer for, ms. */
const RECHECK_DELAY = 3_600_000

/**
 * The payment functions for the rest of the server. After `start`, a regular sweep finds what no
 * request or webhook reported: payments received, holds that expired, intents that are still open.
 */
export class Payments {
  private timer: NodeJS.Timeout | undefined
  private running: Promise<void> | undefined
  /** The latest sweep in the background; never rejects. */
  private round: Promise<void> | undefined

  constructor(readonly parts: PaymentParts) {
    parts.jobs.on(REFUND_JOB, (payload, job) => runRefund(parts, payload, job))
  }

  /** For use in a request: returns within the request limit even if the provider hangs. */
  settle(bookingId: string, options?: SettleOptions): Promise<Settlement> {
    return settleWithTimeout(this.parts, bookingId, options)
  }

  /** Queues a refund of all or part of a payment, in the caller's transaction; minor units. */
  async refund(tx: Tx, booking: Booking, amount: number): Promise<void> {
    await queueRefund(tx, this.parts, { booking, amount, reason: 'cancelled' })
  }

  /** Marks a failed refund as paid back in another way; false if it has not failed. */
  async markRefundSettled(tx: Tx, booking: Booking, refundId: string): Promise<boolean> {
    return markRefundSettled(tx, this.parts, { booking, refundId })
  }

  /** For use in a request: records refunds and disputes that the provider knows and we do not. */
  settleReversals(bookingId: string): Promise<Settlement> {
    return settleReversals(this.parts, bookingId)
  }

  /** The owner has decided what the refunds and disputes of a booking mean for its meeting. */
  async acknowledgeReversals(tx: Tx, bookingId: string): Promise<void> {
    await acknowledgeReversals(tx, bookingId, this.parts.clock())
  }

  /** Runs one sweep at once, then one every `SWEEP_INTERVAL` ms. */
  start(): void {
    this.sweepInBackground()
    this.timer = setInterval(() => this.sweepInBackground(), SWEEP_INTERVAL)
    this.timer.unref()
  }

  /** Stops the sweeps and waits for one that is under way. */
  async stop(): Promise<void> {
    clearInterval(this.timer)
    await this.round
    await this.running?.catch(() => undefined)
  }

  /** Runs one sweep; a call during a sweep joins it. */
  sweep(): Promise<void> {
    this.running ??= this.settleAll().finally(() => {
      this.running = undefined
    })
    return this.running
  }

  private sweepInBackground(): void {
    this.round = this.sweepInTurn().catch((err) =>
      this.parts.log.error({ err }, 'the sweep of unfinished payments failed; it runs again later'),
    )
  }

  private async sweepInTurn(): Promise<void> {
    const { db, clock } = this.parts
    const turn = { name: 'payment sweep', interval: SWEEP_INTERVAL, now: clock() }
    if (await takeTurn(db, turn)) await this.sweep()
  }

  private async settleAll(): Promise<void> {
    const { db, bookings, clock } = this.parts
    const due = [
      ...(await bookings.findExpiredHolds(db.read, clock())),
      ...(await findBookingsWithOpenIntents(db.read)),
    ]
    await this.settleEach(new Set(due), (id) => settle(this.parts, id))
    const toCheck = await findIntentsToCheck(db.read, clock(), CHECKS_PER_SWEEP)
    if (toCheck.length === 0) return
    // Scheduled first: a payment that the provider cannot answer for must not hold up the others.
    await db.write(async (tx) => {
      for (const { id } of toCheck) await scheduleCheck(tx, id, { next: clock() + RECHECK_DELAY })
    })
    const paid = toCheck.map(({ booking_id }) => booking_id)
    await this.settleEach(paid, (id) => updateReversals(this.parts, id))
  }

  private async settleEach(
    bookings: Iterable<string>,
    settleOne: (id: string) => Promise<unknown>,
  ): Promise<void> {
    const queue = bookings[Symbol.iterator]()
    await Promise.all(
      Array.from({ length: MAX_CONCURRENT }, () => this.settleNext(queue, settleOne)),
    )
  }

  private async settleNext(
    queue: Iterator<string>,
    settleOne: (id: string) => Promise<unknown>,
  ): Promise<void> {
    for (let next = queue.next(); !next.done; next = queue.next()) {
      try {
        await settleOne(next.value)
      } catch (err) {
        this.parts.log.error(
          { booking: next.value, err },
          'settling the payment of a booking failed; the next sweep tries again',
        )
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
  const known: Record<ProviderKind, PaymentProvider | undefined> = {
    demo: new DemoProvider(parts),
    stripe: settings.kind === 'card' ? new StripeProvider(settings, parts.clock) : undefined,
  }
  return {
    active: settings.kind === 'demo' ? known.demo : known.stripe,
    get: (kind) => known[kind],
  }
}
