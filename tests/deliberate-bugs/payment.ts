import type { Bug } from './bug.ts'

const decide = ['tests/payment/payment-decision.test.ts', 'tests/payment/settle-payment.test.ts']
const refunds = ['tests/payment/refunds.test.ts', 'tests/booking/refund-settled.test.ts']
const begin = ['tests/payment/begin-payment.test.ts']
const webhook = ['tests/payment/webhook.test.ts']

export const paymentBugs: Bug[] = [
  {
    what: 'a lapsed hold frees its time while it can still be paid',
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
    what: 'money for a lost time is kept',
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
    what: 'money that went back goes back again',
    file: 'server/payment/settlement.ts',
    find: `const accounted = payment === 'paid' || payment === 'refunded'`,
    replace: `const accounted = payment === 'paid'`,
    tests: decide,
  },
  {
    what: 'the same number in another currency pays',
    file: 'server/payment/settlement.ts',
    find: 'if (intent.amountReceived === booking.amount && intent.currency === booking.currency)',
    replace: 'if (intent.amountReceived === booking.amount)',
    tests: decide,
  },
  {
    what: 'a payment that began meanwhile loses its time',
    file: 'server/payment/settlement.ts',
    find: `    if (!seen.intent && findIntentByBooking(tx, booking.id)) return 'wait'
`,
    replace: '',
    tests: ['tests/payment/settle-payment.test.ts', 'tests/payment/begin-payment.test.ts'],
  },
  {
    what: 'a hold at its very end is still payable',
    file: 'server/payment/settlement.ts',
    find: 'booking.hold_expires_at <= now',
    replace: 'booking.hold_expires_at < now',
    tests: [...decide, ...begin],
  },
  {
    what: 'the provider is not told that nobody may pay any more',
    file: 'server/payment/settlement.ts',
    find: 'const after = await provider.cancel(stored.id)',
    replace: 'const after = await provider.retrieve(stored.id)',
    tests: decide,
  },
  {
    what: 'a sum of the browser is charged',
    file: 'server/payment/commands.ts',
    find: '    amount === booking.amount &&\n',
    replace: '',
    tests: begin,
  },
  {
    what: 'a booking made for show is charged',
    file: 'server/payment/commands.ts',
    find: `return hasHold && sameKind ? undefined : refusePayment(409, 'hold_lost')`,
    replace: `return hasHold ? undefined : refusePayment(409, 'hold_lost')`,
    tests: [...begin, 'tests/payment/demo-payment.test.ts'],
  },
  {
    what: 'each try to pay begins a payment of its own',
    file: 'server/payment/stripe-provider.ts',
    find: `{ idempotencyKey: \`intent:\${bookingId}\` },`,
    replace: `{ idempotencyKey: \`intent:\${bookingId}:\${Math.random()}\` },`,
    tests: [...begin, 'tests/payment/payment-requests.test.ts'],
  },
  {
    what: 'a repeated refund pays twice',
    file: 'server/payment/stripe-provider.ts',
    find: `{ idempotencyKey: \`refund:\${refundId}\` },`,
    replace: `{ idempotencyKey: \`refund:\${refundId}:\${Math.random()}\` },`,
    tests: refunds,
  },
  {
    what: 'more goes back than was paid',
    file: 'server/payment/refunds.ts',
    find: `if (reason === 'cancelled' && amount > readRefundableAmount(tx, intent))`,
    replace: `if (reason === 'late' && amount > readRefundableAmount(tx, intent))`,
    tests: refunds,
  },
  {
    what: 'a refund that failed counts as given back',
    file: 'server/payment/store.ts',
    find: `      .where('intent_id', '=', intentId)\n      .where('state', '!=', 'failed'),`,
    replace: `      .where('intent_id', '=', intentId),`,
    tests: refunds,
  },
  {
    what: 'a refund that failed is booked as done',
    file: 'server/payment/refunds.ts',
    find: `  if (state === 'failed') {`,
    replace: `  if (state === 'waiting') {`,
    tests: refunds,
  },
  {
    what: 'demonstrations use up the numbers of real receipts',
    file: 'server/payment/store.ts',
    find: `      .select((max) => max.fn.max<number | null>('number').as('last'))\n      .where('series', '=', series),`,
    replace: `      .select((max) => max.fn.max<number | null>('number').as('last')),`,
    tests: ['tests/payment/receipts.test.ts'],
  },
  {
    what: 'an event is forgotten though the provider could not be asked',
    file: 'server/payment/commands.ts',
    find: `(await settleWithTimeout(parts, intent.booking_id)) !== 'unreachable'`,
    replace: '(await settleWithTimeout(parts, intent.booking_id)) !== undefined',
    tests: webhook,
  },
  {
    what: 'a refund that the bank sent back goes unnoticed',
    file: 'server/payment/commands.ts',
    find: `      markRefundFailed(tx, parts, event.subject.failedRefund)
`,
    replace: `      void markRefundFailed
`,
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
