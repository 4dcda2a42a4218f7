import type { ServiceType } from '#shared/content/service.ts'
import type { Seller } from './seller.ts'
import type { VatOutcome } from './vat.ts'

/** The buyer as a sales document names them. */
export interface ReceiptBuyer {
  /** The company's name, or the person's. */
  name: string
  /** The person who booked for a company; else empty. */
  contact: string
  /** Of a company; else empty. */
  organizationNumber: string
  /** Lines of the postal address, the country last. */
  address: string[]
  /** ISO 3166. */
  country: string
  isCompany: boolean
}

/** A correction takes a credit note back, because its refund failed or its dispute was won. */
export const receiptKinds = ['receipt', 'credit_note', 'correction'] as const

export type ReceiptKind = (typeof receiptKinds)[number]

export const receiptNames: Record<ReceiptKind, string> = {
  receipt: 'Receipt',
  credit_note: 'Credit note',
  correction: 'Correction',
}

/** A numbered document of money received or refunded, with the parties as they were at issue. */
export interface Receipt {
  kind: ReceiptKind
  /** Demo documents have a series of their own and are no proof of a sale. */
  series: 'real' | 'demo'
  number: number
  /** The number as it is printed. */
  label: string
  bookingId: string
  serviceType: ServiceType
  /** The service as it was called. */
  title: string
  /** Start of the meeting, UTC milliseconds. */
  startsAt: number
  /** UTC milliseconds. */
  issuedAt: number
  seller: Seller
  buyer: ReceiptBuyer
  /** The VAT that applies, and why. */
  vatOutcome: VatOutcome
  currency: string
  /** Minor units: none is positive on a credit note, and net + vat = total. */
  net: number
  vat: number
  total: number
  /** Label of the document that this one corrects: a receipt, or the credit note. */
  refersTo: string | null
}

/** `2041`, or `DEMO-2041`. */
export function formatReceiptLabel(series: Receipt['series'], number: number): string {
  return series === 'demo' ? `DEMO-${number}` : String(number)
}
