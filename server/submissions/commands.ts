import type { Database, Tx } from '#server/db/database.ts'
import { isKeyTaken } from '#server/db/storage-faults.ts'
import type { FormFields, FormHandler, FormOutcome, FormSender } from '#server/http/http-result.ts'
import type { Clock } from '#server/lib/clock.ts'
import { fingerprint } from '#server/lib/ids.ts'
import { outboxReplays } from '#server/lib/metrics.ts'
import { bookingRefusals } from '#shared/booking/api.ts'
import { toIsoTime } from '#shared/lib/date.ts'
import { parseEmailAddress } from '#shared/lib/form-fields.ts'
import {
  FORM_NAME_FIELD,
  type FormName,
  formNames,
  HONEYPOT_FIELD,
  parseSupersededKeys,
  SUPERSEDES_FIELD,
} from '#shared/submissions/form-post.ts'
import {
  findStoredResponse,
  insertStoredResponse,
  insertSubmission,
  insertSubmissionForId,
} from './store.ts'

interface FormPost {
  fields: FormFields
  /** The device's idempotency key, or a new one if the form sent none. */
  key: string
  sender: FormSender
}

export type FormResponse = Pick<FormOutcome, 'status' | 'body' | 'location'>

type FormAction = (tx: Tx, sender: FormSender) => Promise<FormOutcome>

/** How often a post is processed whose key, or that of its earlier version, arrives at the same time. */
const MAX_ATTEMPTS = 3

interface SubmissionParts {
  db: Database
  clock: Clock
  /** The signed path to a booking. It is computed for each answer and never stored with one. */
  createBookingLink(bookingId: string): string
}

/** Handles every form post: validates it, acts once per key, and stores its answer for repeats. */
export class Submissions {
  private readonly handlers = new Map<FormName, FormHandler>()

  constructor(private readonly parts: SubmissionParts) {}

  on(name: FormName, handler: FormHandler): void {
    this.handlers.set(name, handler)
  }

  async submit(post: FormPost): Promise<FormResponse> {
    const name = formNames.find((candidate) => candidate === post.fields[FORM_NAME_FIELD])
    const handler = name && this.handlers.get(name)
    if (!name || !handler)
      return { status: 400, body: { code: 'form', error: 'This form is not known.' } }
    if (post.fields[HONEYPOT_FIELD])
      return { status: 201, body: { key: post.key, status: 'received' } }
    const prepared = await handler(post.fields)
    if (!prepared.ok)
      return (
        (await this.findEarlierResponse(post)) ?? {
          status: prepared.status,
          body: prepared.refusal,
        }
      )
    return this.withLink(
      (await this.findRepeat(this.parts.db.read, post)) ??
        (await this.processOnce({ ...post, name }, prepared.value)),
    )
  }

  private withLink(answer: FormResponse): FormResponse {
    const { bookingId } = answer.body as { bookingId?: string }
    if (bookingId === undefined) return answer
    return {
      ...answer,
      body: { ...answer.body, manageUrl: this.parts.createBookingLink(bookingId) },
    }
  }

  /** The stored answer to a repeat: it counts even if stricter rules now refuse the post. */
  private async findEarlierResponse({ key, fields }: FormPost): Promise<FormResponse | undefined> {
    const before = await findStoredResponse(this.parts.db.read, key)
    if (before?.hash !== hashContent(fields)) return undefined
    outboxReplays.inc()
    return this.withLink({ status: before.status, body: JSON.parse(before.body) })
  }

  /** The stored answer to a post with this key, or the refusal of another post with it. */
  private async findRepeat(tx: Tx, { key, fields }: FormPost): Promise<FormResponse | undefined> {
    const before = await findStoredResponse(tx, key)
    if (!before) return undefined
    if (before.hash === hashContent(fields)) {
      outboxReplays.inc()
      return { status: before.status, body: JSON.parse(before.body) }
    }
    const { status, error } = bookingRefusals.key_reuse
    return { status, body: { code: 'key_reuse', error } }
  }

  /**
   * The primary key of `answer` decides which of two posts with one key counts. A transaction that looked
   * for the key before would conflict with all others on PostgreSQL.
   */
  private async processOnce(
    post: FormPost & { name: FormName },
    act: FormAction,
  ): Promise<FormResponse> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.parts.db.write((tx) => this.process(tx, post, act))
      } catch (error) {
        if (!isKeyTaken(error) || attempt === MAX_ATTEMPTS) throw error
        const repeat = await this.findRepeat(this.parts.db.read, post)
        if (repeat) return repeat
        // The key of an earlier version of the post was taken, which the next attempt finds.
      }
    }
  }

  private async process(
    tx: Tx,
    post: FormPost & { name: FormName },
    act: FormAction,
  ): Promise<FormResponse> {
    const hash = hashContent(post.fields)
    const arrived = await this.supersedeEarlier(tx, post)
    if (arrived) return arrived
    const now = this.parts.clock()
    const verdict = await act(tx, post.sender)
    // What refuses it may be the same post, which has just arrived.
    const repeat = verdict.isAccepted ? undefined : await this.findRepeat(tx, post)
    if (repeat) return repeat
    const body = { key: post.key, ...verdict.body }
    if (verdict.isAccepted) {
      const submission = {
        form_type: post.name,
        booking_id: verdict.bookingId ?? null,
        data: {
          ...withNormalizedEmail(verdict.fields ?? removeMetaFields(post.fields)),
          submitted_at: toIsoTime(now),
        },
        created_at: now,
      }
      if (verdict.onStored) await verdict.onStored(tx, await insertSubmissionForId(tx, submission))
      else await insertSubmission(tx, submission)
    }
    if (verdict.isFinal)
      await insertStoredResponse(tx, { key: post.key, hash, status: verdict.status, body }, now)
    return { status: verdict.status, body, ...(verdict.location && { location: verdict.location }) }
  }

  /**
   * Handles the earlier versions that a post replaces. If one was accepted, its answer is returned and
   * the new post has no effect. One that has not arrived yet will be refused when it arrives.
   */
  private async supersedeEarlier(
    tx: Tx,
    { fields, key }: FormPost,
  ): Promise<FormResponse | undefined> {
    const now = this.parts.clock()
    for (const replaced of parseSupersededKeys(fields)) {
      const before = await findStoredResponse(tx, replaced)
      if (before && before.status < 300) {
        const body = { ...JSON.parse(before.body), key, isEarlierVersion: true }
        await insertStoredResponse(
          tx,
          { key, hash: hashContent(fields), status: before.status, body },
          now,
        )
        return { status: before.status, body }
      }
      const { status, error } = bookingRefusals.key_reuse
      const body = { code: 'key_reuse', error }
      if (!before)
        await insertStoredResponse(tx, { key: replaced, hash: 'replaced', status, body }, now)
    }
    return undefined
  }
}

function removeMetaFields(fields: FormFields): FormFields {
  const {
    [FORM_NAME_FIELD]: _name,
    [HONEYPOT_FIELD]: _trap,
    [SUPERSEDES_FIELD]: _replaced,
    ...typed
  } = fields
  return typed
}

/** Normalises the address, so that it matches bookings and erasures. */
function withNormalizedEmail(fields: FormFields): FormFields {
  const email = fields.email && parseEmailAddress(fields.email)
  return email ? { ...fields, email } : fields
}

/** The same content in any order of fields has the same hash. */
function hashContent(fields: FormFields): string {
  return fingerprint(JSON.stringify(Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1))))
}
