import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, Tx } from '#server/db/database.ts'
import type { PhotographFileTable } from '#server/db/tables.ts'

// An original has the id of its record, until the server has processed it; a file that was made of it has its digest and
// format: `<digest>.webp`. No id of a record has a full stop.

export function digestBytes(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64url')
}

export async function findFile(tx: Tx, id: string): Promise<PhotographFileTable | undefined> {
  return tx.selectFrom('photograph_file').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Does nothing if there is a file with this id. */
export async function insertFile(tx: Tx, file: Omit<PhotographFileTable, 'unused_at'>) {
  await tx
    .insertInto('photograph_file')
    .values({ ...file, unused_at: null })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

/** Deletes a file with its pieces. */
export async function deleteFile(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('photograph_file').where('id', '=', id).execute()
}

/** `at`: since when nothing uses the file, UTC milliseconds; null: something does. */
export async function setUnusedAt(tx: Tx, id: string, at: number | null): Promise<void> {
  await tx.updateTable('photograph_file').set({ unused_at: at }).where('id', '=', id).execute()
}

export async function findFiles(tx: Tx): Promise<PhotographFileTable[]> {
  return tx.selectFrom('photograph_file').selectAll().orderBy('id').execute()
}

export interface Piece {
  /** Counts from 0. */
  piece: number
  bytes: Buffer
}

/** Does nothing if the piece is stored. */
export async function insertPiece(tx: Tx, file: string, { piece, bytes }: Piece): Promise<void> {
  await tx
    .insertInto('photograph_piece')
    .values({ file, piece, bytes, digest: digestBytes(bytes) })
    .onConflict((conflict) => conflict.columns(['file', 'piece']).doNothing())
    .execute()
}

export async function findPieces(
  tx: Tx,
  file: string,
): Promise<{ piece: number; digest: string }[]> {
  return tx
    .selectFrom('photograph_piece')
    .select(['piece', 'digest'])
    .where('file', '=', file)
    .orderBy('piece')
    .execute()
}

/** The bytes of a file, one piece in memory at a time. Throws if it was deleted meanwhile. */
export async function* readPieces(
  { read }: Pick<Database, 'read'>,
  { id, bytes }: Pick<PhotographFileTable, 'id' | 'bytes'>,
): AsyncGenerator<Buffer> {
  for (let piece = 0, sent = 0; sent < bytes; piece++) {
    const row = await read
      .selectFrom('photograph_piece')
      .select('bytes')
      .where('file', '=', id)
      .where('piece', '=', piece)
      .executeTakeFirst()
    if (!row) throw new Error('A photograph was deleted while it was read')
    sent += row.bytes.length
    yield row.bytes
  }
}

/**
 * Ids of the records of photographs, also of those that can be restored, and of the files that one of them or a version of
 * the site names.
 */
export async function findUsedFiles(tx: Tx): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM record WHERE coll = 'photograph' AND erased = 0
    UNION SELECT photograph_file.id FROM record, json_each(record.data, '$.sizes') AS size, photograph_file
      WHERE record.coll = 'photograph'
      AND photograph_file.id = json_extract(size.value, '$.digest') || '.' || json_extract(size.value, '$.format')
    UNION SELECT photograph_file.id FROM site_version, photograph_file
      WHERE photograph_file.digest IS NOT NULL AND instr(site_version.content, photograph_file.digest) > 0`.execute(
    tx,
  )
  return new Set(rows.map(({ id }) => id))
}
