import * as v from 'valibot'
import { defineEndpoint } from '#shared/lib/endpoint.ts'
import { guestDevices } from './journey-fields.ts'

/** Id of a guest pass, a journey or a document. */
export const PassId = v.pipe(v.string(), v.regex(/^[A-Za-z0-9]{1,40}$/))

/** Code of the refusal in the week after a restore, when passes may be missing. */
export const NO_PASS_YET = 'restored'

/** Code of the refusal to a device that has the copy, while its journey is deleted and can still be restored. */
export const WITHDRAWN = 'withdrawn'

/**
 * The encrypted copy behind a link. Unknown, ended and closed links get the same refusal: 404
 * `not_found`, or 503 `NO_PASS_YET`. So does the link of a deleted journey, except that who proves to have its copy is told
 * `WITHDRAWN`. Nothing in the answer can be read without the key.
 */
export const getGuestPass = defineEndpoint({
  name: 'guest-pass',
  method: 'GET',
  access: 'public',
  input: v.object({
    id: PassId,
    /** The version that the guest's device has; the answer then leaves `ciphertext` out. */
    have: v.optional(v.pipe(v.string(), v.transform(Number), v.number())),
    /** The copy's `seenToken`, of a device that has one. */
    token: v.optional(v.pipe(v.string(), v.maxLength(64))),
  }),
  output: v.object({
    version: v.number(),
    /** UTC milliseconds. */
    endsAt: v.number(),
    /** Base64url; see `client/lib/encrypt.ts`. */
    ciphertext: v.optional(v.string()),
    /** The server's clock, UTC milliseconds. */
    now: v.number(),
  }),
  failure: 'The journey could not be fetched.',
})

/** Tells the owner that a copy was opened; sent only if the guest allows it. */
export const reportPassSeen = defineEndpoint({
  name: 'guest-pass-seen',
  method: 'POST',
  access: 'public',
  input: v.object({
    id: PassId,
    version: v.pipe(v.number(), v.integer(), v.minValue(0)),
    device: v.picklist(guestDevices),
    /** The copy's `seenToken`. */
    token: v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
  }),
  output: v.object({}),
  failure: 'The owner could not be told.',
})

/** Where encrypted documents are fetched. */
export const PASS_DOCUMENTS_PATH = '/journey-documents'

/** A document for guests. */
export const toPassDocumentPath = (passId: string, documentId: string) =>
  `${PASS_DOCUMENTS_PATH}/${passId}/${documentId}`

/** The keys that may open a document of a journey or a copy, the newest first. */
export function listDocumentKeys({
  documentKey,
  documentKeys,
}: {
  documentKey: string
  documentKeys: readonly string[]
}): string[] {
  return [...new Set([documentKey, ...documentKeys])].filter((key) => key !== '')
}
