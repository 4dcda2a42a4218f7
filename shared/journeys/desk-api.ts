import * as v from 'valibot'
import { defineEndpoint } from '#shared/lib/endpoint.ts'
import { PASS_DOCUMENTS_PATH, PassId } from './api.ts'
import { MAX_DOCUMENT_BYTES } from './journey-fields.ts'

/** Bytes of a piece of an encrypted document; the last piece may be shorter. */
export const PIECE_BYTES = 256 * 1024
/** Bytes that encryption adds to a document: nonce and tag. */
export const ENCRYPTION_BYTES = 28

export const countPieces = (encryptedBytes: number) => Math.ceil(encryptedBytes / PIECE_BYTES)

export const ItemId = v.pipe(v.string(), v.regex(/^[A-Za-z0-9]{1,40}-[A-Za-z0-9]{1,40}$/))

const document = {
  /** The item that lists the document. */
  item: ItemId,
  document: PassId,
}

/** Which pieces of a document the server has. 404 `not_found`: no item lists this document. */
export const getDocumentPieces = defineEndpoint({
  name: 'journey-document-pieces',
  method: 'GET',
  access: 'owner',
  input: v.object(document),
  output: v.object({
    pieces: v.array(v.number()),
    /** SHA-256 of each of these pieces, base64url. */
    digests: v.array(v.string()),
    isComplete: v.boolean(),
  }),
  failure: 'The document could not be looked up.',
})

/**
 * Stores one piece of an encrypted document, in place of an earlier one with its number. Refusals: 404
 * `not_found` as above, 413 `too_large` when the journey's documents exceed their limit together.
 */
export const putDocumentPiece = defineEndpoint({
  name: 'journey-document-piece',
  method: 'POST',
  access: 'owner',
  /** Base64 is a third longer. */
  maxBodyBytes: Math.ceil(PIECE_BYTES * 1.4),
  input: v.object({
    ...document,
    /** Bytes of the whole encrypted document. */
    encryptedBytes: v.pipe(
      v.number(),
      v.integer(),
      v.minValue(ENCRYPTION_BYTES + 1),
      v.maxValue(MAX_DOCUMENT_BYTES + ENCRYPTION_BYTES),
    ),
    /** Counts from 0. */
    piece: v.pipe(v.number(), v.integer(), v.minValue(0)),
    /** Base64. */
    bytes: v.pipe(v.string(), v.base64(), v.maxLength(Math.ceil(PIECE_BYTES * 1.4))),
  }),
  output: v.object({ isComplete: v.boolean() }),
  failure: 'The document could not be sent.',
})

/** Where the owner's devices fetch an encrypted document: `/journey-documents/<document>?item=…`. */
export const toDeskDocumentPath = (documentId: string, itemId: string) =>
  `${PASS_DOCUMENTS_PATH}/${documentId}?item=${itemId}`
