import { query, type Tx, template } from './database.ts'
import type { DeskChangeTable } from './tables-sync.ts'

/** The number of the last change of anything that the desk shows; the client book has its own, `sync_clock`. */
export function currentSeq(tx: Tx): number {
  const row = tx.get(query.selectFrom('desk_clock').select('seq'))
  if (!row) throw new Error('The clock of the desk is missing')
  return row.seq
}

type Kind = DeskChangeTable['kind']
export type DeskChange = Pick<DeskChangeTable, 'id' | 'seq'>

/** The records of a kind that changed after a number, in the order of their last changes. */
export function changesAfter(tx: Tx, kind: Kind, page: { after: number; limit: number }) {
  return tx.all(after({ kind, ...page }))
}

const after = template((asked: { kind: Kind; after: number; limit: number }) =>
  query
    .selectFrom('desk_change')
    .select(['id', 'seq'])
    .where('kind', '=', asked.kind)
    .where('seq', '>', asked.after)
    .orderBy('seq')
    .limit(asked.limit),
)
