import type { ServiceType } from '#shared/booking/catalogue.ts'

interface Party {
  name: string
  address: string
  organizationNumber: string
}

/** A correction takes a credit note back, because its refund failed or its dispute was won. */
export const receiptKinds = ['receipt', 'credit_note', 'correction'] as const

export type ReceiptKind = (typeof receiptKinds)[number]

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
  /** Start of the meeting, UTC milliseconds. */
  startsAt: number
  /** UTC milliseconds. */
  issuedAt: number
  seller: Party
  /** The guest's name. */
  buyer: string
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
