import type { RecordData } from '#shared/sync/records.ts'
import type { RefusedIntent, Row } from './database.ts'
import { rowFrom } from './row.ts'

/** The server has not begun this record, and nothing of it was ever confirmed. */
export function isUnbegun({ rev, data }: Pick<Row, 'rev' | 'data'>): boolean {
  return rev === 0 && Object.keys(data).length === 0
}

/**
 * What was typed of a record that the server would not begin, the latest of each field: what there is
 * of it until somebody mends it. `refused` in its order.
 */
export function typedIn(refused: readonly Pick<RefusedIntent, 'intent'>[]): RecordData {
  const sets = refused.map(({ intent }) => (intent.op === 'patch' ? intent.set : {}))
  return Object.assign({}, ...sets)
}

/** An empty row, of what never came to have one. */
export function unbegunRow(id: string): Row {
  const nothing = { rev: 0, seq: 0, data: {}, createdAt: 0, updatedAt: 0 }
  return rowFrom({ coll: 'client', id, ...nothing }, { epoch: '', round: 0 })
}

/** A row with what was typed of it below what waits; as it is where the server has begun it. */
export function withTyped(row: Row, refused: readonly Pick<RefusedIntent, 'intent'>[] = []): Row {
  if (refused.length === 0 || !isUnbegun(row)) return row
  const { set, deleted, through } = row.shown ?? { set: {}, deleted: row.deleted, through: 0 }
  return { ...row, shown: { set: { ...typedIn(refused), ...set }, deleted, through } }
}
