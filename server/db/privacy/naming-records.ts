import { sql } from 'kysely'
import { type Tx, toTextList } from '#server/db/database.ts'
import { takeSeqs } from '#server/db/sync-clock.ts'
import { toItemData } from '#shared/journeys/journey-fields.ts'
import { toIsoTime } from '#shared/lib/date.ts'
import type { ExportedRow } from '#shared/lib/define-collection.ts'
import { groupBy } from '#shared/lib/group-by.ts'
import {
  getPersonCollection,
  listNamingCollections,
  type RecordData,
  type RecordRef,
} from '#shared/sync/collections.ts'
import { eraseTrees } from './record-trees.ts'

// The records that name a person, such as journeys with their travellers, in export and erasure.

export interface NamingRecords {
  /** Those that name nobody else. */
  records: RecordRef[]
  /** Those that name others too. */
  sharedRecords: (RecordRef & { title: string; createdAt: string })[]
}

interface RecordRow {
  id: string
  data: string
}

/** The records that name clients who are one person. A client without content does not count as another person. */
export async function findNamingRecords(
  tx: Tx,
  clients: readonly string[],
): Promise<NamingRecords> {
  const found: NamingRecords = { records: [], sharedRecords: [] }
  if (clients.length === 0) return found
  for (const { coll, field } of listNamingCollections()) {
    const { rows } = await sql<RecordRow & { created_at: number }>`
      SELECT id, data, created_at FROM record WHERE coll = ${coll} AND erased = 0 AND EXISTS (
        SELECT 1 FROM json_each(data, ${`$.${field}`}) WHERE value IN ${toTextList(clients)})
      ORDER BY id`.execute(tx)
    for (const { id, data, created_at } of rows) {
      const content = JSON.parse(data) as RecordData
      const others = listOthers(content[field], clients)
      const createdAt = toIsoTime(created_at)
      if (await hasClient(tx, others))
        found.sharedRecords.push({ coll, id, title: String(content.title ?? ''), createdAt })
      else found.records.push({ coll, id })
    }
  }
  return found
}

function listOthers(named: unknown, clients: readonly string[]): string[] {
  return (Array.isArray(named) ? named.map(String) : []).filter((one) => !clients.includes(one))
}

async function hasClient(tx: Tx, ids: readonly string[]): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM record WHERE coll = ${getPersonCollection().coll}
    AND erased = 0 AND data <> '{}' AND id IN ${toTextList(ids)} LIMIT 1`.execute(tx)
  return rows.length > 0
}

/**
 * Erases the records that name only clients who are one person, and those that were erased before with them
 * (`records`). Where others are named too, the record stays and the person leaves its list; what its texts say about
 * them only the owner can find. Returns how many were not erased yet.
 */
export async function eraseNamingRecords(
  tx: Tx,
  { clients, records = [] }: { clients: readonly string[]; records?: readonly RecordRef[] },
  now: number,
): Promise<number> {
  const found = await findNamingRecords(tx, clients)
  let erased = 0
  for (const [coll, refs] of groupBy([...found.records, ...records], (ref) => ref.coll)) {
    const ids = [...new Set(refs.map(({ id }) => id))]
    if (coll === 'journey')
      await sql`DELETE FROM journey_document WHERE journey IN ${toTextList(ids)}`.execute(tx)
    erased += await eraseTrees(tx, { coll, ids }, now)
  }
  const isErased = ({ coll, id }: RecordRef) =>
    records.some((one) => one.coll === coll && one.id === id)
  for (const record of found.sharedRecords)
    if (!isErased(record)) await removeFromRecord(tx, { record, clients }, now)
  return erased
}

/**
 * Removes clients from the people that a record names, as a change that syncs. `revs` stays as it is: this contradicts
 * no edit of the owner's.
 */
async function removeFromRecord(
  tx: Tx,
  { record: { coll, id }, clients }: { record: RecordRef; clients: readonly string[] },
  now: number,
): Promise<void> {
  const field = listNamingCollections().find((one) => one.coll === coll)?.field ?? ''
  const { rows } = await sql<RecordRow>`SELECT id, data FROM record
    WHERE coll = ${coll} AND id = ${id}`.execute(tx)
  const data = JSON.parse(rows[0]?.data ?? '{}') as RecordData
  const text = JSON.stringify({ ...data, [field]: listOthers(data[field], clients) })
  await sql`UPDATE record SET seq = ${await takeSeqs(tx, 1)}, rev = rev + 1, data = ${text},
    updated_at = ${now} WHERE coll = ${coll} AND id = ${id}`.execute(tx)
  await sql`DELETE FROM field_history
    WHERE coll = ${coll} AND field = ${field} AND record_id = ${id}`.execute(tx)
}

/**
 * The documents that an exported item lists. Their files would be too large for the export, and the server never
 * decrypts them.
 */
export function listExportedDocuments(item: Record<string, unknown>) {
  const { id, data } = item as ExportedRow
  const { documents, removedDocuments } = toItemData(data)
  return [...documents, ...removedDocuments].map(({ name, type, size }) => ({
    item: id,
    name,
    type,
    size,
    file: FILE_NOTE,
  }))
}

const FILE_NOTE = 'Not part of this file. Please ask for the document itself if it is not enclosed.'
