import { sql } from 'kysely'
import { type Tx, toTextList } from '#server/db/database.ts'
import { takeSeqs } from '#server/db/sync-clock.ts'
import { toIsoTime } from '#shared/lib/date.ts'
import type { Collection, RecordData } from '#shared/sync/collections.ts'

// Journeys, their items, guest passes and documents in a person's export and erasure.

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
  for (const journey of ids) {
    const { rows: passes } = await passesOf(journey).execute(tx)
    await eraseRecords(tx, { coll: 'guest-pass', ids: passes.map(({ id }) => id) }, now)
    const { rows: items } = await itemsOf(journey).execute(tx)
    await eraseRecords(tx, { coll: 'journey-item', ids: items.map(({ id }) => id) }, now)
    await sql`DELETE FROM journey_document WHERE journey = ${journey}`.execute(tx)
  }
  return eraseRecords(tx, { coll: 'journey', ids }, now)
}

const passesOf = (journey: string) => sql<RecordRow>`SELECT id, data FROM record
  WHERE coll = 'guest-pass' AND json_extract(data, '$.journey') = ${journey} ORDER BY seq`

/** Ids of items begin with their journey's and a hyphen; the point is the character after it. */
const itemsOf = (journey: string) => sql<RecordRow>`SELECT id, data FROM record
  WHERE coll = 'journey-item' AND id > ${`${journey}-`} AND id < ${`${journey}.`} ORDER BY id`

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

interface Alternative {
  field: string
}

interface ExportedRecord extends Record<string, unknown> {
  id: string
  data: RecordData
  alternatives: Alternative[]
}

/** What opens a guest's copy or a document: it would give the reader more than this person's data. */
const SECRET_FIELDS = ['link', 'documentKey', 'documentKeys']

/** A journey as it is exported: without keys, and without the other travellers. */
export function toExportedJourney(row: Record<string, unknown>, clients: readonly string[]) {
  const { data, alternatives, ...rest } = row as ExportedRecord
  const fields = Object.entries(data).filter(([name]) => !SECRET_FIELDS.includes(name))
  const travellers = Array.isArray(data.clients) ? data.clients : []
  return {
    ...rest,
    data: {
      ...Object.fromEntries(fields),
      clients: travellers.filter((one) => clients.includes(String(one))),
    },
    alternatives: alternatives.filter(({ field }) => !SECRET_FIELDS.includes(field)),
  }
}

/** A guest pass as it is exported: its ciphertext only repeats the journey. */
export function toExportedPass(row: Record<string, unknown>) {
  const { data, alternatives: _none, ...rest } = row as ExportedRecord
  const { journey, endsAt, closed, seen } = data as Partial<{
    journey: string
    endsAt: number
    closed: boolean
    seen: { firstAt: number; lastAt: number; device?: string }
  }>
  return {
    ...rest,
    journey,
    ends_at: endsAt ? toIsoTime(endsAt) : null,
    is_closed: closed ?? false,
    first_opened_at: seen ? toIsoTime(seen.firstAt) : null,
    last_opened_at: seen ? toIsoTime(seen.lastAt) : null,
    device: seen?.device ?? null,
  }
}

/**
 * The documents that an exported item lists. Their files would be too large for the export, and the server never
 * decrypts them.
 */
export function listExportedDocuments(item: Record<string, unknown>) {
  const { id, data } = item as ExportedRecord
  const documents = (Array.isArray(data.documents) ? data.documents : []) as {
    name: string
    type: string
    size: number
  }[]
  return documents.map(({ name, type, size }) => ({ item: id, name, type, size, file: FILE_NOTE }))
}

const FILE_NOTE = 'Not part of this file. Please ask for the document itself if it is not enclosed.'
