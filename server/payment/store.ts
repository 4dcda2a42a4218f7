import { sql } from 'kysely'
import { type Tx, toTextList } from '#server/db/database.ts'
import type {
  DemoIntentTable,
  DemoRefundTable,
  DisputeTable,
  PaymentIntentTable,
  ReceiptTable,
  RefundTable,
} from '#server/db/tables-payment.ts'
import type { IntentState } from '#shared/payment/api.ts'
import type { BookingMoneyEvent } from '#shared/payment/reversals.ts'

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
  { id, now, ...change }: { id: string; status: IntentState; received: number; now: number },
): Promise<void> {
  await tx
    .updateTable('payment_intent')
    .set({ ...change, updated_at: now })
    .where('id', '=', id)
    .where('status', '!=', change.status)
    .execute()
}

/** Sets when refunds and disputes of a payment are next fetched; `since` begins a new period. */
export async function scheduleCheck(
  tx: Tx,
  id: string,
  { since, next }: { since?: number; next: number | null },
): Promise<void> {
  await tx
    .updateTable('payment_intent')
    .set({ next_check_at: next, ...(since !== undefined && { watched_since: since }) })
    .where('id', '=', id)
    .execute()
}

/** Payments whose refunds and disputes have to be asked for, the longest due first. */
export async function findIntentsToCheck(
  tx: Tx,
  now: number,
  limit: number,
): Promise<PaymentIntentTable[]> {
  return tx
    .selectFrom('payment_intent')
    .selectAll()
    .where('next_check_at', '<=', now)
    .orderBy('next_check_at')
    .limit(limit)
    .execute()
}

export async function raiseReversalsVersion(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('payment_intent')
    .set((intent) => ({ reversals_version: intent('reversals_version', '+', 1) }))
    .where('id', '=', id)
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

export async function findRefundsOf(tx: Tx, bookingId: string): Promise<RefundTable[]> {
  return tx
    .selectFrom('refund')
    .selectAll()
    .where('booking_id', '=', bookingId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export async function findDisputesOf(tx: Tx, bookingId: string): Promise<DisputeTable[]> {
  return tx
    .selectFrom('dispute')
    .selectAll()
    .where('booking_id', '=', bookingId)
    .orderBy('opened_at')
    .orderBy('id')
    .execute()
}

export async function saveDispute(tx: Tx, dispute: DisputeTable): Promise<void> {
  const { id, ...columns } = dispute
  await tx
    .insertInto('dispute')
    .values(dispute)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(columns))
    .execute()
}

/**
 * The owner has decided what the reversals of a booking mean for its meeting. A failed refund stays
 * open until it is settled.
 */
export async function acknowledgeReversals(tx: Tx, bookingId: string, now: number): Promise<void> {
  await tx
    .updateTable('refund')
    .set({ acknowledged_at: now })
    .where('booking_id', '=', bookingId)
    .where('state', 'in', ['done', 'settled', 'refused'])
    .execute()
  await tx
    .updateTable('dispute')
    .set({ acknowledged_at: now })
    .where('booking_id', '=', bookingId)
    .execute()
}

export async function updateRefund(
  tx: Tx,
  id: string,
  change: Partial<Omit<RefundTable, 'id' | 'booking_id' | 'intent_id' | 'created_at'>>,
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

/** The credit notes of a booking and the corrections of them, in order of issue. */
export async function findCorrectionsOf(tx: Tx, bookingId: string): Promise<ReceiptTable[]> {
  return tx
    .selectFrom('receipt')
    .selectAll()
    .where('booking_id', '=', bookingId)
    .where('kind', '!=', 'receipt')
    .orderBy('number')
    .execute()
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

/** Payments and reversals of the given bookings; amounts in minor units. */
export async function readMoneyEvents(
  tx: Tx,
  bookingIds: readonly string[],
): Promise<BookingMoneyEvent[]> {
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
  const disputed = (
    await sql<DisputeTable>`SELECT * FROM dispute WHERE booking_id IN ${some} ORDER BY opened_at`.execute(
      tx,
    )
  ).rows
  return [
    ...paid.map(({ booking_id, issued_at, amount }) => ({
      bookingId: booking_id,
      at: issued_at,
      kind: 'paid' as const,
      amount,
    })),
    ...back.map(toRefundEvent),
    ...disputed.map(toDisputeEvent),
  ]
}

function toRefundEvent(refund: RefundTable): BookingMoneyEvent {
  const { id, booking_id, created_at, done_at, amount, state, source, acknowledged_at } = refund
  return {
    bookingId: booking_id,
    id,
    at: done_at ?? created_at,
    requestedAt: created_at,
    kind: 'refund',
    amount,
    state,
    source,
    isAcknowledged: acknowledged_at !== null || (source === 'own' && state !== 'refused'),
  }
}

function toDisputeEvent(dispute: DisputeTable): BookingMoneyEvent {
  const { id, booking_id, opened_at, amount, state, acknowledged_at } = dispute
  return {
    bookingId: booking_id,
    id,
    at: opened_at,
    kind: 'dispute',
    amount,
    state,
    isRefundable: dispute.is_refundable === 1,
    answerBy: dispute.answer_by,
    isAcknowledged: acknowledged_at !== null,
  }
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

export async function findDemoRefunds(tx: Tx, intentId: string): Promise<DemoRefundTable[]> {
  return tx.selectFrom('demo_refund').selectAll().where('intent_id', '=', intentId).execute()
}

export async function insertDemoRefund(tx: Tx, refund: DemoRefundTable): Promise<void> {
  await tx.insertInto('demo_refund').values(refund).execute()
}
