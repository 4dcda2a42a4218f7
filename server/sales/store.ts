import * as v from 'valibot'
import { serviceTypes } from '../../shared/booking/catalogue.ts'
import { query, type Tx } from '../db/database.ts'
import { isDemonstration } from '../db/demonstration.ts'
import type { ReceiptTable } from '../db/tables.ts'

/** What of a receipt's words the books repeat: its parties as they were then. */
const Content = v.object({ serviceType: v.picklist(serviceTypes), buyer: v.string() })

/** Money that was really taken; where all of it is invented, what would have been. */
export function seriesOfSales(tx: Tx): ReceiptTable['series'] {
  return isDemonstration(tx) ? 'demo' : 'real'
}

/** Every document of the sales, in the order of its numbers. */
export function documentsOfSales(tx: Tx) {
  return tx
    .all(
      query
        .selectFrom('receipt')
        .select(['number', 'kind', 'booking_id', 'amount', 'vat', 'issued_at', 'content'])
        .where('series', '=', seriesOfSales(tx))
        .orderBy('number'),
    )
    .map(({ content, ...row }) => ({ ...row, ...v.parse(Content, JSON.parse(content)) }))
}

/** Refunds under way of money that has a receipt; what came too late to be a sale has none. */
export function waitingRefunds(tx: Tx) {
  return tx
    .all(
      query
        .selectFrom('refund')
        .innerJoin('receipt', 'receipt.booking_id', 'refund.booking_id')
        .select(['refund.booking_id', 'refund.amount', 'refund.created_at', 'receipt.content'])
        .where('refund.state', '=', 'waiting')
        .where('receipt.series', '=', seriesOfSales(tx))
        .where('receipt.kind', '=', 'receipt')
        .orderBy('refund.created_at'),
    )
    .map(({ content, ...row }) => ({ ...row, ...v.parse(Content, JSON.parse(content)) }))
}
