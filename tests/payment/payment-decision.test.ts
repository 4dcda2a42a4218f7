import { describe, expect, it } from 'vitest'
import { type Action, decideAction, type Evidence } from '#server/payment/settlement.ts'
import {
  type BookingStatus,
  bookingStatuses,
  type PaymentStatus,
  paymentStatuses,
} from '#shared/booking/status.ts'

const evidences: readonly Evidence[] = [
  'none',
  'open',
  'processing',
  'succeeded',
  'mismatch',
  'canceled',
  'missing',
]

/** One action for each of `evidences`, in their order. */
const expected: Record<string, readonly Action[]> = {
  'held, in time': ['wait', 'wait', 'wait', 'confirm', 'wait', 'expire', 'wait'],
  'held, expired': [
    'expire',
    'cancel_intent',
    'wait',
    'confirm',
    'expire_and_refund',
    'expire',
    'expire',
  ],
  standing: ['none', 'cancel_intent', 'wait', 'record', 'wait', 'none', 'none'],
  ended: ['none', 'cancel_intent', 'wait', 'refund', 'refund', 'none', 'none'],
}

const kindByStatus: Record<BookingStatus, 'held' | 'standing' | 'ended'> = {
  requested: 'held',
  awaiting_payment: 'held',
  confirmed: 'standing',
  completed: 'standing',
  no_show: 'standing',
  needs_new_time: 'standing',
  cancelled: 'ended',
  expired: 'ended',
}

const isAccounted = (payment: PaymentStatus) => payment === 'paid' || payment === 'refunded'

const situations = bookingStatuses.flatMap((status) =>
  paymentStatuses.flatMap((payment) =>
    evidences.flatMap((evidence) =>
      [false, true].map((isHoldExpired) => ({ status, payment, evidence, isHoldExpired })),
    ),
  ),
)

describe('The decision about a payment', () => {
  it('matches the decision table in each of the 560 situations', () => {
    expect(situations).toHaveLength(560)
    for (const situation of situations) {
      const kind = kindByStatus[situation.status]
      const row =
        kind === 'held' ? `held, ${situation.isHoldExpired ? 'expired' : 'in time'}` : kind
      const action = isAccounted(situation.payment)
        ? 'none'
        : expected[row]?.[evidences.indexOf(situation.evidence)]
      expect(decideAction(situation), JSON.stringify(situation)).toBe(action)
    }
  })

  it('confirms a booking only for a verified payment of the exact amount while its slot is still on hold', () => {
    for (const situation of situations.filter((one) => decideAction(one) === 'confirm')) {
      expect(situation.evidence).toBe('succeeded')
      expect(kindByStatus[situation.status]).toBe('held')
    }
  })

  it('never frees a slot while the provider could still take money for it', () => {
    for (const situation of situations)
      if (decideAction(situation).startsWith('expire'))
        expect(['none', 'mismatch', 'canceled', 'missing']).toContain(situation.evidence)
  })

  it('changes nothing once a payment is recorded as paid or refunded', () => {
    for (const situation of situations.filter(({ payment }) => isAccounted(payment)))
      expect(decideAction(situation)).toBe('none')
  })
})
