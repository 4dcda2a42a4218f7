import type { Transaction } from 'dexie'
import type { RecordData } from '#shared/sync/records.ts'
import type { Logged, LoggedBatch, Row } from './database.ts'

// Version 3 kept all that a row shows, beside what is confirmed of it, and its log in pieces.

export type Row3 = Omit<Row, 'shown'> & {
  shown?: { data: RecordData; deleted: boolean; through: number }
}

export type LoggedBatch3 = Omit<LoggedBatch, 'items'> & { items: Logged[] }

export async function fromVersion3(tx: Transaction): Promise<void> {
  const rows = await tx.table<Row3>('rows').toArray()
  await tx.table<Row>('rows').bulkPut(
    rows.map(({ shown, ...row }) => {
      if (!shown) return row
      const { data: set, ...rest } = shown
      return { ...row, shown: { ...rest, set } }
    }),
  )
  const log = await tx.table<LoggedBatch3>('log').toArray()
  await tx
    .table<LoggedBatch>('log')
    .bulkPut(log.map(({ items, ...batch }) => ({ ...batch, items: JSON.stringify(items) })))
}
