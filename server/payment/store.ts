import { sql } from 'kysely'
import { query, raw, type Tx, toSqlList } from '#server/db/database.ts'
import type {
  DemoIntentTable,
  DemoRefundTable,
  PaymentIntentTable,
  ReceiptTable,
  RefundTable,
} from '#server/db/tables.ts'
import type { MoneyEvent } from '#shared/lib/money.ts'
import type { IntentState } from '#shared/payment/api.ts'

export function findIntent(tx: Tx, id: string): PaymentIntentTable | undefined {
  return tx.get(query.selectFrom('payment_intent').selectAll().where('id', '=', id))
}

export function findIntentByBooking(tx: Tx, bookingId: string): PaymentIntentTable | undefined {
  return tx.get(query.selectFrom('payment_intent').selectAll().where('booking_id', '=', bookingId))
}

/** A booking has one intent: a second insert is ignored. */
export function insertIntent(tx: Tx, intent: PaymentIntentTable): void {
  tx.run(
    query
      .insertInto('payment_intent')
      .values(intent)
      .onConflict((conflict) => conflict.column('booking_id').doNothing()),
  )
}

export function updateIntent(
  tx: Tx,
  { id, status, now }: { id: string; status: IntentState; now: number },
): void {
  tx.run(
    query
      .updateTable('payment_intent')
      .set({ status, updated_at: now })
      .where('id', '=', id)
      .where('status', '!=', status),
  )
}

/** Bookings whose intent may receive money. The condition is spelled as in the partial index. */
export function findBookingsWithOpenIntents(tx: Tx): string[] {
  return tx
    .all(
      raw<Pick<PaymentIntentTable, 'booking_id'>>(
        sql`SELECT booking_id FROM payment_intent WHERE status IN ('open', 'processing')`,
      ),
    )
    .map(({ booking_id }) => booking_id)
}

export function hasPaymentEvent(tx: Tx, id: string): boolean {
  return tx.get(query.selectFrom('payment_event').select('id').where('id', '=', id)) !== undefined
}

/** Stores the id of a handled event and deletes those received before `oldest`. */
export function insertPaymentEvent(
  tx: Tx,
  event: { id: string; now: number; oldest: number },
): void {
  tx.run(query.deleteFrom('payment_event').where('received_at', '<', event.oldest))
  tx.run(
    query
      .insertInto('payment_event')
      .values({ id: event.id, received_at: event.now })
      .onConflict((conflict) => conflict.column('id').doNothing()),
  )
}

export function insertRefund(tx: Tx, refund: RefundTable): void {
  tx.run(query.insertInto('refund').values(refund))
}

export function findRefund(tx: Tx, id: string): RefundTable | undefined {
  return tx.get(query.selectFrom('refund').selectAll().where('id', '=', id))
}

export function findRefundByProviderId(tx: Tx, id: string): RefundTable | undefined {
  return tx.get(query.selectFrom('refund').selectAll().where('provider_refund', '=', id))
}

/** Sum of a payment's refunds that have not failed, minor units. */
export function readRefundedSum(tx: Tx, intentId: string): number {
  const row = tx.get(
    query
      .selectFrom('refund')
      .select((sum) => sum.fn.sum<number | null>('amount').as('sum'))
      .where('intent_id', '=', intentId)
      .where('state', '!=', 'failed'),
  )
  return row?.sum ?? 0
}

/** Refunds under way, and failed ones created from `failedSince` on; the newest first. */
export function findOpenRefunds(tx: Tx, failedSince: number): RefundTable[] {
  return tx.all(
    query
      .selectFrom('refund')
      .selectAll()
      .where((where) =>
        where.or([
          where('state', '=', 'waiting'),
          where.and([where('state', '=', 'failed'), where('created_at', '>=', failedSince)]),
        ]),
      )
      .orderBy('created_at', 'desc'),
  )
}

export function updateRefund(
  tx: Tx,
  id: string,
  change: Partial<Pick<RefundTable, 'state' | 'provider_refund' | 'done_at'>>,
): void {
  tx.run(query.updateTable('refund').set(change).where('id', '=', id))
}

/** Call it in the transaction that inserts the receipt: otherwise the numbers could have a gap. */
export function readNextReceiptNumber(tx: Tx, series: ReceiptTable['series']): number {
  const row = tx.get(
    query
      .selectFrom('receipt')
      .select((max) => max.fn.max<number | null>('number').as('last'))
      .where('series', '=', series),
  )
  return (row?.last ?? 0) + 1
}

export function insertReceipt(tx: Tx, receipt: ReceiptTable): void {
  tx.run(query.insertInto('receipt').values(receipt))
}

export function findReceipt(
  tx: Tx,
  series: ReceiptTable['series'],
  number: number,
): ReceiptTable | undefined {
  return tx.get(
    query
      .selectFrom('receipt')
      .selectAll()
      .where('series', '=', series)
      .where('number', '=', number),
  )
}

export function hasCreditNote(tx: Tx, refundId: string): boolean {
  const notes = query.selectFrom('receipt').select('number').where('refund_id', '=', refundId)
  return tx.get(notes) !== undefined
}

/** The receipt of a booking, not its credit notes. */
export function findReceiptByBooking(tx: Tx, bookingId: string): ReceiptTable | undefined {
  return tx.get(
    query
      .selectFrom('receipt')
      .selectAll()
      .where('booking_id', '=', bookingId)
      .where('kind', '=', 'receipt'),
  )
}

/** Payments and refunds of the given bookings; amounts in minor units. */
export function readMoneyEvents(tx: Tx, bookingIds: readonly string[]): MoneyEvent[] {
  const some = toSqlList(bookingIds)
  const paid = tx.all(
    raw<ReceiptTable>(sql`SELECT * FROM receipt WHERE kind = 'receipt' AND booking_id IN ${some}`),
  )
  const back = tx.all(raw<RefundTable>(sql`SELECT * FROM refund WHERE booking_id IN ${some}`))
  return [
    ...paid.map(({ booking_id, issued_at, amount }) => ({
      bookingId: booking_id,
      at: issued_at,
      kind: 'paid' as const,
      amount,
      state: 'done' as const,
    })),
    ...back.map(({ id, booking_id, created_at, done_at, amount, state }) => ({
      bookingId: booking_id,
      refundId: id,
      at: done_at ?? created_at,
      kind: 'refund' as const,
      amount,
      state,
    })),
  ]
}

export function findDemoIntent(tx: Tx, id: string): DemoIntentTable | undefined {
  return tx.get(query.selectFrom('demo_intent').selectAll().where('id', '=', id))
}

export function findDemoIntentByKey(tx: Tx, key: string): DemoIntentTable | undefined {
  return tx.get(query.selectFrom('demo_intent').selectAll().where('idempotency_key', '=', key))
}

export function insertDemoIntent(tx: Tx, intent: DemoIntentTable): void {
  tx.run(query.insertInto('demo_intent').values(intent))
}

export function updateDemoIntent(tx: Tx, id: string, status: DemoIntentTable['status']): void {
  tx.run(query.updateTable('demo_intent').set({ status }).where('id', '=', id))
}

export function findDemoRefundByKey(tx: Tx, key: string): DemoRefundTable | undefined {
  return tx.get(query.selectFrom('demo_refund').selectAll().where('idempotency_key', '=', key))
}

export function insertDemoRefund(tx: Tx, refund: DemoRefundTable): void {
  tx.run(query.insertInto('demo_refund').values(refund))
}
