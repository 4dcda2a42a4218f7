import type { Bug } from './bug.ts'

const decide = ['tests/payment/payment-decision.test.ts', 'tests/payment/settle-payment.test.ts']
const refunds = ['tests/payment/refunds.test.ts', 'tests/booking/refund-settled.test.ts']
const begin = ['tests/payment/begin-payment.test.ts']
const webhook = ['tests/payment/webhook.test.ts']
const reversals = ['tests/payment/provider-reversals.test.ts']

const withdrawal = ['tests/booking/withdrawal.test.ts']

export const paymentBugs: Bug[] = [
  {
    what: 'a device counts a refund that is done as still under way',
    file: 'shared/sales/sales-summary.ts',
    find: `event.kind === 'refund' && event.state === 'waiting'`,
    replace: `event.kind === 'refund'`,
    tests: ['tests/sales/sales-queries.test.ts'],
  },
  {
    what: 'an expired hold frees its slot while it can still be paid',
    file: 'server/payment/settlement.ts',
    find: `const expiredActions: ActionByEvidence = {
  none: 'expire',
  open: 'cancel_intent',`,
    replace: `const expiredActions: ActionByEvidence = {
  none: 'expire',
  open: 'expire',`,
    tests: decide,
  },
  {
    what: 'a payment for a lost slot is not refunded',
    file: 'server/payment/settlement.ts',
    find: `const endedActions: ActionByEvidence = {
  ...validActions,
  succeeded: 'refund',
  mismatch: 'refund',
}`,
    replace: 'const endedActions: ActionByEvidence = { ...validActions }',
    tests: decide,
  },
  {
    what: 'a refunded payment is refunded again',
    file: 'server/payment/settlement.ts',
    find: `const accounted = payment === 'paid' || payment === 'refunded'`,
    replace: `const accounted = payment === 'paid'`,
    tests: decide,
  },
  {
    what: 'the same amount in another currency counts as payment',
    file: 'server/payment/settlement.ts',
    find: 'if (intent.amountReceived === booking.amount && intent.currency === booking.currency)',
    replace: 'if (intent.amountReceived === booking.amount)',
    tests: decide,
  },
  {
    what: 'a slot is freed although a payment has started meanwhile',
    file: 'server/payment/settlement.ts',
    find: `    if (!seen.intent && (await findIntentByBooking(tx, booking.id))) return 'wait'
`,
    replace: '',
    tests: ['tests/payment/settle-payment.test.ts', 'tests/payment/begin-payment.test.ts'],
  },
  {
    what: 'a hold can be paid at the moment it expires',
    file: 'server/payment/settlement.ts',
    find: 'booking.hold_expires_at <= now',
    replace: 'booking.hold_expires_at < now',
    tests: [...decide, ...begin],
  },
  {
    what: 'the payment intent is not cancelled at the provider',
    file: 'server/payment/settlement.ts',
    find: 'const after = await provider.cancel(stored.id)',
    replace: 'const after = await provider.retrieve(stored.id)',
    tests: decide,
  },
  {
    what: 'an amount from the browser is charged',
    file: 'server/payment/commands.ts',
    find: '    amount === booking.amount &&\n',
    replace: '',
    tests: begin,
  },
  {
    what: 'a demo booking is charged',
    file: 'server/payment/commands.ts',
    find: `return hasHold && sameKind ? undefined : refusePayment(409, 'hold_lost')`,
    replace: `return hasHold ? undefined : refusePayment(409, 'hold_lost')`,
    tests: [...begin, 'tests/payment/demo-payment.test.ts'],
  },
  {
    what: 'each attempt to pay creates a new payment intent',
    file: 'server/payment/stripe-provider.ts',
    find: `{ idempotencyKey: \`intent:\${bookingId}\` },`,
    replace: `{ idempotencyKey: \`intent:\${bookingId}:\${Math.random()}\` },`,
    tests: [...begin, 'tests/payment/payment-requests.test.ts'],
  },
  {
    what: 'a repeated refund is paid twice',
    file: 'server/payment/stripe-provider.ts',
    find: `: \`refund:\${refundId}\`\n`,
    replace: `: \`refund:\${refundId}:\${Math.random()}\`\n`,
    tests: refunds,
  },
  {
    what: 'a refund can exceed the payment',
    file: 'server/payment/refunds.ts',
    find: `if (reason === 'cancelled' && amount > (await readRefundable(tx, intent)))`,
    replace: `if (reason === 'late' && amount > (await readRefundable(tx, intent)))`,
    tests: refunds,
  },
  {
    what: 'a failed refund counts as refunded',
    file: 'shared/payment/reversals.ts',
    find: `return state !== 'failed' && state !== 'refused'`,
    replace: `return state !== 'refused'`,
    tests: refunds,
  },
  {
    what: 'a failed refund is recorded as done',
    file: 'server/payment/reversals.ts',
    find: `  const state = reported.state === 'done' ? 'done' : 'failed'`,
    replace: `  const state = reported.state === 'done' ? 'done' : 'done'`,
    tests: refunds,
  },
  {
    what: 'demo receipts use the number series of real ones',
    file: 'server/payment/store.ts',
    find: `    .select((max) => max.fn.max<number | null>('number').as('last'))\n    .where('series', '=', series)\n`,
    replace: `    .select((max) => max.fn.max<number | null>('number').as('last'))\n`,
    tests: ['tests/payment/receipts.test.ts'],
  },
  {
    what: 'a webhook event is dropped although the provider was unreachable',
    file: 'server/payment/commands.ts',
    find: `  if ((await settleWithTimeout(parts, intent.booking_id)) === 'unreachable') return false\n`,
    replace: '  await settleWithTimeout(parts, intent.booking_id)\n',
    tests: webhook,
  },
  {
    what: 'a refund that the bank returned is not recorded as failed',
    file: 'server/payment/commands.ts',
    find: `return subject.about === 'payment' || isReversalRead(`,
    replace: `return subject.about !== 'disputes' || isReversalRead(`,
    tests: [...reversals, ...refunds],
  },
  {
    what: 'a refund of ours whose answer was lost is recorded a second time',
    file: 'server/payment/reversals.ts',
    find: 'own?.intent_id === intent.id && own.provider_refund === null ? own : undefined',
    replace: 'own?.intent_id === intent.id && own.provider_refund !== null ? own : undefined',
    tests: refunds,
  },
  {
    what: 'a lost dispute stays in the revenue',
    file: 'server/payment/credit-notes.ts',
    find: `amount: disputeRules[state].money === 'lost' ? amount : 0,`,
    replace: 'amount: disputeRules[state].isClosed ? 0 : 0 * amount,',
    tests: reversals,
  },
  {
    what: 'money that the bank holds can be refunded',
    file: 'shared/payment/reversals.ts',
    find: 'return isBarred ? 0 : Math.max(0, amount - sumRefunds(money) - sumDisputes(money))',
    replace: 'return Math.max(0, amount - sumRefunds(money) - (isBarred ? 0 : sumDisputes(money)))',
    tests: ['tests/booking/desk-reversals.test.ts'],
  },
  {
    what: 'each credit note rounds its VAT by itself',
    file: 'server/payment/credit-notes.ts',
    find: 'const after = { amount, vat: calculateVat(receipt, amount) }',
    replace: 'const after = { amount, vat: credited.vat + calculateVat(receipt, difference) }',
    tests: ['tests/payment/credit-note-vat.property.test.ts'],
  },
  {
    what: 'an older answer of the provider overwrites a newer one',
    file: 'server/payment/reversals.ts',
    find: 'current?.reversals_version !== intent.reversals_version',
    replace: 'current === undefined',
    tests: reversals,
  },
  {
    what: 'a cancelled booking is shown as paid',
    file: 'server/payment/commands.ts',
    find: `return payment === 'paid' && validStatuses.includes(status)`,
    replace: `return payment === 'paid'`,
    tests: ['tests/payment/verify-payment.test.ts'],
  },
  {
    what: 'a company can withdraw from a purchase',
    file: 'shared/payment/withdrawal.ts',
    find: `if (purchase?.buyer.kind !== 'private' || paidAt === null) return null`,
    replace: `if (!purchase || paidAt === null) return null`,
    tests: withdrawal,
  },
  {
    what: 'a purchase can be withdrawn from after the meeting began',
    file: 'shared/payment/withdrawal.ts',
    find: `endsAtMeeting ? Math.min(deadline, start) : deadline`,
    replace: 'deadline',
    tests: withdrawal,
  },
  {
    what: 'the owner’s move into the days of withdrawal ends the right at a meeting that the buyer did not ask for',
    file: 'shared/payment/withdrawal.ts',
    find: ` && purchase.buyer.asksEarlyStart`,
    replace: '',
    tests: withdrawal,
  },
  {
    what: 'a private buyer is not asked before a meeting within the days of withdrawal',
    file: 'server/booking/booking-form.ts',
    find: `return toRefusedOutcome('early_start')`,
    replace: '{}',
    tests: withdrawal,
  },
  {
    what: 'buyers abroad are charged VAT',
    file: 'shared/payment/vat.ts',
    find: `if (country === HOME_COUNTRY) return { rate, reason: 'home' }`,
    replace: `return { rate, reason: 'home' }`,
    tests: ['tests/payment/vat.test.ts'],
  },
]
