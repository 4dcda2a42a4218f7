import { sql } from 'kysely'
import { type ChangesPage, type ChangesQuery, MAX_CHANGES } from '#shared/desk/changes.ts'
import { type ReadOnlyCollection, readOnlyCollections } from '#shared/sync/read-only-collections.ts'
import type { Tx } from './database.ts'
import { readLastRecordSeq } from './sync-clock.ts'
import type { DeskChangeTable } from './tables-sync.ts'

type ChangeKind = DeskChangeTable['kind']
type DeskChange = Pick<DeskChangeTable, 'id' | 'seq'>

const CHANGE_KINDS: readonly ChangeKind[] = [...readOnlyCollections, 'form', 'sale', 'job', 'table']

/** Seq of the last change of anything that the desk shows, or of one kind. */
export async function readCurrentSeq(
  tx: Tx,
  kinds: readonly ChangeKind[] = CHANGE_KINDS,
): Promise<number> {
  const last = kinds.map(
    (kind) => sql`SELECT max(seq) AS seq FROM desk_change WHERE kind = ${kind}`,
  )
  const { rows } = await sql<{ seq: number | null }>`
    SELECT max(seq) AS seq FROM (${sql.join(last, sql` UNION ALL `)}) AS last`.execute(tx)
  return rows[0]?.seq ?? 0
}

/** The number of the last change that devices pull. */
export async function readLastSyncedSeq(tx: Tx): Promise<number> {
  return Math.max(await readLastRecordSeq(tx), await readCurrentSeq(tx, readOnlyCollections))
}

interface ChangesRange {
  kind: ChangeKind
  /** Seq to begin at, exclusive. */
  fromSeq: number
  limit: number
}

/** The last change of each read-only record after `fromSeq`, ascending; at most `limit`. */
export async function findReadOnlyChanges(
  tx: Tx,
  fromSeq: number,
  limit: number,
): Promise<{ coll: ReadOnlyCollection; id: string; seq: number }[]> {
  // One range of the index each: together they would be sorted, however many there are.
  const changes = readOnlyCollections.map(
    (coll) => sql`SELECT * FROM (SELECT kind AS coll, id, seq FROM desk_change
      WHERE kind = ${coll} AND seq > ${fromSeq} ORDER BY seq LIMIT ${limit}) AS page`,
  )
  const { rows } = await sql<{ coll: ReadOnlyCollection; id: string; seq: number }>`
    ${sql.join(changes, sql` UNION ALL `)} ORDER BY seq LIMIT ${limit}`.execute(tx)
  return rows
}

/** Changes of a kind with a seq above `from`, ascending; each record appears with its last seq. */
export async function readChangesAfter(tx: Tx, range: ChangesRange): Promise<DeskChange[]> {
  return changesStatement(tx, range, '>').execute()
}

async function readChangesBefore(tx: Tx, range: ChangesRange): Promise<DeskChange[]> {
  return changesStatement(tx, range, '<').execute()
}

const changesStatement = (tx: Tx, range: ChangesRange, side: '>' | '<') =>
  tx
    .selectFrom('desk_change')
    .select(['id', 'seq'])
    .where('kind', '=', range.kind)
    .where('seq', side, range.fromSeq)
    .orderBy('seq', side === '>' ? 'asc' : 'desc')
    .limit(range.limit)

interface RecordSource<Data, About> {
  kind: ChangeKind
  /**
   * Differs if devices must fetch all records again: another database, record shape or time zone.
   */
  epoch: string
  /** The existing records among `ids`, by id. */
  readRecords(tx: Tx, ids: readonly string[]): Promise<Map<string, Data>>
  meta: About
  /**
   * Ids of records to send in addition: on the first page of a first fill those that the desk shows
   * first, on the last page of changes those that also depend on other tables or on the clock.
   */
  additionalIds?(page: 'first' | 'last'): Promise<readonly string[]>
}

/**
 * A page of changes; undefined if the device's copy cannot be brought up to date (another epoch, or
 * a cursor beyond the last seq). A first fill reads backwards, so that the newest records come
 * first. Changes made meanwhile have a seq above the one that the fill began at, and are fetched
 * afterwards.
 */
export async function readChangesPage<Data, About>(
  tx: Tx,
  request: ChangesQuery,
  { kind, epoch, readRecords, meta, additionalIds = async () => [] }: RecordSource<Data, About>,
): Promise<ChangesPage<Data, About> | undefined> {
  const seq = await readCurrentSeq(tx, [kind])
  const forwards = request.after !== undefined
  if ((request.epoch ?? epoch) !== epoch || (request.after ?? 0) > seq) return undefined
  const found =
    request.after === undefined
      ? await readChangesBefore(tx, {
          kind,
          fromSeq: request.before ?? seq + 1,
          limit: MAX_CHANGES + 1,
        })
      : await readChangesAfter(tx, { kind, fromSeq: request.after, limit: MAX_CHANGES + 1 })
  const more = found.length > MAX_CHANGES
  const page = found.slice(0, MAX_CHANGES)
  const next = forwards && !more ? seq : (page.at(-1)?.seq ?? 0)
  const ids = new Set([
    ...page.map(({ id }) => id),
    ...(await listAdditionalIds(request, more, additionalIds)),
  ])
  const records = await readRecords(tx, [...ids])
  const changes = [...ids].flatMap((id): ChangesPage<Data>['changes'] => {
    const record = records.get(id)
    if (record !== undefined) return [{ id, record }]
    // A device in its first fill has nothing to delete.
    return forwards ? [{ id, deleted: true }] : []
  })
  return { epoch, changes, nextCursor: next, hasMore: more, seq, meta }
}

async function listAdditionalIds(
  { after, before }: ChangesQuery,
  more: boolean,
  also: NonNullable<RecordSource<unknown, unknown>['additionalIds']>,
): Promise<readonly string[]> {
  if (after !== undefined) return more ? [] : await also('last')
  return before === undefined ? await also('first') : []
}
