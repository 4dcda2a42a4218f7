import { catalogue } from '#shared/booking/catalogue.ts'
import { csvHead, csvLines } from '#shared/lib/csv.ts'
import type { Sale } from '#shared/sales/schema.ts'

const columns = [
  'number',
  'date',
  'kind',
  'service',
  'client',
  'booking',
  'without_vat',
  'vat',
  'total',
  'currency',
]

const kinds = { receipt: 'Receipt', credit_note: 'Credit note' } as const

/** Every document in a row of its own; money in whole units with a decimal point, negative where it went back. */
export function* salesFile(pages: Iterable<Sale[]>, currency: string): Generator<string> {
  yield csvHead(columns)
  for (const sales of pages) yield csvLines(sales.map((sale) => cellsOf(sale, currency)))
}

function cellsOf(sale: Sale, currency: string) {
  const { label, date, kind, serviceType, client, bookingId, amount, vat } = sale
  return [
    label,
    date,
    kinds[kind],
    catalogue[serviceType].title,
    client,
    bookingId,
    (amount - vat) / 100,
    vat / 100,
    amount / 100,
    currency.toUpperCase(),
  ]
}
