import type { Bug } from './bug.ts'

const decide = ['tests/payment/payment-decision.test.ts', 'tests/payment/settle-payment.test.ts']
const refunds = ['tests/payment/refunds.test.ts', 'tests/booking/refund-settled.test.ts']
const begin = ['tests/payment/begin-payment.test.ts']
const webhook = ['tests/payment/webhook.test.ts']

export const paymentBugs: Bug[] = [
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
    find: `{ idempotencyKey: \`refund:\${refundId}\` },`,
    replace: `{ idempotencyKey: \`refund:\${refundId}:\${Math.random()}\` },`,
    tests: refunds,
  },
  {
    what: 'a refund can exceed the payment',
    file: 'server/payment/refunds.ts',
    find: `if (reason === 'cancelled' && amount > (await readRefundableAmount(tx, intent)))`,
    replace: `if (reason === 'late' && amount > (await readRefundableAmount(tx, intent)))`,
    tests: refunds,
  },
  {
    what: 'a failed refund counts as refunded',
    file: 'server/payment/store.ts',
    find: `    .where('intent_id', '=', intentId)\n    .where('state', '!=', 'failed')\n`,
    replace: `    .where('intent_id', '=', intentId)\n`,
    tests: refunds,
  },
  {
    what: 'a failed refund is recorded as done',
    file: 'server/payment/refunds.ts',
    find: `  if (state === 'failed') return true`,
    replace: `  if (state === 'waiting') return true`,
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
    find: `(await settleWithTimeout(parts, intent.booking_id)) !== 'unreachable'`,
    replace: '(await settleWithTimeout(parts, intent.booking_id)) !== undefined',
    tests: webhook,
  },
  {
    what: 'a refund that the bank returned is not recorded as failed',
    file: 'server/payment/commands.ts',
    find: '      ? markRefundFailed(tx, subject.failedRefund)\n',
    replace: '      ? void markRefundFailed\n',
    tests: [...webhook, ...refunds],
  },
  {
    what: 'a cancelled booking is shown as paid',
    file: 'server/payment/commands.ts',
    find: `return payment === 'paid' && validStatuses.includes(status)`,
    replace: `return payment === 'paid'`,
    tests: ['tests/payment/verify-payment.test.ts'],
  },
]
