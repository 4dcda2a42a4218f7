import * as v from 'valibot'
import { defineEndpoint } from '#shared/lib/endpoint.ts'

const ConsentId = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{22,64}$/))

/** One newsletter consent with its proof; times are ISO 8601. */
export const NewsletterReader = v.object({
  id: ConsentId,
  email: v.string(),
  /** `unconfirmed`: not confirmed by the link in the mail yet, so no newsletter is sent. */
  state: v.picklist(['subscribed', 'unconfirmed', 'unsubscribed']),
  /** The form whose newsletter box was ticked. */
  source: v.picklist(['contact', 'inquiry']),
  /** The wording beside the box, and its version. */
  wording: v.string(),
  version: v.string(),
  requestedAt: v.string(),
  confirmedAt: v.nullable(v.string()),
  withdrawnAt: v.nullable(v.string()),
})

export type NewsletterReader = v.InferOutput<typeof NewsletterReader>

/** In a synced record, whose id is that of the consent. */
export type NewsletterRecord = Omit<NewsletterReader, 'id' | 'state'>

export function toNewsletterReader(id: string, record: NewsletterRecord): NewsletterReader {
  const { confirmedAt, withdrawnAt } = record
  const confirmed = confirmedAt === null ? 'unconfirmed' : 'subscribed'
  return { id, state: withdrawnAt === null ? confirmed : 'unsubscribed', ...record }
}

/** The readers, the latest first, and the owner's zone. */
const NewsletterAnswer = v.object({ timeZone: v.string(), readers: v.array(NewsletterReader) })

export type NewsletterAnswer = v.InferOutput<typeof NewsletterAnswer>

/** For browsers that can store no records. */
export const getNewsletter = defineEndpoint({
  name: 'get-newsletter',
  method: 'GET',
  access: 'owner',
  input: v.object({}),
  output: NewsletterAnswer,
  failure: 'Failed to fetch the newsletter list',
})

/** Withdraws all consents of the reader's mailbox; 404 `not_found` if the consent was erased. */
export const unsubscribeNewsletterReader = defineEndpoint({
  name: 'unsubscribe-reader',
  method: 'POST',
  access: 'owner',
  input: v.object({ id: ConsentId }),
  output: v.object({ id: ConsentId }),
  failure: 'Failed to unsubscribe this address',
})

/** A CSV file of the subscribed readers, each with an unsubscribe link. */
export const exportNewsletter = defineEndpoint({
  name: 'export-newsletter',
  method: 'POST',
  access: 'owner',
  needsRecentSignIn: true,
  input: v.object({}),
  output: v.string(),
  failure: 'Failed to export the newsletter list',
})
