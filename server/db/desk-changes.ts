import { type AskedChanges, type ChangesPage, MOST_CHANGES } from '#shared/desk/changes.ts'
import { query, type Tx, template } from './database.ts'
import type { DeskChangeTable } from './tables-sync.ts'

/** Seq of the last change of anything that the desk shows; the client book has its own clock. */
export function currentSeq(tx: Tx): number {
  const row = tx.get(query.selectFrom('desk_clock').select('seq'))
  if (!row) throw new Error('The clock of the desk is missing')
  return row.seq
}

type Kind = DeskChangeTable['kind']
type DeskChange = Pick<DeskChangeTable, 'id' | 'seq'>

interface Asked {
  kind: Kind
  /** Seq to begin at, exclusive. */
  from: number
  limit: number
}

/** Changes of a kind with a seq above `from`, ascending; each record appears with its last seq. */
export function changesAfter(tx: Tx, asked: Asked): DeskChange[] {
  return tx.all(after(asked))
}

function changesBefore(tx: Tx, asked: Asked): DeskChange[] {
  return tx.all(before(asked))
}

const beside = (side: '>' | '<') =>
  template((asked: Asked) =>
    query
      .selectFrom('desk_change')
      .select(['id', 'seq'])
      .where('kind', '=', asked.kind)
      .where('seq', side, asked.from)
      .orderBy('seq', side === '>' ? 'asc' : 'desc')
      .limit(asked.limit),
  )

const after = beside('>')
const before = beside('<')

interface Source<Data, About> {
  kind: Kind
  /**
   * Differs if devices must fetch all records again: another database, record shape or time zone.
   */
  epoch: string
  /** The existing records among `ids`, by id. */
  read(tx: Tx, ids: readonly string[]): Map<string, Data>
  about: About
  /**
   * Ids of records to send in addition: on the first page of a first fill those that the desk shows
   * first, on the last page of changes those that also depend on other tables or on the clock.
   */
  also?(page: 'first' | 'last'): readonly string[]
}

/**
 * A page of changes; undefined if the device's copy cannot be brought up to date (another epoch, or
 * a cursor beyond the last seq). A first fill reads backwards, so that the newest records come
 * first. Changes made meanwhile have a seq above the one that the fill began at, and are fetched
 * afterwards.
 */
export function changesPage<Data, About>(
  tx: Tx,
  asked: AskedChanges,
  { kind, epoch, read, about, also = () => [] }: Source<Data, About>,
): ChangesPage<Data, About> | undefined {
  const seq = currentSeq(tx)
  const forwards = asked.after !== undefined
  if ((asked.epoch ?? epoch) !== epoch || (asked.after ?? 0) > seq) return undefined
  const found =
    asked.after === undefined
      ? changesBefore(tx, { kind, from: asked.before ?? seq + 1, limit: MOST_CHANGES + 1 })
      : changesAfter(tx, { kind, from: asked.after, limit: MOST_CHANGES + 1 })
  const more = found.length > MOST_CHANGES
  const page = found.slice(0, MOST_CHANGES)
  const next = forwards && !more ? seq : (page.at(-1)?.seq ?? 0)
  const ids = new Set([...page.map(({ id }) => id), ...alsoTold(asked, more, also)])
  const records = read(tx, [...ids])
  const changes = [...ids].flatMap((id): ChangesPage<Data>['changes'] => {
    const record = records.get(id)
    if (record !== undefined) return [{ id, record }]
    // A device in its first fill has nothing to delete.
    return forwards ? [{ id, gone: true }] : []
  })
  return { epoch, changes, next, more, seq, about }
}

function alsoTold(
  { after, before }: AskedChanges,
  more: boolean,
  also: NonNullable<Source<unknown, unknown>['also']>,
): readonly string[] {
  if (after !== undefined) return more ? [] : also('last')
  return before === undefined ? also('first') : []
}
