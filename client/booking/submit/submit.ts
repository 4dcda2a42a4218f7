import { type Attempt, lostReasons, type WireFields } from '#client/booking/draft.ts'
import { type ApiRefusal, type ApiResult, isNoAnswer, postForm } from '#client/lib/data/api.ts'
import type { NewKey } from '#client/lib/data/ids.ts'
import { BookingReceived, type BookingRefusalCode } from '#shared/booking/api.ts'

type Outcome =
  | { kind: 'received'; booking: BookingReceived; fields: WireFields; earlier: boolean }
  /** The time cannot be had any more. */
  | { kind: 'lost'; reason: (typeof lostReasons)[number] }
  | { kind: 'fields'; fields: Record<string, string> }
  | { kind: 'failed'; message: string }
  /** No answer: it may have arrived or not, and the same key may be sent again. */
  | { kind: 'unsent' }

interface Sending {
  key: string
  fields: WireFields
  before: Attempt | null
  newKey: NewKey
}

export interface Sent {
  outcome: Outcome
  /** What the next sending must know of this one. */
  key: string
  attempt: Attempt
}

const send = (fields: WireFields, key: string) => postForm(fields, key, BookingReceived)

/** Sends a booking once, whatever was lost on the way of an earlier try. */
export async function submitBooking({ key, fields, before, newKey }: Sending): Promise<Sent> {
  const answer = await send(fields, key)
  if (answer.ok || answer.refusal.code !== 'key_reuse' || !before) {
    return sent(answer, { fields, key })
  }
  // Other content had arrived under this key and its answer was lost: ask for that answer.
  const first = await send(before.fields, key)
  if (first.ok) return sent(first, { fields: before.fields, key, earlier: true })
  if (isNoAnswer(first.refusal)) return sent(first, { fields: before.fields, key })
  const fresh = newKey()
  return sent(await send(fields, fresh), { fields, key: fresh })
}

function sent(
  answer: ApiResult<BookingReceived>,
  what: { fields: WireFields; key: string; earlier?: boolean },
): Sent {
  const { fields, key, earlier = false } = what
  if (answer.ok) {
    const outcome: Outcome = { kind: 'received', booking: answer.value, fields, earlier }
    return { outcome, key, attempt: { fields, state: 'accepted' } }
  }
  const { status } = answer.refusal
  const final = status >= 400 && status < 429
  const outcome = outcomeOf(answer.refusal)
  return { outcome, key, attempt: { fields, state: final ? 'refused' : 'open' } }
}

const spoken: readonly string[] = ['holds', 'payments_off', 'time'] satisfies BookingRefusalCode[]

function outcomeOf(refusal: ApiRefusal): Outcome {
  const { code, status, error, fields } = refusal
  if (isNoAnswer(refusal)) return { kind: 'unsent' }
  const lost = lostReasons.find((known) => known === code)
  if (lost) return { kind: 'lost', reason: lost }
  if (fields && Object.keys(fields).length > 0) return { kind: 'fields', fields }
  if (spoken.includes(code)) return { kind: 'failed', message: error }
  return { kind: 'failed', message: `Failed to submit booking form: ${status}` }
}
