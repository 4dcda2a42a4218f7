import type { Tx } from '#server/db/database.ts'
import type { ReceiptTable, RefundTable } from '#server/db/tables.ts'
import { splitVat } from '#shared/lib/money.ts'
import { formatReceiptLabel, type Receipt } from '#shared/payment/receipt.ts'
import { getSeller } from '#shared/payment/seller.ts'
import type { Booking } from './ports.ts'
import { findReceiptByBooking, insertReceipt, readNextReceiptNumber } from './store.ts'

/**
 * The fields of a receipt that are stored as JSON in its column `content`. Seller and buyer are
 * copies, so that later changes do not alter an issued receipt.
 */
type ReceiptContent = Pick<Receipt, 'serviceType' | 'startsAt' | 'seller' | 'buyer' | 'refersTo'>

/** A receipt or credit note to issue. */
interface NewDocument {
  booking: Booking
  kind: Receipt['kind']
  /** Minor units, VAT included; negative on a credit note. */
  total: number
  refundId: string | null
  refersTo: string | null
}

/**
 * Numbers and stores the receipt of a paid booking. A repeated webhook issues no second one:
 * `decideAction` does nothing for a booking that is marked as paid. A second receipt of one booking
 * would violate a unique index.
 */
export async function issueReceipt(tx: Tx, booking: Booking, now: number): Promise<Receipt> {
  const { amount: total } = booking
  return issueDocument(tx, { booking, kind: 'receipt', total, refundId: null, refersTo: null }, now)
}

/**
 * Numbers and stores the credit note of a refund; undefined if the booking has no receipt, as with
 * money that arrived too late. The callers check the refund's state, so that a repeat issues none;
 * a second credit note of one refund would violate a unique index.
 */
export async function issueCreditNote(
  tx: Tx,
  input: { booking: Booking; refund: RefundTable },
  now: number,
): Promise<Receipt | undefined> {
  const { booking, refund } = input
  const receipt = await findReceiptByBooking(tx, booking.id)
  if (!receipt) return undefined
  const refersTo = formatReceiptLabel(receipt.series, receipt.number)
  return issueDocument(
    tx,
    { booking, kind: 'credit_note', total: -refund.amount, refundId: refund.id, refersTo },
    now,
  )
}

/** Number and row are written in the caller's transaction: if it fails, the number stays free. */
async function issueDocument(tx: Tx, document: NewDocument, now: number): Promise<Receipt> {
  const { booking, kind, total, refundId, refersTo } = document
  const series = booking.demo === 1 ? 'demo' : 'real'
  const content: ReceiptContent = {
    serviceType: booking.service_type,
    startsAt: booking.starts_at,
    seller: copySeller(),
    buyer: `${booking.first_name} ${booking.last_name}`,
    refersTo,
  }
  const row: ReceiptTable = {
    series,
    number: await readNextReceiptNumber(tx, series),
    kind,
    booking_id: booking.id,
    refund_id: refundId,
    amount: total,
    vat: Math.sign(total) * splitVat(Math.abs(total)).vat,
    currency: booking.currency,
    issued_at: now,
    content: JSON.stringify(content),
  }
  await insertReceipt(tx, row)
  return toReceipt(row)
}

/** Paid services cannot be booked before the owner has told these. */
function copySeller(): Receipt['seller'] {
  const seller = getSeller()
  if (!seller) throw new Error('A sales document needs the seller’s name, address and number')
  const { legalName: name, address, organizationNumber } = seller
  return { name, address, organizationNumber }
}

export function toReceipt(row: ReceiptTable): Receipt {
  const content: ReceiptContent = JSON.parse(row.content)
  return {
    ...content,
    kind: row.kind,
    series: row.series,
    number: row.number,
    label: formatReceiptLabel(row.series, row.number),
    bookingId: row.booking_id,
    issuedAt: row.issued_at,
    currency: row.currency,
    net: row.amount - row.vat,
    vat: row.vat,
    total: row.amount,
  }
}
