import type { BookingStatus, PaymentStatus } from '#shared/booking/status.ts'
import type { IntentState } from '#shared/payment/intent.ts'

/** `none` where no payment was begun, `mismatch` where another sum was paid than the booking costs. */
export type Evidence = IntentState | 'none' | 'mismatch'

export type Action =
  /** Nothing is left to do. */
  | 'none'
  /** Not decided yet; somebody will ask again. */
  | 'wait'
  | 'confirm'
  /** The booking stands already: only the money is written down. */
  | 'record'
  /** Money for a time that is no longer theirs goes back. */
  | 'refund'
  | 'expire'
  | 'expire_and_refund'
  /** Nobody may pay any more: the provider is told first, then asked again. */
  | 'cancel_intent'

interface Situation {
  status: BookingStatus
  payment: PaymentStatus
  evidence: Evidence
  /** The hold's time is over. */
  lapsed: boolean
}

type Row = Record<Evidence, Action>

const live: Row = {
  none: 'wait',
  open: 'wait',
  processing: 'wait',
  succeeded: 'confirm',
  mismatch: 'wait',
  canceled: 'expire',
  missing: 'wait',
}

const lapsed: Row = {
  none: 'expire',
  open: 'cancel_intent',
  processing: 'wait',
  succeeded: 'confirm',
  mismatch: 'expire_and_refund',
  canceled: 'expire',
  missing: 'expire',
}

const standing: Row = {
  none: 'none',
  open: 'cancel_intent',
  processing: 'wait',
  succeeded: 'record',
  mismatch: 'wait',
  canceled: 'none',
  missing: 'none',
}

const ended: Row = { ...standing, succeeded: 'refund', mismatch: 'refund' }

const rows: Record<BookingStatus, { live: Row; lapsed: Row }> = {
  requested: { live, lapsed },
  awaiting_payment: { live, lapsed },
  confirmed: { live: standing, lapsed: standing },
  completed: { live: standing, lapsed: standing },
  no_show: { live: standing, lapsed: standing },
  needs_new_time: { live: standing, lapsed: standing },
  cancelled: { live: ended, lapsed: ended },
  expired: { live: ended, lapsed: ended },
}

/**
 * The one rule of what a payment means for its booking. Money is acted on once: `paid` and
 * `refunded` say that it was, and then whoever cancels a booking decides about it, not this table.
 */
export function decide({ status, payment, evidence, lapsed: late }: Situation): Action {
  const accounted = payment === 'paid' || payment === 'refunded'
  return accounted ? 'none' : rows[status][late ? 'lapsed' : 'live'][evidence]
}
