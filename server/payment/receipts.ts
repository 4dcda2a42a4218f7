import type { Tx } from '#server/db/database.ts'
import type { ReceiptTable, RefundTable } from '#server/db/tables.ts'
import { splitVat } from '#shared/lib/money.ts'
import { type Receipt, receiptLabel } from '#shared/payment/receipt.ts'
import { business } from '#shared/site/business.ts'
import type { Booking } from './ports.ts'
import { insertReceipt, nextReceiptNumber, receiptOf } from './store.ts'

/** The fields of a receipt that are stored as JSON in its column `content`. */
type Content = Pick<Receipt, 'serviceType' | 'startsAt' | 'seller' | 'buyer' | 'refersTo'>

interface Document {
  booking: Booking
  kind: Receipt['kind']
  /** Minor units, VAT included; negative on a credit note. */
  total: number
  refundId: string | null
  refersTo: string | null
}

/** Numbers and stores the receipt of a paid booking. */
export function issueReceipt(tx: Tx, booking: Booking, now: number): Receipt {
  const { amount: total } = booking
  return issue(tx, { booking, kind: 'receipt', total, refundId: null, refersTo: null }, now)
}

/**
 * Numbers and stores the credit note of a refund; undefined if the booking has no receipt, as with
 * money that arrived too late.
 */
export function issueCreditNote(
  tx: Tx,
  asked: { booking: Booking; refund: RefundTable },
  now: number,
): Receipt | undefined {
  const { booking, refund } = asked
  const taken = receiptOf(tx, booking.id)
  if (!taken) return undefined
  const refersTo = receiptLabel(taken.series, taken.number)
  const document = { booking, kind: 'credit_note' as const, total: -refund.amount, refersTo }
  return issue(tx, { ...document, refundId: refund.id }, now)
}

function issue(tx: Tx, document: Document, now: number): Receipt {
  const { booking, kind, total, refundId, refersTo } = document
  const series = booking.demo === 1 ? 'demo' : 'real'
  const content: Content = {
    serviceType: booking.service_type,
    startsAt: booking.starts_at,
    seller: {
      name: business.legalName,
      address: business.address,
      organizationNumber: business.organizationNumber,
    },
    buyer: `${booking.first_name} ${booking.last_name}`,
    refersTo,
  }
  const row: ReceiptTable = {
    series,
    number: nextReceiptNumber(tx, series),
    kind,
    booking_id: booking.id,
    refund_id: refundId,
    amount: total,
    vat: Math.sign(total) * splitVat(Math.abs(total)).vat,
    currency: booking.currency,
    issued_at: now,
    content: JSON.stringify(content),
  }
  insertReceipt(tx, row)
  return readReceipt(row)
}

export function readReceipt(row: ReceiptTable): Receipt {
  const content: Content = JSON.parse(row.content)
  return {
    ...content,
    kind: row.kind,
    series: row.series,
    number: row.number,
    label: receiptLabel(row.series, row.number),
    bookingId: row.booking_id,
    issuedAt: row.issued_at,
    currency: row.currency,
    net: row.amount - row.vat,
    vat: row.vat,
    total: row.amount,
  }
}
