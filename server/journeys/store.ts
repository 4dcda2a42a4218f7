import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '#server/db/database.ts'
import type { JourneyDocumentTable } from '#server/db/tables.ts'

/** A document's key: ids of its journey and of itself. */
export interface DocumentKey {
  journey: string
  document: string
}

/** A document that an item lists, and its bytes before encryption. */
export interface ListedDocument {
  id: string
  size: number
}

/**
 * The documents that a journey's items list, without deleted items. Ids of items begin with their journey's
 * id and a hyphen; `.` is the next character after the hyphen.
 */
export async function findListedDocuments(tx: Tx, journey: string): Promise<ListedDocument[]> {
  const { rows } = await sql<ListedDocument>`
    SELECT json_extract(listed.value, '$.id') AS id,
      CAST(json_extract(listed.value, '$.size') AS BIGINT) AS size
    FROM record, json_each(record.data, '$.documents') AS listed
    WHERE record.coll = 'journey-item' AND record.deleted = 0
      AND record.id > ${`${journey}-`} AND record.id < ${`${journey}.`}
    ORDER BY record.id`.execute(tx)
  return rows
}

/** Ids of the items from which a document was removed before an instant, UTC milliseconds. */
export async function findItemsToForget(tx: Tx, before: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT DISTINCT record.id AS id
    FROM record, json_each(record.data, '$.removedDocuments') AS removed
    WHERE record.coll = 'journey-item' AND record.deleted = 0
      AND CAST(json_extract(removed.value, '$.removedAt') AS BIGINT) < ${before}
    ORDER BY record.id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Ids of the passes that still hold a copy although their link is closed, or ended before `now`. */
export async function findPassesToEmpty(tx: Tx, now: number): Promise<string[]> {
  const { rows } = await sql<{ id: string; ends_at: number; closed: string | null }>`
    SELECT id, CAST(json_extract(data, '$.endsAt') AS BIGINT) AS ends_at,
      CAST(json_extract(data, '$.closed') AS TEXT) AS closed
    FROM record WHERE coll = 'guest-pass' AND deleted = 0
      AND json_extract(data, '$.ciphertext') <> '' ORDER BY seq`.execute(tx)
  // SQLite gives 1 for the JSON value true, PostgreSQL its text.
  return rows
    .filter(({ ends_at, closed }) => ends_at <= now || closed === '1' || closed === 'true')
    .map(({ id }) => id)
}

const documentStatement = (tx: Tx, { journey, document }: DocumentKey) =>
  tx
    .selectFrom('journey_document')
    .selectAll()
    .where('journey', '=', journey)
    .where('id', '=', document)

export async function findDocument(tx: Tx, key: DocumentKey) {
  return documentStatement(tx, key).executeTakeFirst()
}

export async function findDocuments(tx: Tx, journey: string): Promise<JourneyDocumentTable[]> {
  return tx
    .selectFrom('journey_document')
    .selectAll()
    .where('journey', '=', journey)
    .orderBy('id')
    .execute()
}

export async function findJourneysWithDocuments(tx: Tx): Promise<string[]> {
  const rows = await tx
    .selectFrom('journey_document')
    .select('journey')
    .distinct()
    .orderBy('journey')
    .execute()
  return rows.map(({ journey }) => journey)
}

export async function insertDocument(tx: Tx, document: JourneyDocumentTable): Promise<void> {
  await tx.insertInto('journey_document').values(document).execute()
}

/** `at`: since when nothing lists the document, UTC milliseconds; null: something does. */
export async function setUnlistedAt(
  tx: Tx,
  { journey, document }: DocumentKey,
  at: number | null,
): Promise<void> {
  await tx
    .updateTable('journey_document')
    .set({ unlisted_at: at })
    .where('journey', '=', journey)
    .where('id', '=', document)
    .execute()
}

/** Deletes a document with its pieces. */
export async function deleteDocument(tx: Tx, { journey, document }: DocumentKey): Promise<void> {
  await tx
    .deleteFrom('journey_document')
    .where('journey', '=', journey)
    .where('id', '=', document)
    .execute()
}

/** `digest`: SHA-256 of the piece's bytes, base64url. */
export async function findPieces(
  tx: Tx,
  { journey, document }: DocumentKey,
): Promise<{ piece: number; digest: string }[]> {
  return tx
    .selectFrom('journey_document_piece')
    .select(['piece', 'digest'])
    .where('journey', '=', journey)
    .where('document', '=', document)
    .orderBy('piece')
    .execute()
}

export async function readPiece(
  tx: Tx,
  { journey, document }: DocumentKey,
  piece: number,
): Promise<Buffer | undefined> {
  const row = await tx
    .selectFrom('journey_document_piece')
    .select('bytes')
    .where('journey', '=', journey)
    .where('document', '=', document)
    .where('piece', '=', piece)
    .executeTakeFirst()
  return row?.bytes
}

/** Replaces the piece if it is already stored: one that was damaged on its way can be sent again. */
export async function savePiece(
  tx: Tx,
  key: DocumentKey,
  { piece, bytes }: { piece: number; bytes: Buffer },
): Promise<void> {
  const digest = createHash('sha256').update(bytes).digest('base64url')
  await tx
    .insertInto('journey_document_piece')
    .values({ ...key, piece, bytes, digest })
    .onConflict((conflict) =>
      conflict.columns(['journey', 'document', 'piece']).doUpdateSet({ bytes, digest }),
    )
    .execute()
}
