import type { IntentState } from '#shared/payment/api.ts'
import type { ReceiptKind } from '#shared/payment/receipt.ts'
import type { DisputeState, RefundSource, RefundState } from '#shared/payment/reversals.ts'

// Times are UTC milliseconds, money is minor units, structures are JSON text.

export interface PaymentTables {
  payment_intent: PaymentIntentTable
  demo_intent: DemoIntentTable
  demo_refund: DemoRefundTable
  payment_event: { id: string; received_at: number }
  refund: RefundTable
  dispute: DisputeTable
  receipt: ReceiptTable
}

export interface PaymentIntentTable {
  id: string
  booking_id: string
  provider: 'stripe' | 'demo'
  amount: number
  currency: string
  /** Encrypted. */
  client_secret: string
  /** Last status that the provider reported. */
  status: IntentState
  /** The sum that was received, minor units. */
  received: number
  /** Counts the changes of refunds and disputes; see `settleReversals`. */
  reversals_version: number
  /** When the payment or its latest reversal arrived; null while nothing can be refunded. */
  watched_since: number | null
  /** When the sweep asks for refunds and disputes next; null for never. */
  next_check_at: number | null
  created_at: number
  updated_at: number
}

/** The demo payment provider's own data; it has no card data. */
export interface DemoIntentTable {
  id: string
  amount: number
  currency: string
  status: 'requires_payment_method' | 'requires_action' | 'succeeded' | 'canceled'
  idempotency_key: string
}

export interface DemoRefundTable {
  id: string
  intent_id: string
  amount: number
  idempotency_key: string
}

export interface RefundTable {
  id: string
  booking_id: string
  intent_id: string
  amount: number
  reason: string
  source: RefundSource
  state: RefundState
  provider_refund: string | null
  created_at: number
  done_at: number | null
  /** When the owner decided what a refund at the provider means for the meeting. */
  acknowledged_at: number | null
}

/** A dispute of a payment, as the provider last reported it. */
export interface DisputeTable {
  /** The provider's id. */
  id: string
  booking_id: string
  intent_id: string
  amount: number
  state: DisputeState
  /** Whether the provider still lets us refund the payment. */
  is_refundable: number
  /** Last instant for an answer to the bank. */
  answer_by: number | null
  opened_at: number
  updated_at: number
  /** When the owner decided what it means for the meeting; null again after a change. */
  acknowledged_at: number | null
}

export interface ReceiptTable {
  /** Each series has its own numbers, without gaps. */
  series: 'real' | 'demo'
  number: number
  kind: ReceiptKind
  booking_id: string
  /** The reversal that a credit note or correction is about; null for a receipt. */
  refund_id: string | null
  dispute_id: string | null
  /** Counts the documents about one reversal. */
  step: number
  /** Signed: a credit note is negative, its correction positive. */
  amount: number
  vat: number
  currency: string
  issued_at: number
  /** JSON: seller and buyer as they were at the time of issue. */
  content: string
}
