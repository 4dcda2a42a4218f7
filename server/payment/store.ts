import { sql } from 'kysely'
import { type Tx, toTextList } from '#server/db/database.ts'
import type {
  DemoIntentTable,
  DemoRefundTable,
  PaymentIntentTable,
  ReceiptTable,
  RefundTable,
} from '#server/db/tables.ts'
import type { MoneyEvent } from '#shared/lib/money.ts'
import type { IntentState } from '#shared/payment/api.ts'

export async function findIntent(tx: Tx, id: string): Promise<PaymentIntentTable | undefined> {
  return tx.selectFrom('payment_intent').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function findIntentByBooking(
  tx: Tx,
  bookingId: string,
): Promise<PaymentIntentTable | undefined> {
  return tx
    .selectFrom('payment_intent')
    .selectAll()
    .where('booking_id', '=', bookingId)
    .executeTakeFirst()
}

/** A booking has one intent: a second insert is ignored. */
export async function insertIntent(tx: Tx, intent: PaymentIntentTable): Promise<void> {
  await tx
    .insertInto('payment_intent')
    .values(intent)
    .onConflict((conflict) => conflict.column('booking_id').doNothing())
    .execute()
}

export async function updateIntent(
  tx: Tx,
  { id, status, now }: { id: string; status: IntentState; now: number },
): Promise<void> {
  await tx
    .updateTable('payment_intent')
    .set({ status, updated_at: now })
    .where('id', '=', id)
    .where('status', '!=', status)
    .execute()
}

/** Bookings whose intent may receive money. The condition is spelled as in the partial index. */
export async function findBookingsWithOpenIntents(tx: Tx): Promise<string[]> {
  return (
    await sql<
      Pick<PaymentIntentTable, 'booking_id'>
    >`SELECT booking_id FROM payment_intent WHERE status IN ('open', 'processing')`.execute(tx)
  ).rows.map(({ booking_id }) => booking_id)
}

export async function hasPaymentEvent(tx: Tx, id: string): Promise<boolean> {
  return (
    (await tx.selectFrom('payment_event').select('id').where('id', '=', id).executeTakeFirst()) !==
    undefined
  )
}

/** Stores the id of a handled event and deletes those received before `oldest`. */
export async function insertPaymentEvent(
  tx: Tx,
  event: { id: string; now: number; oldest: number },
): Promise<void> {
  await tx.deleteFrom('payment_event').where('received_at', '<', event.oldest).execute()
  await tx
    .insertInto('payment_event')
    .values({ id: event.id, received_at: event.now })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

export async function insertRefund(tx: Tx, refund: RefundTable): Promise<void> {
  await tx.insertInto('refund').values(refund).execute()
}

export async function findRefund(tx: Tx, id: string): Promise<RefundTable | undefined> {
  return tx.selectFrom('refund').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function findRefundByProviderId(tx: Tx, id: string): Promise<RefundTable | undefined> {
  return tx.selectFrom('refund').selectAll().where('provider_refund', '=', id).executeTakeFirst()
}

/** Sum of a payment's refunds that have not failed, minor units. */
export async function readRefundedSum(tx: Tx, intentId: string): Promise<number> {
  const row = await tx
    .selectFrom('refund')
    .select((sum) => sum.fn.sum<number | null>('amount').as('sum'))
    .where('intent_id', '=', intentId)
    .where('state', '!=', 'failed')
    .executeTakeFirst()
  return row?.sum ?? 0
}

/** Refunds under way, and failed ones created from `failedSince` on; the newest first. */
export async function findOpenRefunds(tx: Tx, failedSince: number): Promise<RefundTable[]> {
  return tx
    .selectFrom('refund')
    .selectAll()
    .where((where) =>
      where.or([
        where('state', '=', 'waiting'),
        where.and([where('state', '=', 'failed'), where('created_at', '>=', failedSince)]),
      ]),
    )
    .orderBy('created_at', 'desc')
    .execute()
}

export async function updateRefund(
  tx: Tx,
  id: string,
  change: Partial<Pick<RefundTable, 'state' | 'provider_refund' | 'done_at'>>,
): Promise<void> {
  await tx.updateTable('refund').set(change).where('id', '=', id).execute()
}

/** Call it in the transaction that inserts the receipt: otherwise the numbers could have a gap. */
export async function readNextReceiptNumber(
  tx: Tx,
  series: ReceiptTable['series'],
): Promise<number> {
  const row = await tx
    .selectFrom('receipt')
    .select((max) => max.fn.max<number | null>('number').as('last'))
    .where('series', '=', series)
    .executeTakeFirst()
  return (row?.last ?? 0) + 1
}

export async function insertReceipt(tx: Tx, receipt: ReceiptTable): Promise<void> {
  await tx.insertInto('receipt').values(receipt).execute()
}

export async function findReceipt(
  tx: Tx,
  series: ReceiptTable['series'],
  number: number,
): Promise<ReceiptTable | undefined> {
  return tx
    .selectFrom('receipt')
    .selectAll()
    .where('series', '=', series)
    .where('number', '=', number)
    .executeTakeFirst()
}

export async function hasCreditNote(tx: Tx, refundId: string): Promise<boolean> {
  const notes = tx.selectFrom('receipt').select('number').where('refund_id', '=', refundId)
  return (await notes.executeTakeFirst()) !== undefined
}

/** The receipt of a booking, not its credit notes. */
export async function findReceiptByBooking(
  tx: Tx,
  bookingId: string,
): Promise<ReceiptTable | undefined> {
  return tx
    .selectFrom('receipt')
    .selectAll()
    .where('booking_id', '=', bookingId)
    .where('kind', '=', 'receipt')
    .executeTakeFirst()
}

/** Payments and refunds of the given bookings; amounts in minor units. */
export async function readMoneyEvents(
  tx: Tx,
  bookingIds: readonly string[],
): Promise<MoneyEvent[]> {
  const some = toTextList(bookingIds)
  const paid = (
    await sql<ReceiptTable>`SELECT * FROM receipt WHERE kind = 'receipt' AND booking_id IN ${some}
      ORDER BY series, number`.execute(tx)
  ).rows
  const back = (
    await sql<RefundTable>`SELECT * FROM refund WHERE booking_id IN ${some} ORDER BY created_at`.execute(
      tx,
    )
  ).rows
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

export async function findDemoIntent(tx: Tx, id: string): Promise<DemoIntentTable | undefined> {
  return tx.selectFrom('demo_intent').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function findDemoIntentByKey(
  tx: Tx,
  key: string,
): Promise<DemoIntentTable | undefined> {
  return tx
    .selectFrom('demo_intent')
    .selectAll()
    .where('idempotency_key', '=', key)
    .executeTakeFirst()
}

export async function insertDemoIntent(tx: Tx, intent: DemoIntentTable): Promise<void> {
  await tx.insertInto('demo_intent').values(intent).execute()
}

export async function updateDemoIntent(
  tx: Tx,
  id: string,
  status: DemoIntentTable['status'],
): Promise<void> {
  await tx.updateTable('demo_intent').set({ status }).where('id', '=', id).execute()
}

export async function findDemoRefundByKey(
  tx: Tx,
  key: string,
): Promise<DemoRefundTable | undefined> {
  return tx
    .selectFrom('demo_refund')
    .selectAll()
    .where('idempotency_key', '=', key)
    .executeTakeFirst()
}

export async function insertDemoRefund(tx: Tx, refund: DemoRefundTable): Promise<void> {
  await tx.insertInto('demo_refund').values(refund).execute()
}
