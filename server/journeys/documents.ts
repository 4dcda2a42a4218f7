import type { Database, Tx } from '#server/db/database.ts'
import type { JourneyDocumentTable } from '#server/db/tables.ts'
import { answer, type HttpRefusal, type HttpResult, refuse } from '#server/http/http-result.ts'
import { writeRecord } from '#server/sync/batch-records.ts'
import type { PushedChanges } from '#server/sync/ports.ts'
import { findRecord } from '#server/sync/store.ts'
import { countPieces, ENCRYPTION_BYTES, PIECE_BYTES } from '#shared/journeys/desk-api.ts'
import { getJourneyId } from '#shared/journeys/item-id.ts'
import { MAX_JOURNEY_BYTES, toItemData, toJourneyData } from '#shared/journeys/journey-fields.ts'
import { CONTENT_RETENTION } from '#shared/lib/define-collection.ts'
import { emptyEndedPasses, findOpenPass, type JourneyParts } from './guest-passes.ts'
import {
  type DocumentKey,
  deleteDocument,
  findDocument,
  findDocuments,
  findItemsToForget,
  findJourneysWithDocuments,
  findListedDocuments,
  findPieces,
  insertDocument,
  readPiece,
  savePiece,
  setUnlistedAt,
} from './store.ts'

/** The same answer for every document that the caller may not read. */
export const NOT_FOUND = refuse(404, 'not_found', 'There is no such document.')

interface DocumentRef {
  item: string
  document: string
}

interface FoundDocument {
  key: DocumentKey
  encryptedBytes: number
}

/** The document, if the item lists it. */
async function findListed(
  tx: Tx,
  { item, document }: DocumentRef,
): Promise<FoundDocument | undefined> {
  const record = (await findRecord(tx, 'journey-item', item))?.record
  if (!record || record.deleted) return undefined
  const listed = toItemData(record.data).documents.find(({ id }) => id === document)
  const key = { journey: getJourneyId(item), document }
  return listed && { key, encryptedBytes: listed.size + ENCRYPTION_BYTES }
}

export async function readUpload(
  tx: Tx,
  ref: DocumentRef,
): Promise<HttpResult<{ pieces: number[]; digests: string[]; isComplete: boolean }>> {
  const found = await findListed(tx, ref)
  if (!found) return NOT_FOUND
  const pieces = await findPieces(tx, found.key)
  return answer({
    pieces: pieces.map(({ piece }) => piece),
    digests: pieces.map(({ digest }) => digest),
    isComplete: pieces.length === countPieces(found.encryptedBytes),
  })
}

interface Piece {
  /** Counts from 0. */
  piece: number
  bytes: Buffer
}

/** Stores a piece, in place of an earlier one with its number. */
export async function storePiece(
  tx: Tx,
  { ref, encryptedBytes, ...piece }: Piece & { ref: DocumentRef; encryptedBytes: number },
  now: number,
): Promise<HttpResult<{ isComplete: boolean }>> {
  const found = await findListed(tx, ref)
  if (found?.encryptedBytes !== encryptedBytes) return NOT_FOUND
  if (piece.bytes.length !== getPieceLength(encryptedBytes, piece.piece))
    return refuse(400, 'piece', 'This piece does not fit the document.')
  const refused = await reserveSpace(tx, found, now)
  if (refused) return refused
  await savePiece(tx, found.key, piece)
  const pieces = await findPieces(tx, found.key)
  return answer({ isComplete: pieces.length === countPieces(encryptedBytes) })
}

/** Zero or less for a piece that the document does not have. */
function getPieceLength(encryptedBytes: number, piece: number): number {
  return Math.min(PIECE_BYTES, encryptedBytes - piece * PIECE_BYTES)
}

/**
 * The first piece of a document reserves the space of the whole, so that simultaneous uploads cannot exceed
 * the limit together. Documents that no item lists any more do not count.
 */
async function reserveSpace(
  tx: Tx,
  { key, encryptedBytes }: FoundDocument,
  now: number,
): Promise<HttpRefusal | undefined> {
  const known = await findDocument(tx, key)
  if (known) return known.encrypted_bytes === encryptedBytes ? undefined : NOT_FOUND
  const listed = new Set((await findListedDocuments(tx, key.journey)).map(({ id }) => id))
  const stored = (await findDocuments(tx, key.journey)).filter(({ id }) => listed.has(id))
  const sizes = [...stored.map((one) => one.encrypted_bytes), encryptedBytes]
  const total = sizes.reduce((sum, bytes) => sum + bytes - ENCRYPTION_BYTES, 0)
  if (total > MAX_JOURNEY_BYTES)
    return refuse(413, 'too_large', 'A journey’s documents can have 100 MB together.')
  await insertDocument(tx, {
    journey: key.journey,
    id: key.document,
    encrypted_bytes: encryptedBytes,
    created_at: now,
    unlisted_at: null,
  })
  return undefined
}

/** A document whose pieces are all stored. */
export interface StoredDocument extends FoundDocument {
  pieceCount: number
}

async function findStored(tx: Tx, key: DocumentKey): Promise<StoredDocument | undefined> {
  const row = await findDocument(tx, key)
  const pieces = await findPieces(tx, key)
  const encryptedBytes = row?.encrypted_bytes ?? 0
  const pieceCount = countPieces(encryptedBytes)
  return row && pieces.length === pieceCount ? { key, encryptedBytes, pieceCount } : undefined
}

/** For the owner: a document that the item lists. */
export async function findOwnDocument(
  tx: Tx,
  ref: DocumentRef,
): Promise<StoredDocument | undefined> {
  const found = await findListed(tx, ref)
  return found && findStored(tx, found.key)
}

/**
 * For guests: a document that the copy behind an open link lists; null while it is incomplete, undefined if
 * the link does not open it. Both cases take the same queries.
 */
export async function findPassDocument(
  tx: Tx,
  { pass: id, document }: { pass: string; document: string },
  now: number,
): Promise<StoredDocument | null | undefined> {
  const pass = (await findOpenPass(tx, id, now))?.pass
  const isOpen = pass?.documents.includes(document) ?? false
  const stored = await findStored(tx, { journey: isOpen && pass ? pass.journey : '', document })
  return isOpen ? (stored ?? null) : undefined
}

/**
 * The encrypted bytes from one position on, one piece in memory at a time. Throws if the document was
 * deleted meanwhile.
 */
export async function* readPieces(
  { read }: Pick<Database, 'read'>,
  { key, pieceCount }: StoredDocument,
  from: number,
): AsyncGenerator<Buffer> {
  for (let piece = Math.floor(from / PIECE_BYTES); piece < pieceCount; piece++) {
    const bytes = await readPiece(read, key, piece)
    if (!bytes) throw new Error('A document was deleted while it was sent')
    yield bytes.subarray(Math.max(0, from - piece * PIECE_BYTES))
  }
}

/** Deletes documents that a push has deleted for good: before it they were among the removed ones of their item, after it nowhere. */
export async function deleteForgottenDocuments(
  tx: Tx,
  { changes }: Pick<PushedChanges, 'changes'>,
): Promise<void> {
  for (const { before, after } of changes) {
    const { documents, removedDocuments } = toItemData(after.data)
    const kept = new Set([...documents, ...removedDocuments].map(({ id }) => id))
    const removed = toItemData(before?.data ?? {}).removedDocuments
    const gone = removed.filter(({ id }) => !kept.has(id))
    if (after.erased || gone.length === 0) continue
    const journey = getJourneyId(after.id)
    const listed = new Set((await findListedDocuments(tx, journey)).map(({ id }) => id))
    for (const { id } of gone)
      if (!listed.has(id)) await deleteDocument(tx, { journey, document: id })
  }
}

/** Forgets which documents were removed from their items so long ago that they cannot be restored. */
async function forgetRemovedDocuments({ db }: JourneyParts, now: number): Promise<void> {
  const before = now - CONTENT_RETENTION
  for (const id of await findItemsToForget(db.read, before))
    await db.write(async (tx) => {
      const record = (await findRecord(tx, 'journey-item', id))?.record
      if (!record || record.deleted) return
      const removedDocuments = toItemData(record.data).removedDocuments.filter(
        ({ removedAt }) => removedAt >= before,
      )
      await writeRecord(tx, {
        ...record,
        ...{ rev: record.rev + 1, data: { ...record.data, removedDocuments }, updatedAt: now },
      })
    })
}

/** Removes the copies of ended links, and the documents that nothing has listed for `CONTENT_RETENTION`. */
export async function cleanUpJourneys(parts: JourneyParts, now: number): Promise<void> {
  await emptyEndedPasses(parts, now)
  await forgetRemovedDocuments(parts, now)
  await deleteUnlistedDocuments(parts, now)
}

async function deleteUnlistedDocuments({ db }: JourneyParts, now: number): Promise<void> {
  for (const journey of await findJourneysWithDocuments(db.read))
    await db.write(async (tx) => {
      const used = await findUsedDocuments(tx, journey, now)
      for (const row of await findDocuments(tx, journey))
        await reviewDocument(tx, row, { isUsed: used.has(row.id), now })
    })
}

async function reviewDocument(
  tx: Tx,
  { journey, id, unlisted_at: since }: JourneyDocumentTable,
  { isUsed, now }: { isUsed: boolean; now: number },
): Promise<void> {
  const key = { journey, document: id }
  const unlistedAt = isUsed ? null : (since ?? now)
  if (unlistedAt !== since) await setUnlistedAt(tx, key, unlistedAt)
  else if (since !== null && since < now - CONTENT_RETENTION) await deleteDocument(tx, key)
}

async function findUsedDocuments(tx: Tx, id: string, now: number): Promise<Set<string>> {
  const journey = (await findRecord(tx, 'journey', id))?.record
  // A deleted journey with items is still shown: another device added them. It keeps their documents.
  if (!journey) return new Set()
  const listed = await findListedDocuments(tx, id)
  const keys = (await findRecord(tx, 'journey-keys', id))?.record
  const open = await findOpenPass(tx, toJourneyData(keys?.data ?? {}).link.id, now)
  return new Set([...listed.map((one) => one.id), ...(open?.pass.documents ?? [])])
}
