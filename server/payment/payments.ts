import type { Tx } from '#server/db/database.ts'
import type { Booking, PaymentParts } from './ports.ts'
import { queueRefund, REFUND_JOB, runRefund, settleRefund } from './refunds.ts'
import { type Settlement, type SettleOptions, settleInTime } from './settle.ts'
import { Sweep } from './sweep.ts'

/** What the rest of the server may ask of payments. */
export interface Payments {
  readonly parts: PaymentParts
  /** For a request: answers within a time also where the provider hangs. */
  settle(bookingId: string, options?: SettleOptions): Promise<Settlement>
  /** Gives (part of) a paid booking's money back, decided in the caller's transaction. */
  refund(tx: Tx, booking: Booking, amount: number): void
  /** Whether a failed refund of the booking could be marked as given back in another way. */
  settleRefund(tx: Tx, booking: Booking, refundId: string): boolean
  /** One round at once, and then regularly. */
  start(): void
  stop(): Promise<void>
  sweep(): Promise<void>
}

export function createPayments(parts: PaymentParts): Payments {
  const sweep = new Sweep(parts)
  parts.jobs.on(REFUND_JOB, (payload) => runRefund(parts, payload))
  return {
    parts,
    settle: (bookingId, options) => settleInTime(parts, bookingId, options),
    refund: (tx, booking, amount) =>
      queueRefund(tx, parts, { booking, amount, reason: 'cancelled' }),
    settleRefund: (tx, booking, refundId) => settleRefund(tx, parts, { booking, refundId }),
    start: () => sweep.start(),
    stop: () => sweep.stop(),
    sweep: () => sweep.run(),
  }
}
