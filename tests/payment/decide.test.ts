import { describe, expect, it } from 'vitest'
import { type Action, decide, type Evidence } from '#server/payment/settle.ts'
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
  'held, lapsed': [
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

const kindOf: Record<BookingStatus, 'held' | 'standing' | 'ended'> = {
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
      [false, true].map((lapsed) => ({ status, payment, evidence, lapsed })),
    ),
  ),
)

describe('the decision about a payment', () => {
  it('is the one of the table, in each of the 560 situations', () => {
    expect(situations).toHaveLength(560)
    for (const situation of situations) {
      const kind = kindOf[situation.status]
      const row = kind === 'held' ? `held, ${situation.lapsed ? 'lapsed' : 'in time'}` : kind
      const action = isAccounted(situation.payment)
        ? 'none'
        : expected[row]?.[evidences.indexOf(situation.evidence)]
      expect(decide(situation), JSON.stringify(situation)).toBe(action)
    }
  })

  it('confirms only the exact sum, verified, for a time that is still held', () => {
    for (const situation of situations.filter((one) => decide(one) === 'confirm')) {
      expect(situation.evidence).toBe('succeeded')
      expect(kindOf[situation.status]).toBe('held')
    }
  })

  it('never frees a time while the provider could still take money for it', () => {
    for (const situation of situations)
      if (decide(situation).startsWith('expire'))
        expect(['none', 'mismatch', 'canceled', 'missing']).toContain(situation.evidence)
  })

  it('acts on money once: what was booked as paid or refunded is left alone', () => {
    for (const situation of situations.filter(({ payment }) => isAccounted(payment)))
      expect(decide(situation)).toBe('none')
  })
})
