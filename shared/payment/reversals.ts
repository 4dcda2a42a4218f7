import type { PaymentStatus } from '#shared/booking/status.ts'

// A reversal is money that goes back to the payer: by a refund, or by a dispute at the payer's bank.

/**
 * `settled`: it failed, and the money was refunded in another way. `refused`: it was never made,
 * because nothing was left to refund or the bank had taken the money back.
 */
export const refundStates = ['waiting', 'done', 'failed', 'settled', 'refused'] as const

export type RefundState = (typeof refundStates)[number]

/** Who made a refund: we, or somebody in the payment provider's own dashboard. */
export type RefundSource = 'own' | 'provider'

/**
 * The provider's words for the states of a dispute, and `unknown` for a word that we do not know.
 * An inquiry (`warning_…`) is a question of the bank before a dispute.
 */
export const disputeStates = [
  'warning_needs_response',
  'warning_under_review',
  'warning_closed',
  'needs_response',
  'under_review',
  'appeal_needs_response',
  'appeal_under_review',
  'won',
  'lost',
  'unknown',
] as const

export type DisputeState = (typeof disputeStates)[number]

/** What a booking's history keeps of a dispute that changed. */
export interface DisputeNews {
  dispute?: DisputeState
  /** Last instant for an answer to the bank, UTC milliseconds. */
  answerBy?: number
}

interface DisputeRule {
  /** Whose the disputed money is: `withheld` by the bank until it decides. */
  money: 'ours' | 'withheld' | 'lost'
  /** Whether the bank waits for the owner's answer. */
  needsAnswer?: true
  isClosed?: true
}

/** An appeal follows a lost dispute, so the money stays lost until it is won. */
export const disputeRules: Record<DisputeState, DisputeRule> = {
  warning_needs_response: { money: 'ours', needsAnswer: true },
  warning_under_review: { money: 'ours' },
  warning_closed: { money: 'ours', isClosed: true },
  needs_response: { money: 'withheld', needsAnswer: true },
  under_review: { money: 'withheld' },
  appeal_needs_response: { money: 'lost', needsAnswer: true },
  appeal_under_review: { money: 'lost' },
  won: { money: 'ours', isClosed: true },
  lost: { money: 'lost', isClosed: true },
  unknown: { money: 'withheld' },
}

interface TimedAmount {
  /** UTC milliseconds. */
  at: number
  /** Minor units. */
  amount: number
}

interface PaidEvent extends TimedAmount {
  kind: 'paid'
}

export interface RefundEvent extends TimedAmount {
  kind: 'refund'
  id: string
  /** UTC milliseconds; `at` is when it ended, if it did. */
  requestedAt: number
  state: RefundState
  source: RefundSource
  /** False: the owner has not seen a refund from the provider's dashboard, or a refused one. */
  isAcknowledged: boolean
}

interface DisputeEvent extends TimedAmount {
  kind: 'dispute'
  id: string
  state: DisputeState
  /** Whether the provider still lets us refund the payment. */
  isRefundable: boolean
  /** Last instant for an answer to the bank, UTC milliseconds; null if there is none. */
  answerBy: number | null
  /** False: the owner has not decided what its present state means for the meeting. */
  isAcknowledged: boolean
}

/** A payment, or a reversal of it. */
export type MoneyEvent = PaidEvent | RefundEvent | DisputeEvent

export type BookingMoneyEvent = MoneyEvent & { bookingId: string }

/** Whether the money of a refund in this state is with the payer, or on its way there. */
export function countsAsRefunded(state: RefundState): boolean {
  return state !== 'failed' && state !== 'refused'
}

/** Sum of all refunds that are done or under way, in minor units. */
export function sumRefunds(money: readonly MoneyEvent[]): number {
  return money.reduce(
    (sum, event) =>
      event.kind === 'refund' && countsAsRefunded(event.state) ? sum + event.amount : sum,
    0,
  )
}

/** Sum of all disputes that hold or took money, in minor units. */
export function sumDisputes(money: readonly MoneyEvent[]): number {
  return money.reduce(
    (sum, event) =>
      event.kind === 'dispute' && disputeRules[event.state].money !== 'ours'
        ? sum + event.amount
        : sum,
    0,
  )
}

/** What a payment of `amount` still leaves to refund, in minor units. */
export function getRefundable(amount: number, money: readonly MoneyEvent[]): number {
  const isBarred = money.some(
    (event) =>
      event.kind === 'dispute' && !event.isRefundable && disputeRules[event.state].money !== 'ours',
  )
  return isBarred ? 0 : Math.max(0, amount - sumRefunds(money) - sumDisputes(money))
}

interface PaidBooking {
  payment: PaymentStatus
  /** The price, minor units. */
  amount: number
}

/** What can still be refunded of a booking's payment, minor units. */
export function getRefundableAmount(booking: PaidBooking, money: readonly MoneyEvent[]): number {
  const isPaid = booking.payment === 'paid' || booking.payment === 'refunded'
  return isPaid ? getRefundable(booking.amount, money) : 0
}
