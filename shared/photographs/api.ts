import * as v from 'valibot'
import { defineEndpoint } from '#shared/lib/endpoint.ts'
import { MAX_PHOTOGRAPH_BYTES } from './photographs.ts'

/** Bytes of a piece of a photograph that is sent; the last piece may be shorter. */
export const PHOTOGRAPH_PIECE_BYTES = 1024 * 1024
/** Base64 is a third longer. */
const MAX_PIECE_TEXT = Math.ceil(PHOTOGRAPH_PIECE_BYTES * 1.4)

const PhotographId = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,64}$/))

/** Which pieces of a photograph the server has. 404 `not_found`: there is no record of this photograph. */
export const getPhotographPieces = defineEndpoint({
  name: 'photograph-pieces',
  method: 'GET',
  access: 'owner',
  input: v.object({ photograph: PhotographId }),
  output: v.object({
    pieces: v.array(v.number()),
    /** SHA-256 of each of these pieces, base64url. */
    digests: v.array(v.string()),
    /** It was received whole; then no pieces are named. */
    isComplete: v.boolean(),
  }),
  failure: 'The photograph could not be looked up.',
})

/**
 * Stores one piece of a photograph. The last one that was missing has the photograph processed. Refusals: 404 `not_found` as
 * above, 400 `piece` for a piece that does not fit, or was damaged on its way.
 */
export const putPhotographPiece = defineEndpoint({
  name: 'photograph-piece',
  method: 'POST',
  access: 'owner',
  maxBodyBytes: MAX_PIECE_TEXT + 1024,
  input: v.object({
    photograph: PhotographId,
    /** Bytes of the whole file. */
    size: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_PHOTOGRAPH_BYTES)),
    /** Counts from 0. */
    piece: v.pipe(v.number(), v.integer(), v.minValue(0)),
    /** SHA-256 of the piece, base64url. */
    digest: v.pipe(v.string(), v.maxLength(64)),
    /** Base64. */
    bytes: v.pipe(v.string(), v.base64(), v.maxLength(MAX_PIECE_TEXT)),
  }),
  output: v.object({ isComplete: v.boolean() }),
  failure: 'The photograph could not be sent.',
})
