import { findUnsentDocuments } from '#client/data/index/journey-rows.ts'
import type { OwnerDatabase } from '#client/data/store/database.ts'
import type { StoredDocument } from '#client/data/store/schema.ts'
import {
  decryptWithAny,
  encrypt,
  hashBytes,
  importKey,
  randomName,
  toBase64,
} from '#client/lib/encrypt.ts'
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

/** Requests for the contents of documents. They never reject; `status` is 0 without an answer. */
export interface DocumentTransport {
  get(address: string): Promise<{ status: number; bytes: Uint8Array<ArrayBuffer> }>
  post(address: string, body: unknown): Promise<{ status: number }>
}

/** Enough for 15 MB on a slow connection, ms. */
const DOCUMENT_TIMEOUT = 300_000

export function httpDocumentTransport(): DocumentTransport {
  const send = async (address: string, init: RequestInit = {}) => {
    try {
      const response = await fetch(address, {
        ...init,
        credentials: 'same-origin',
        redirect: 'error',
        signal: AbortSignal.timeout(DOCUMENT_TIMEOUT),
      })
      return { status: response.status, bytes: new Uint8Array(await response.arrayBuffer()) }
    } catch {
      return { status: 0, bytes: new Uint8Array() }
    }
  }
  return {
    get: (address) => send(address),
    post: (address, body) =>
      send(address, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      }),
  }
}

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
  { db, transport }: { db: OwnerDatabase; transport: DocumentTransport },
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
export async function sendDocuments(
  db: OwnerDatabase,
  transport: DocumentTransport,
): Promise<void> {
  for (const id of await findUnsentDocuments(db).primaryKeys()) {
    const stored = await db.documents.get(id)
    if (!stored || !(await sendDocument(stored, transport))) continue
    await db.documents.update(id, { waiting: 0 })
  }
}

async function sendDocument(
  { id, itemId, ciphertext }: StoredDocument,
  transport: DocumentTransport,
): Promise<boolean> {
  const query = new URLSearchParams({ item: itemId, document: id })
  const answer = await transport.get(`${getDocumentPieces.path}?${query}`)
  if (answer.status !== 200) return false
  const { pieces, digests } = JSON.parse(new TextDecoder().decode(answer.bytes)) as {
    pieces: number[]
    digests?: string[]
  }
  const digestOf = new Map(pieces.map((piece, at) => [piece, digests?.[at]]))
  for (let piece = 0; piece < countPieces(ciphertext.length); piece++) {
    const part = ciphertext.subarray(piece * PIECE_BYTES, (piece + 1) * PIECE_BYTES)
    // A piece that was damaged on its way is sent again.
    const isThere = digestOf.has(piece)
    const digest = digestOf.get(piece)
    if (isThere && (digest === undefined || digest === (await hashBytes(part)))) continue
    const body = {
      item: itemId,
      document: id,
      encryptedBytes: ciphertext.length,
      piece,
      bytes: toBase64(part),
    }
    const { status } = await transport.post(putDocumentPiece.path, body)
    if (status !== 200) return false
  }
  return true
}
