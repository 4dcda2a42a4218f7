import * as v from 'valibot'
import { endpoint } from '#shared/lib/endpoint.ts'

const ConsentId = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{22,64}$/))

/** One tick of the newsletter's box, with its proof; times are ISO 8601. */
export const Reader = v.object({
  id: ConsentId,
  email: v.string(),
  /** `waiting` has not confirmed from its own mailbox, and is sent nothing. */
  state: v.picklist(['subscribed', 'waiting', 'unsubscribed']),
  /** The form in which it was ticked. */
  source: v.picklist(['contact', 'inquiry']),
  /** The words that were ticked, and their version. */
  wording: v.string(),
  version: v.string(),
  askedAt: v.string(),
  confirmedAt: v.nullable(v.string()),
  withdrawnAt: v.nullable(v.string()),
})

export type Reader = v.InferOutput<typeof Reader>

export const getNewsletter = endpoint({
  name: 'get-newsletter',
  method: 'GET',
  access: 'owner',
  input: v.object({}),
  /** The latest first, in the owner's zone. */
  output: v.object({ timeZone: v.string(), readers: v.array(Reader) }),
  failure: 'Failed to fetch the newsletter list',
})

/** Takes the whole mailbox off the list; 404 `not_found` where the consent was erased meanwhile. */
export const unsubscribeReader = endpoint({
  name: 'unsubscribe-reader',
  method: 'POST',
  access: 'owner',
  input: v.object({ id: ConsentId }),
  output: v.object({ id: ConsentId }),
  failure: 'Failed to unsubscribe this address',
})

/** A CSV file of those who are to be written to, each with the link by which they can leave. */
export const exportNewsletter = endpoint({
  name: 'export-newsletter',
  method: 'POST',
  access: 'owner',
  fresh: true,
  input: v.object({}),
  output: v.string(),
  failure: 'Failed to export the newsletter list',
})
