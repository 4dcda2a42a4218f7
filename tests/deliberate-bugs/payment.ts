import type { Bug } from './bug.ts'

const decide = ['tests/payment/decide.test.ts', 'tests/payment/settle.test.ts']
const refunds = ['tests/payment/refunds.test.ts', 'tests/booking/settle-refund.test.ts']
const begin = ['tests/payment/begin.test.ts']
const webhook = ['tests/payment/webhook.test.ts']

export const paymentBugs: Bug[] = [
  {
    what: 'a lapsed hold frees its time while it can still be paid',
    file: 'server/payment/settle.ts',
    find: `const lapsed: Row = {\n  none: 'expire',\n  open: 'cancel_intent',`,
    replace: `const lapsed: Row = {\n  none: 'expire',\n  open: 'expire',`,
    tests: decide,
  },
  {
    what: 'money for a lost time is kept',
    file: 'server/payment/settle.ts',
    find: `{ ...standing, succeeded: 'refund', mismatch: 'refund' }`,
    replace: '{ ...standing }',
    tests: decide,
  },
  {
    what: 'money that went back goes back again',
    file: 'server/payment/settle.ts',
    find: `const accounted = payment === 'paid' || payment === 'refunded'`,
    replace: `const accounted = payment === 'paid'`,
    tests: decide,
  },
  {
    what: 'the same number in another currency pays',
    file: 'server/payment/settle.ts',
    find: 'if (intent.received === booking.amount && intent.currency === booking.currency)',
    replace: 'if (intent.received === booking.amount)',
    tests: decide,
  },
  {
    what: 'a payment that began meanwhile loses its time',
    file: 'server/payment/settle.ts',
    find: `    if (!seen.intent && intentOf(tx, booking.id)) return 'wait'\n`,
    replace: '',
    tests: ['tests/payment/settle.test.ts', 'tests/payment/begin.test.ts'],
  },
  {
    what: 'a hold at its very end is still payable',
    file: 'server/payment/settle.ts',
    find: 'booking.hold_expires_at <= now',
    replace: 'booking.hold_expires_at < now',
    tests: [...decide, ...begin],
  },
  {
    what: 'the provider is not told that nobody may pay any more',
    file: 'server/payment/settle.ts',
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
    find: `return held && sameKind ? undefined : refuse(409, 'hold_lost')`,
    replace: `return held ? undefined : refuse(409, 'hold_lost')`,
    tests: [...begin, 'tests/payment/demo.test.ts'],
  },
  {
    what: 'each try to pay begins a payment of its own',
    file: 'server/payment/stripe.ts',
    find: `{ idempotencyKey: \`intent:\${bookingId}\` },`,
    replace: `{ idempotencyKey: \`intent:\${bookingId}:\${Math.random()}\` },`,
    tests: [...begin, 'tests/payment/site.test.ts'],
  },
  {
    what: 'a repeated refund pays twice',
    file: 'server/payment/stripe.ts',
    find: `{ idempotencyKey: \`refund:\${refundId}\` },`,
    replace: `{ idempotencyKey: \`refund:\${refundId}:\${Math.random()}\` },`,
    tests: refunds,
  },
  {
    what: 'more goes back than was paid',
    file: 'server/payment/refunds.ts',
    find: `if (reason === 'cancelled' && amount > refundable(tx, intent))`,
    replace: `if (reason === 'late' && amount > refundable(tx, intent))`,
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
    find: `(await settleInTime(parts, intent.booking_id)) !== 'unreachable'`,
    replace: `(await settleInTime(parts, intent.booking_id)) !== undefined`,
    tests: webhook,
  },
  {
    what: 'a refund that the bank sent back goes unnoticed',
    file: 'server/payment/commands.ts',
    find: '      refundFailed(tx, parts, event.about.failedRefund)\n',
    replace: '      void refundFailed\n',
    tests: [...webhook, ...refunds],
  },
  {
    what: 'a cancelled booking is shown as paid',
    file: 'server/payment/commands.ts',
    find: `return payment === 'paid' && standing.includes(status)`,
    replace: `return payment === 'paid'`,
    tests: ['tests/payment/verify.test.ts'],
  },
]
