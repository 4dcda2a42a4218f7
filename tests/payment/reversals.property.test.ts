import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Booking } from '#server/booking/store.ts'
import { readMoneyEvents } from '#server/payment/store.ts'
import { getRefundableAmount } from '#shared/payment/reversals.ts'
import { openPaymentHarness, type PaymentHarness } from '#tests/support/payment/payment-harness.ts'
import type { Receiver } from '#tests/support/payment/stripe-double.ts'
import { assertProperty } from '#tests/support/run/property-runs.ts'

const DAY = 86_400_000

const amount = fc.constantFrom(1, 66_667, 100_000, 133_333, 250_000, 400_000)

const step = fc.oneof(
  fc.record({ do: fc.constant('refund here' as const), amount }),
  fc.record({ do: fc.constant('refund there' as const), amount }),
  fc.record({ do: fc.constant('fail a refund' as const), which: fc.nat({ max: 5 }) }),
  fc.record({
    do: fc.constant('open a dispute' as const),
    amount,
    status: fc.constantFrom('needs_response' as const, 'warning_needs_response' as const),
  }),
  fc.record({
    do: fc.constant('change the dispute' as const),
    status: fc.constantFrom('under_review', 'won', 'lost', 'warning_closed', 'prevented'),
  }),
  fc.record({ do: fc.constant('lose events' as const), count: fc.nat({ max: 4 }) }),
  fc.record({
    do: fc.constant('deliver' as const),
    reversed: fc.boolean(),
    times: fc.integer({ min: 1, max: 2 }),
  }),
  fc.record({ do: fc.constant('run jobs' as const) }),
  fc.record({ do: fc.constant('everything at once' as const) }),
  fc.record({
    do: fc.constant('break' as const),
    kind: fc.constantFrom('500', 'drop', '429', 'kept-500'),
    on: fc.constantFrom('POST /v1/refunds', 'GET /v1/refunds', 'GET /v1/disputes'),
  }),
  fc.record({ do: fc.constant('crash while recording' as const) }),
  fc.record({ do: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 30 }) }),
)

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** An event that could not be handled is delivered again later, or lost. */
const tolerant =
  (harness: PaymentHarness): Receiver =>
  async (body, signature) =>
    harness.receiver(body, signature).catch(() => 500)

/** The process ends in the next transaction; nothing of it is kept. */
function crashNextWrite({ db }: PaymentHarness): void {
  const { write } = db
  db.write = async () => {
    db.write = write
    throw new Error('The process ended')
  }
}

async function run(harness: PaymentHarness, booking: Booking, act: Step): Promise<void> {
  const { state } = harness.double
  const [intent = ''] = state.intents.keys()
  switch (act.do) {
    case 'refund here': {
      const money = await readMoneyEvents(harness.db.read, [booking.id])
      const left = getRefundableAmount(await harness.getBooking(booking.id), money)
      if (act.amount <= left)
        await harness.db
          .write((tx) => harness.payments.refund(tx, booking, act.amount))
          .catch(() => undefined)
      return
    }
    case 'refund there':
      state.refund({ payment_intent: intent, amount: String(act.amount) })
      return
    case 'fail a refund': {
      const refund = state.refunds[act.which]
      if (refund?.status === 'succeeded') state.failRefund(refund.id)
      return
    }
    case 'open a dispute':
      if (state.disputes.length === 0)
        state.openDispute(intent, { amount: act.amount, status: act.status })
      return
    case 'change the dispute': {
      const [dispute] = state.disputes
      if (dispute) state.changeDispute(dispute.id, act.status as 'won')
      return
    }
    case 'lose events':
      state.events.splice(0, act.count)
      return
    case 'deliver':
      await harness.double.deliver(tolerant(harness), { at: harness.time.now, ...act })
      return
    case 'run jobs':
      await harness.drain().catch(() => undefined)
      return
    case 'everything at once':
      await Promise.allSettled([
        harness.double.deliver(tolerant(harness), { at: harness.time.now }),
        harness.payments.settleReversals(booking.id),
        harness.payments.settleReversals(booking.id),
        harness.drain(),
      ])
      return
    case 'break':
      harness.double.addFault(act.kind as 'drop', act.on)
      return
    case 'crash while recording':
      crashNextWrite(harness)
      return
    case 'wait':
      harness.time.now += act.hours * 3_600_000
      await harness.payments.sweep().catch(() => undefined)
  }
}

/** Everything works again, and time passes: no event tells anything. */
async function comeToRest(harness: PaymentHarness): Promise<void> {
  harness.double.clearFaults()
  for (let turn = 0; turn < 6; turn += 1) {
    harness.time.now += DAY
    harness.double.forgetKeys()
    await harness.payments.sweep().catch(() => undefined)
    await harness.drain().catch(() => undefined)
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, next) => total + next, 0)

async function expectTruth(harness: PaymentHarness, booking: Booking): Promise<void> {
  const { state } = harness.double
  const [intent = ''] = state.intents.keys()
  const alive = state.refunds.filter(({ status }) => status === 'succeeded')
  const recorded = (await harness.listRefunds()).filter((one) => one.state === 'done')
  expect(recorded.map((one) => [one.provider_refund, one.amount]).toSorted()).toEqual(
    alive.map((one) => [one.id, one.amount]).toSorted(),
  )
  const [dispute] = state.disputes
  const isLost =
    dispute !== undefined &&
    ['lost', 'prevented'].includes(dispute.status) &&
    sum(dispute.balance_transactions.map((moved) => moved.amount)) < 0
  const returned = state.sumRefunds(intent) + (isLost ? dispute.amount : 0)
  const credited = Math.min(400_000, returned)
  const documents = await harness.listReceipts()
  const notes = documents.filter(({ kind }) => kind !== 'receipt')
  expect(0 - sum(notes.map(({ total }) => total))).toBe(credited)
  expect(0 - sum(notes.map(({ vat }) => vat))).toBe(Math.round(credited / 5))
  expect(documents.map(({ number }) => number)).toEqual(documents.map((_, index) => index + 1))
  const mailed = harness.sentMails.filter(({ kind }) => !kind.startsWith('not-made'))
  expect(mailed.map(({ label }) => label).toSorted()).toEqual(
    documents.map(({ label }) => label).toSorted(),
  )
  expect((await harness.getBooking(booking.id)).payment).toBe(returned > 0 ? 'refunded' : 'paid')
  expect((await harness.listRefunds()).filter((one) => one.state === 'waiting')).toEqual([])
}

it('Whatever is refunded or disputed anywhere, and whatever events and answers are lost, the books end equal to the provider’s', async () => {
  await assertProperty(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
      const harness = await openPaymentHarness()
      try {
        const { booking } = await harness.createPaidBooking()
        for (const act of steps) await run(harness, booking, act)
        await comeToRest(harness)
        await expectTruth(harness, booking)
      } finally {
        await harness.close()
      }
    }),
    { numRuns: 12 },
  )
})
