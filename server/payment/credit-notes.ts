import type { Tx } from '#server/db/database.ts'
import type { ReceiptTable } from '#server/db/tables-payment.ts'
import { formatReceiptLabel, type Receipt } from '#shared/payment/receipt.ts'
import { countsAsRefunded, disputeRules } from '#shared/payment/reversals.ts'
import type { Booking } from './ports.ts'
import { copyDocument } from './receipts.ts'
import { findCorrectionsOf, findDisputesOf, findReceiptByBooking, findRefundsOf } from './store.ts'

/** A refund or dispute, and how much of the payment has gone back by it, minor units. */
interface Reversal {
  cause: Pick<ReceiptTable, 'refund_id' | 'dispute_id'>
  amount: number
  at: number
}

/**
 * Brings the documents of a booking to what has gone back of its payment: a credit note for what
 * none covers yet, a correction for a credit note whose money came back. Repeats issue nothing. The
 * notes never exceed the receipt, even if a bank takes back money that was refunded already. A
 * booking without a receipt, as for money that arrived too late, has no such documents.
 */
export async function issueCreditNotes(tx: Tx, booking: Booking, now: number): Promise<Receipt[]> {
  const receipt = await findReceiptByBooking(tx, booking.id)
  if (!receipt) return []
  const documents = await findCorrectionsOf(tx, booking.id)
  const targets = limitTo(receipt.amount, await readReversals(tx, booking.id))
  const changes = targets
    .map(({ cause, amount }) => {
      const earlier = documents.filter((one) => hasCause(one, cause))
      return { cause, earlier, difference: amount - sumCredited(earlier) }
    })
    .filter(({ difference }) => difference !== 0)
    // Corrections come first, so that the notes exceed the receipt at no moment.
    .sort((a, b) => Math.sign(a.difference) - Math.sign(b.difference))
  const issued: Receipt[] = []
  let credited = { amount: sumCredited(documents), vat: 0 - sum(documents, ({ vat }) => vat) }
  for (const { cause, earlier, difference } of changes) {
    const amount = credited.amount + difference
    const after = { amount, vat: calculateVat(receipt, amount) }
    const corrected = difference > 0 ? receipt : (earlier.at(-1) ?? receipt)
    const document = await copyDocument(tx, receipt, {
      kind: difference > 0 ? 'credit_note' : 'correction',
      ...cause,
      step: earlier.length,
      amount: credited.amount - after.amount,
      vat: credited.vat - after.vat,
      issued_at: now,
      refersTo: formatReceiptLabel(corrected.series, corrected.number),
    })
    issued.push(document)
    credited = after
  }
  return issued
}

/**
 * The VAT of everything that was credited so far. Each document takes the difference to the one
 * before, so all of them together have exactly the VAT of the receipt once it is credited in full.
 */
function calculateVat({ amount, vat }: ReceiptTable, credited: number): number {
  return Math.round((vat * credited) / amount)
}

async function readReversals(tx: Tx, bookingId: string): Promise<Reversal[]> {
  const refunds = (await findRefundsOf(tx, bookingId)).map(({ id, state, amount, created_at }) => ({
    cause: { refund_id: id, dispute_id: null },
    amount: countsAsRefunded(state) && state !== 'waiting' ? amount : 0,
    at: created_at,
  }))
  const disputes = (await findDisputesOf(tx, bookingId)).map(
    ({ id, state, amount, opened_at }) => ({
      cause: { refund_id: null, dispute_id: id },
      amount: disputeRules[state].money === 'lost' ? amount : 0,
      at: opened_at,
    }),
  )
  return [...refunds, ...disputes].sort((a, b) => a.at - b.at)
}

/** The reversals in order, until together they reach the amount of the receipt. */
function limitTo(total: number, reversals: readonly Reversal[]): Reversal[] {
  let left = total
  return reversals.map((reversal) => {
    const amount = Math.min(reversal.amount, left)
    left -= amount
    return { ...reversal, amount }
  })
}

function hasCause({ refund_id, dispute_id }: ReceiptTable, cause: Reversal['cause']): boolean {
  return refund_id === cause.refund_id && dispute_id === cause.dispute_id
}

/** Positive, while a credit note's amount is negative. */
function sumCredited(documents: readonly ReceiptTable[]): number {
  return 0 - sum(documents, ({ amount }) => amount)
}

function sum(documents: readonly ReceiptTable[], value: (one: ReceiptTable) => number): number {
  return documents.reduce((total, one) => total + value(one), 0)
}
