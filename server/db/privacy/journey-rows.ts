import { type RawBuilder, sql } from 'kysely'
import { type Tx, toTextList } from '#server/db/database.ts'
import { takeSeqs } from '#server/db/sync-clock.ts'
import { toIsoTime } from '#shared/lib/date.ts'
import { type Collection, collections, getCollection } from '#shared/sync/collections.ts'
import type { CollectionDefinition, ExportedRow } from '#shared/sync/define-collection.ts'

// Records and documents of journeys in a person's export and erasure, by what their collections define.

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
 * Erases records with their history. A tombstone with the id stays under a new seq, so that each
 * device erases its copy. Returns how many of them were not erased yet.
 */
export async function eraseRecords(
  tx: Tx,
  { coll, ids }: { coll: Collection; ids: readonly string[] },
  now: number,
): Promise<number> {
  const remaining = (
    await sql<{ id: string }>`SELECT id FROM record
      WHERE coll = ${coll} AND erased = 0 AND id IN ${toTextList(ids)} ORDER BY seq`.execute(tx)
  ).rows
  for (const { id } of remaining) {
    const seq = await takeSeqs(tx, 1)
    await sql`UPDATE record SET seq = ${seq}, rev = rev + 1, deleted = 1, erased = 1,
          link_state = '{}', data = '{}', revs = '{}', conflicts = '[]', updated_at = ${now}, deleted_at = ${now},
          deleted_by = NULL
        WHERE coll = ${coll} AND id = ${id}`.execute(tx)
  }
  await sql`DELETE FROM field_history
    WHERE coll = ${coll} AND record_id IN ${toTextList(ids)}`.execute(tx)
  return remaining.length
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
  for (const parent of ids) {
    for (const { name: coll } of listParts('journey')) {
      const { rows } = await sql<{ id: string }>`SELECT id FROM record
        WHERE coll = ${coll} AND ${isPartOf(coll, parent)} ORDER BY id`.execute(tx)
      const parts = rows.map(({ id }) => id)
      await eraseRecords(tx, { coll, ids: parts }, now)
    }
    await sql`DELETE FROM journey_document WHERE journey = ${parent}`.execute(tx)
  }
  return eraseRecords(tx, { coll: 'journey', ids }, now)
}

/** The collections whose records belong to records of `coll`, or to parts of these. */
export function listParts(coll: Collection): (CollectionDefinition & { name: Collection })[] {
  return [...collections]
    .map(([name, definition]) => ({ ...definition, name }))
    .filter(({ parent }) => parent?.coll === coll)
    .flatMap((part) => [part, ...listParts(part.name)])
}

/** SQL for the records of a part that belong to one record without a parent, or with `json_each` to several. */
export function isPartOf(
  coll: Collection,
  root: string | RawBuilder<unknown>,
  id: RawBuilder<unknown> = sql.ref('id'),
): RawBuilder<unknown> {
  const { parent } = getCollection(coll)
  if (!parent) return sql`${id} = ${root}`
  // It has the id of the record that it extends.
  if (parent.idIn === 'id') return isPartOf(parent.coll as Collection, root, id)
  // Ids of parts begin with their parent's and a hyphen; the point is the character after it.
  if (parent.idIn === 'start of id') return sql`${id} > ${root} || '-' AND ${id} < ${root} || '.'`
  return sql`json_extract(data, ${`$.${parent.idIn.field}`}) = ${root}`
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

/** A row as it is exported: without the other people it names. */
export function toExportedRow(
  { personalData, exported }: CollectionDefinition,
  row: Record<string, unknown>,
  clients: readonly string[],
): Record<string, unknown> {
  const whole = row as ExportedRow
  const shown = { ...whole.data }
  if (personalData.kind === 'of people') {
    const people = shown[personalData.field]
    shown[personalData.field] = (Array.isArray(people) ? people : []).filter((one) =>
      clients.includes(String(one)),
    )
  }
  const found = { ...whole, data: shown }
  return exported?.toRow?.(found) ?? found
}

/** The fields of a root's history that a person's export leaves out, because they name others. */
export function listHiddenFields({ personalData }: CollectionDefinition): string[] {
  return personalData.kind === 'of people' ? [personalData.field] : []
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
