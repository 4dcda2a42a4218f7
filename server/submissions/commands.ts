import type { Database, Tx } from '#server/db/database.ts'
import {
  answer,
  decline,
  type FormAnswer,
  type FormFields,
  type FormHandler,
  type HttpResult,
  type Sender,
} from '#server/http/answer.ts'
import type { Clock } from '#server/lib/clock.ts'
import { fingerprint } from '#server/lib/ids.ts'
import { bookingRefusals } from '#shared/booking/api.ts'
import { isoTime } from '#shared/lib/date.ts'
import { readEmailAddress } from '#shared/lib/fields.ts'
import { markForm } from '#shared/submissions/api.ts'
import {
  FORM_NAME,
  type FormName,
  formNames,
  REPLACES,
  replacedKeys,
  SPAM_TRAP,
} from '#shared/submissions/form-post.ts'
import {
  deleteRead,
  findAnswer,
  insertAnswer,
  insertRead,
  insertSubmission,
  isStored,
} from './store.ts'

interface Post {
  fields: FormFields
  /** The device's idempotency key, or a new one if the form sent none. */
  key: string
  sender: Sender
}

export type PostAnswer = Pick<FormAnswer, 'status' | 'body' | 'location'>

interface SubmissionParts {
  db: Database
  clock: Clock
  /** The signed path to a booking. It is computed for each answer and never stored with one. */
  linkTo(bookingId: string): string
}

/** Handles every form post: validates it, acts once per key, and stores its answer for repeats. */
export class Submissions {
  private readonly handlers = new Map<FormName, FormHandler>()

  constructor(private readonly parts: SubmissionParts) {}

  on(name: FormName, handler: FormHandler): void {
    this.handlers.set(name, handler)
  }

  async submit(post: Post): Promise<PostAnswer> {
    const name = formNames.find((candidate) => candidate === post.fields[FORM_NAME])
    const handler = name && this.handlers.get(name)
    if (!name || !handler)
      return { status: 400, body: { code: 'form', error: 'This form is not known.' } }
    if (post.fields[SPAM_TRAP]) return { status: 201, body: { key: post.key, status: 'received' } }
    const prepared = handler(post.fields)
    if (!prepared.ok)
      return this.answeredBefore(post) ?? { status: prepared.status, body: prepared.refusal }
    const answer = await this.parts.db.write((tx) =>
      this.answerOnce(tx, { ...post, name }, prepared.value),
    )
    return this.withLink(answer)
  }

  private withLink(answer: PostAnswer): PostAnswer {
    const { bookingId } = answer.body as { bookingId?: string }
    if (bookingId === undefined) return answer
    return { ...answer, body: { ...answer.body, manageUrl: this.parts.linkTo(bookingId) } }
  }

  /** The stored answer to a repeat: it counts even if stricter rules now refuse the post. */
  private answeredBefore({ key, fields }: Post): PostAnswer | undefined {
    const before = findAnswer(this.parts.db.read, key)
    if (before?.hash !== contentHash(fields)) return undefined
    return this.withLink({ status: before.status, body: JSON.parse(before.body) })
  }

  private answerOnce(
    tx: Tx,
    post: Post & { name: FormName },
    act: (tx: Tx, sender: Sender) => FormAnswer,
  ): PostAnswer {
    const hash = contentHash(post.fields)
    const before = findAnswer(tx, post.key)
    if (before) {
      if (before.hash === hash) return { status: before.status, body: JSON.parse(before.body) }
      const { status, error } = bookingRefusals.key_reuse
      return { status, body: { code: 'key_reuse', error } }
    }
    const arrived = this.takePlace(tx, post)
    if (arrived) return arrived
    const now = this.parts.clock()
    const verdict = act(tx, post.sender)
    const body = { key: post.key, ...verdict.body }
    if (verdict.accepted) {
      const id = insertSubmission(tx, {
        form_type: post.name,
        booking_id: verdict.bookingId ?? null,
        data: {
          ...withStoredEmail(verdict.fields ?? withoutPlumbing(post.fields)),
          submitted_at: isoTime(now),
        },
        created_at: now,
      })
      verdict.onStored?.(tx, id)
    }
    if (verdict.final) insertAnswer(tx, { key: post.key, hash, status: verdict.status, body }, now)
    return { status: verdict.status, body, ...(verdict.location && { location: verdict.location }) }
  }

  /**
   * Handles the earlier versions that a post replaces. If one was accepted, its answer stands and
   * the new post has no effect. One that has not arrived yet will be refused when it arrives.
   */
  private takePlace(tx: Tx, { fields, key }: Post): PostAnswer | undefined {
    const now = this.parts.clock()
    for (const replaced of replacedKeys(fields)) {
      const before = findAnswer(tx, replaced)
      if (before && before.status < 300) {
        const body = { ...JSON.parse(before.body), key, earlier: true }
        insertAnswer(tx, { key, hash: contentHash(fields), status: before.status, body }, now)
        return { status: before.status, body }
      }
      const { status, error } = bookingRefusals.key_reuse
      const body = { code: 'key_reuse', error }
      if (!before) insertAnswer(tx, { key: replaced, hash: 'replaced', status, body }, now)
    }
    return undefined
  }
}

function withoutPlumbing(fields: FormFields): FormFields {
  const { [FORM_NAME]: _name, [SPAM_TRAP]: _trap, [REPLACES]: _replaced, ...typed } = fields
  return typed
}

/** Normalises the address, so that it matches bookings and erasures. */
function withStoredEmail(fields: FormFields): FormFields {
  const email = fields.email && readEmailAddress(fields.email)
  return email ? { ...fields, email } : fields
}

/** The same content in any order of fields has the same hash. */
function contentHash(fields: FormFields): string {
  return fingerprint(JSON.stringify(Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1))))
}

interface ReadMark {
  id: number
  read: boolean
}

/** Marks a submission as read or unread by the owner; refused (404) if it does not exist. */
export function markRead(
  { db, clock }: { db: Database; clock: Clock },
  { id, read }: ReadMark,
): Promise<HttpResult<ReadMark>> {
  return db.write((tx) => {
    if (!isStored(tx, id)) return decline(404, 'not_found', markForm.failure)
    if (read) insertRead(tx, id, clock())
    else deleteRead(tx, id)
    return answer({ id, read })
  })
}
