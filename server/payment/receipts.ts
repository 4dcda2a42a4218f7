import type { Tx } from '#server/db/database.ts'
import type { ReceiptTable } from '#server/db/tables-payment.ts'
import { parseBookedService } from '#shared/booking/booked-service.ts'
import { formatAddressLines, type Purchase } from '#shared/payment/purchase.ts'
import { formatReceiptLabel, type Receipt, type ReceiptBuyer } from '#shared/payment/receipt.ts'
import type { Seller } from '#shared/payment/seller.ts'
import { splitVat } from '#shared/payment/vat.ts'
import type { Booking } from './ports.ts'
import { insertReceipt, readNextReceiptNumber } from './store.ts'

/**
 * The fields of a receipt that are stored as JSON in its column `content`. Seller, buyer and VAT
 * are copies, so that later changes do not alter an issued receipt.
 */
type ReceiptContent = Pick<
  Receipt,
  'serviceType' | 'title' | 'startsAt' | 'seller' | 'buyer' | 'vatOutcome' | 'refersTo'
>

/**
 * Numbers and stores the receipt of a paid booking. A repeated webhook issues no second one:
 * `decideAction` does nothing for a booking that is marked as paid. A second receipt of one booking
 * would violate a unique index.
 */
export async function issueReceipt(
  tx: Tx,
  { booking, seller }: { booking: Booking; seller: Seller | null },
  now: number,
): Promise<Receipt> {
  const purchase = readPurchase(booking)
  // Paid services cannot be booked before the owner has entered these.
  if (!seller) throw new Error('A sales document needs the seller’s name, address and number')
  const { amount } = booking
  const { vat } = splitVat(amount, purchase.vat.rate)
  const content: ReceiptContent = {
    serviceType: booking.service_type,
    title: parseBookedService(booking).title,
    startsAt: booking.starts_at,
    seller,
    buyer: toReceiptBuyer(booking, purchase),
    vatOutcome: purchase.vat,
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
    vat,
    currency: booking.currency,
    issued_at: now,
    content: JSON.stringify(content),
  })
}

function readPurchase({ id, purchase }: Booking): Purchase {
  if (purchase === null) throw new Error(`Booking ${id} has no buyer: it cannot be sold`)
  return JSON.parse(purchase)
}

function toReceiptBuyer({ first_name, last_name }: Booking, { buyer }: Purchase): ReceiptBuyer {
  const person = `${first_name} ${last_name}`
  const isCompany = buyer.kind === 'company'
  return {
    name: isCompany ? buyer.company : person,
    contact: isCompany ? person : '',
    organizationNumber: buyer.organizationNumber,
    address: formatAddressLines(buyer),
    country: buyer.country,
    isCompany,
  }
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
