import { type FileTransport, sendPieces } from '#client/data/file-transport.ts'
import { findUnsentDocuments } from '#client/data/index/journey-rows.ts'
import type { OwnerDatabase } from '#client/data/store/database.ts'
import type { StoredDocument } from '#client/data/store/schema.ts'
import { decryptWithAny, encrypt, importKey, randomName } from '#client/lib/encrypt.ts'
import {
  countPieces,
  getDocumentPieces,
  PIECE_BYTES,
  putDocumentPiece,
  toDeskDocumentPath,
} from '#shared/journeys/desk-api.ts'
import { detectDocumentType, isHeic } from '#shared/journeys/document-type.ts'
import {
  type JourneyDocument,
  MAX_DOCUMENT_BYTES,
  MAX_JOURNEY_BYTES,
} from '#shared/journeys/journey-fields.ts'
import { toDocumentContext } from '#shared/journeys/link.ts'
import type { DocumentRefusal } from './types.ts'

/** An encrypted document that is not stored yet. */
export interface NewDocument {
  description: JourneyDocument
  stored: StoredDocument
}

export interface ChosenFile {
  itemId: string
  file: Blob
  name: string
  /** The journey's `documentKey`. */
  key: string
  /** Bytes of the journey's other documents. */
  journeyBytes: number
}

/** Checks a file by its content, and encrypts it. */
export async function prepareDocument({
  itemId,
  file,
  name,
  key,
  journeyBytes,
}: ChosenFile): Promise<{ refused: DocumentRefusal } | NewDocument> {
  if (file.size > MAX_DOCUMENT_BYTES) return { refused: 'size' }
  if (journeyBytes + file.size > MAX_JOURNEY_BYTES) return { refused: 'journey_size' }
  const bytes = new Uint8Array(await file.arrayBuffer())
  const type = detectDocumentType(bytes)
  if (!type) return { refused: isHeic(bytes) ? 'heic' : 'type' }
  const shown = toPlainName(name)
  if (shown === '') return { refused: 'name' }
  const id = randomName()
  const ciphertext = await encrypt(await importKey(key), bytes, toDocumentContext(id))
  return {
    description: { id, name: shown, type, size: bytes.length },
    stored: { id, itemId, waiting: 1, ciphertext },
  }
}

/** The last part of a path, without control and direction characters. */
function toPlainName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  return last
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
    .trim()
    .slice(0, 200)
}

export async function decryptDocument(
  { id, ciphertext }: StoredDocument,
  { keys, type }: { keys: readonly string[]; type: string },
): Promise<Blob> {
  const bytes = await decryptWithAny(keys, ciphertext, toDocumentContext(id))
  return new Blob([bytes], { type })
}

/** Fetches a document from the server and stores it; undefined if the server does not answer or does not have it. */
export async function fetchDocument(
  { db, transport }: { db: OwnerDatabase; transport: FileTransport },
  { itemId, id }: { itemId: string; id: string },
): Promise<StoredDocument | undefined> {
  const answer = await transport.get(toDeskDocumentPath(id, itemId))
  if (answer.status !== 200) return undefined
  const stored: StoredDocument = { id, itemId, waiting: 0, ciphertext: answer.bytes }
  await db.documents.put(stored)
  return stored
}

/**
 * Sends the documents that the server does not have whole, piece by piece; what has arrived is not
 * sent again. Documents that no item on the server lists yet are sent after the next sync.
 */
export async function sendDocuments(db: OwnerDatabase, transport: FileTransport): Promise<void> {
  for (const id of await findUnsentDocuments(db).primaryKeys()) {
    const stored = await db.documents.get(id)
    if (!stored || !(await sendDocument(stored, transport))) continue
    await db.documents.update(id, { waiting: 0 })
  }
}

function sendDocument(
  { id, itemId, ciphertext }: StoredDocument,
  transport: FileTransport,
): Promise<boolean> {
  const query = new URLSearchParams({ item: itemId, document: id })
  return sendPieces(transport, {
    ...{ lookUp: `${getDocumentPieces.path}?${query}`, address: putDocumentPiece.path },
    count: countPieces(ciphertext.length),
    readPiece: async (piece) => ciphertext.subarray(piece * PIECE_BYTES, (piece + 1) * PIECE_BYTES),
    toBody: (piece, bytes) => ({
      ...{ item: itemId, document: id, encryptedBytes: ciphertext.length },
      ...{ piece, bytes },
    }),
  })
}
