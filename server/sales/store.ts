import * as v from 'valibot'
import { serviceTypes } from '../../shared/booking/catalogue.ts'
import { query, type Tx } from '../db/database.ts'

/** What of a receipt's words the books repeat: its parties as they were then. */
const Content = v.object({ serviceType: v.picklist(serviceTypes), buyer: v.string() })

/** Every document of money that was really taken, in the order of its numbers. Demonstrations have another series. */
export function realDocuments(tx: Tx) {
  return tx
    .all(
      query
        .selectFrom('receipt')
        .select(['number', 'kind', 'booking_id', 'amount', 'vat', 'issued_at', 'content'])
        .where('series', '=', 'real')
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
        .where('receipt.series', '=', 'real')
        .where('receipt.kind', '=', 'receipt')
        .orderBy('refund.created_at'),
    )
    .map(({ content, ...row }) => ({ ...row, ...v.parse(Content, JSON.parse(content)) }))
}
