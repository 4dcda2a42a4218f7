import { sql } from 'kysely'
import { type Tx, toTextList } from '#server/db/database.ts'
import { takeSeqs } from '#server/db/sync-clock.ts'
import { toIsoTime } from '#shared/lib/date.ts'
import type { ExportedRow } from '#shared/sync/define-collection.ts'
import { eraseTrees } from './record-trees.ts'

// The journeys of a person, and their documents, in export and erasure.

/** The journeys on which a person travels. */
export interface PersonJourneys {
  /** Ids of those on which nobody else travels. */
  journeys: string[]
  /** Those on which others travel too. */
  sharedJourneys: { id: string; title: string; createdAt: string }[]
}

interface RecordRow {
  id: string
  data: string
}

/** The journeys of clients who are one person. A client without content does not travel. */
export async function findJourneys(tx: Tx, clients: readonly string[]): Promise<PersonJourneys> {
  const found: PersonJourneys = { journeys: [], sharedJourneys: [] }
  if (clients.length === 0) return found
  const { rows } = await sql<RecordRow & { created_at: number }>`
    SELECT id, data, created_at FROM record WHERE coll = 'journey' AND erased = 0 AND EXISTS (
      SELECT 1 FROM json_each(data, '$.clients') WHERE value IN ${toTextList(clients)})
    ORDER BY id`.execute(tx)
  for (const { id, data, created_at } of rows) {
    const { title, clients: travellers } = JSON.parse(data) as { title?: string; clients: string[] }
    const others = travellers.filter((one) => !clients.includes(one))
    const createdAt = toIsoTime(created_at)
    if (await hasClient(tx, others))
      found.sharedJourneys.push({ id, title: title ?? '', createdAt })
    else found.journeys.push(id)
  }
  return found
}

async function hasClient(tx: Tx, ids: readonly string[]): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM record WHERE coll = 'client' AND erased = 0
    AND data <> '{}' AND id IN ${toTextList(ids)} LIMIT 1`.execute(tx)
  return rows.length > 0
}

/**
 * Erases the journeys of clients who are one person, and those that were erased before with them
 * (`journeys`). Where others travel too, the journey stays and the person leaves its list of
 * travellers; what its texts say about them only the owner can find. Returns how many were not
 * erased yet.
 */
export async function eraseJourneysOf(
  tx: Tx,
  { clients, journeys = [] }: { clients: readonly string[]; journeys?: readonly string[] },
  now: number,
): Promise<number> {
  const found = await findJourneys(tx, clients)
  const ids = [...new Set([...found.journeys, ...journeys])]
  const erased = await eraseJourneys(tx, ids, now)
  for (const { id } of found.sharedJourneys)
    if (!ids.includes(id)) await removeTravellers(tx, { id, clients }, now)
  return erased
}

async function eraseJourneys(tx: Tx, ids: readonly string[], now: number): Promise<number> {
  await sql`DELETE FROM journey_document WHERE journey IN ${toTextList(ids)}`.execute(tx)
  return eraseTrees(tx, { coll: 'journey', ids }, now)
}

/**
 * Removes clients from a journey's travellers, as a change that syncs. `revs` stays as it is: this
 * contradicts no edit of the owner's.
 */
async function removeTravellers(
  tx: Tx,
  { id, clients }: { id: string; clients: readonly string[] },
  now: number,
): Promise<void> {
  const { rows } = await sql<RecordRow>`SELECT id, data FROM record
    WHERE coll = 'journey' AND id = ${id}`.execute(tx)
  const data = JSON.parse(rows[0]?.data ?? '{}') as { clients?: string[] }
  const others = (data.clients ?? []).filter((one) => !clients.includes(one))
  const text = JSON.stringify({ ...data, clients: others })
  await sql`UPDATE record SET seq = ${await takeSeqs(tx, 1)}, rev = rev + 1, data = ${text},
    updated_at = ${now} WHERE coll = 'journey' AND id = ${id}`.execute(tx)
  await sql`DELETE FROM field_history
    WHERE coll = 'journey' AND field = 'clients' AND record_id = ${id}`.execute(tx)
}

/**
 * The documents that an exported item lists. Their files would be too large for the export, and the server never
 * decrypts them.
 */
export function listExportedDocuments(item: Record<string, unknown>) {
  const { id, data } = item as ExportedRow
  const documents = (Array.isArray(data.documents) ? data.documents : []) as {
    name: string
    type: string
    size: number
  }[]
  return documents.map(({ name, type, size }) => ({ item: id, name, type, size, file: FILE_NOTE }))
}

const FILE_NOTE = 'Not part of this file. Please ask for the document itself if it is not enclosed.'
