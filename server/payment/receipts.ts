import type { Tx } from '#server/db/database.ts'
import type { ReceiptTable } from '#server/db/tables-payment.ts'
import { splitVat } from '#shared/lib/money.ts'
import { formatReceiptLabel, type Receipt } from '#shared/payment/receipt.ts'
import { getSeller } from '#shared/payment/seller.ts'
import type { Booking } from './ports.ts'
import { insertReceipt, readNextReceiptNumber } from './store.ts'

/**
 * The fields of a receipt that are stored as JSON in its column `content`. Seller and buyer are
 * copies, so that later changes do not alter an issued receipt.
 */
type ReceiptContent = Pick<Receipt, 'serviceType' | 'startsAt' | 'seller' | 'buyer' | 'refersTo'>

/**
 * Numbers and stores the receipt of a paid booking. A repeated webhook issues no second one:
 * `decideAction` does nothing for a booking that is marked as paid. A second receipt of one booking
 * would violate a unique index.
 */
export async function issueReceipt(tx: Tx, booking: Booking, now: number): Promise<Receipt> {
  const { amount } = booking
  const content: ReceiptContent = {
    serviceType: booking.service_type,
    startsAt: booking.starts_at,
    seller: copySeller(),
    buyer: `${booking.first_name} ${booking.last_name}`,
    refersTo: null,
  }
  return storeDocument(tx, {
    series: booking.demo === 1 ? 'demo' : 'real',
    kind: 'receipt',
    booking_id: booking.id,
    refund_id: null,
    dispute_id: null,
    step: 0,
    amount,
    vat: splitVat(amount).vat,
    currency: booking.currency,
    issued_at: now,
    content: JSON.stringify(content),
  })
}

type DocumentChange = Pick<
  ReceiptTable,
  'kind' | 'refund_id' | 'dispute_id' | 'step' | 'amount' | 'vat' | 'issued_at'
> &
  Pick<Receipt, 'refersTo'>

/** Issues a document with the parties and the service of a receipt. */
export async function copyDocument(
  tx: Tx,
  receipt: ReceiptTable,
  { refersTo, ...change }: DocumentChange,
): Promise<Receipt> {
  const content: ReceiptContent = { ...JSON.parse(receipt.content), refersTo }
  return storeDocument(tx, { ...receipt, ...change, content: JSON.stringify(content) })
}

/** Number and row are written in the caller's transaction: if it fails, the number stays free. */
async function storeDocument(tx: Tx, document: Omit<ReceiptTable, 'number'>): Promise<Receipt> {
  const number = await readNextReceiptNumber(tx, document.series)
  const row: ReceiptTable = { ...document, number }
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
