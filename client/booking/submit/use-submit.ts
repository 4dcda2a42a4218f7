import { useState } from 'react'
import { keyFor, wireFields } from '#client/booking/content.ts'
import {
  type Draft,
  emptyDraft,
  type Flow,
  liveHold,
  type Receipt,
  type SubmitProblem,
  type WireFields,
} from '#client/booking/flow.ts'
import { systemClock } from '#client/lib/clock.ts'
import {
  type ApiRefusal,
  type ApiResult,
  call,
  isNoAnswer,
  postForm,
} from '#client/lib/data/api.ts'
import { type NewKey, randomKey } from '#client/lib/data/ids.ts'
import { forgetUnfinished } from '#client/lib/device/unfinished.ts'
import { useEffectOn } from '#client/lib/use-effect-on.ts'
import { type Attempt, sameContent } from '#client/outbox/entry.ts'
import { submit, takeBack } from '#client/outbox/outbox.ts'
import { useEntry } from '#client/outbox/use-entry.ts'
import { BookingReceived, cancelBooking } from '#shared/booking/api.ts'
import { catalogue, isPaid } from '#shared/booking/catalogue.ts'
import { settle } from './finish-booking.ts'
import {
  bookingContent,
  failedWith,
  failureOf,
  lostReasonOf,
  problemOf,
  receiptFrom,
} from './request.ts'

export interface Submit {
  busy: boolean
  problem: SubmitProblem | undefined
  /** `trapped`: the hidden spam trap field was filled. */
  send(trapped: boolean): Promise<void>
  /** Removes the queued request from the outbox; the form keeps its text. */
  cancel(): Promise<void>
}

/** Sends the draft, then goes to the step that the answer calls for. */
export function useSubmit(flow: Flow): Submit {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<SubmitProblem>()
  const send = async (trapped: boolean) => {
    const fields = wireFields(flow.draft, flow.service.type, flow.zone)
    if (trapped) return settle(flow, pretended(flow, fields))
    setBusy(true)
    setProblem(undefined)
    setProblem(await (isPaid(flow.service) ? postPaid(flow, fields) : handOver(flow, fields)))
    setBusy(false)
  }
  const cancel = async () => {
    // `draft.attempt` stays: the request may have arrived, so the next one must name its key.
    if (await takeBack(flow.draft.key)) setProblem(undefined)
  }
  useArrival(flow, problem)
  return { busy, problem, send, cancel }
}

/** Shows the booking once the outbox's retry succeeds, if the form was not changed since. */
function useArrival(flow: Flow, problem: SubmitProblem | undefined): void {
  const { draft, service, zone } = flow
  const entry = useEntry(problem?.kind === 'failed' && problem.waits ? draft.key : undefined)
  const fields = wireFields(draft, service.type, zone)
  const isAsSent = draft.attempt !== null && sameContent(draft.attempt.fields, fields)
  const arrived = entry?.state === 'sent' && isAsSent ? entry.receipt?.answer : undefined
  useEffectOn(arrived, () => {
    const receipt = arrived && receiptFrom(arrived, fields)
    if (receipt) settle(flow, receipt)
  })
}

/** A fake receipt for a filled spam trap; nothing is sent. */
function pretended({ draft, service }: Flow, fields: WireFields): Receipt {
  const start = draft.start ?? systemClock()
  const end = start + catalogue[service.type].durationMinutes * 60_000
  const none = { bookingId: null, holdExpiresAt: null, manageUrl: null, earlier: false }
  return { ...none, keepsTime: true, status: 'confirmed', start, end, fields }
}

/** For an accepted request whose answer does not match its schema. */
const NOT_COMPLETED = 'Failed to complete booking. Please try again.'

/** Sends a free booking by the outbox; returns the problem to show beside the form, if any. */
async function handOver(flow: Flow, fields: WireFields): Promise<SubmitProblem | undefined> {
  const { start } = flow.draft
  if (start === null) throw new Error('A request has a time')
  const content = bookingContent(flow, start, fields)
  const { outcome, attempt } = await submit(content, attemptOf(flow.draft))
  flow.change({ key: attempt.key, attempt: { fields: attempt.fields, state: 'open' } })
  switch (outcome.kind) {
    case 'sent': {
      const receipt = receiptFrom(outcome.answer, fields)
      if (!receipt) return { kind: 'failed', message: NOT_COMPLETED, waits: false }
      settle(flow, receipt)
      return undefined
    }
    case 'refused': {
      const reason = lostReasonOf(outcome.problem)
      return reason ? offerOther(flow, reason) : problemOf(outcome.problem)
    }
    case 'waiting':
      if (outcome.answered !== undefined)
        return { kind: 'failed', message: failedWith(outcome.answered), waits: true }
      save(flow, { ...attempt, savedAt: outcome.savedAt, start })
      return undefined
    case 'unsaved':
      return outcome.answered === undefined
        ? { kind: 'unsent', full: outcome.full }
        : { kind: 'failed', message: failedWith(outcome.answered), waits: false }
  }
}

/** The draft's last attempt, which `submit` compares with the new content. */
function attemptOf({ key, attempt }: Draft): Attempt | undefined {
  return attempt ? { key, fields: attempt.fields } : undefined
}

/** The request is queued: empties the draft, except what the step `saved` shows, and goes there. */
function save(
  flow: Flow,
  { key, savedAt, start, fields }: Attempt & { savedAt: number; start: number },
) {
  const { phone: _phone, message: _message, ...shown } = fields
  const saved = { key, savedAt, start, fields: shown }
  flow.change({ ...emptyDraft(randomKey), zone: flow.draft.zone, saved })
  flow.go('saved', 'replace')
}

/** Posts a paid booking directly: its hold lasts 15 minutes, so queueing it makes no sense. */
async function postPaid(flow: Flow, fields: WireFields): Promise<SubmitProblem | undefined> {
  const { draft, change, go } = flow
  const held = liveHold(draft.receipt, systemClock())
  if (held && sameContent(held.fields, fields)) {
    go('payment')
    return undefined
  }
  // The visitor changed the request: release the hold of the earlier one first.
  if (held?.bookingId && !(await call(cancelBooking, { id: held.bookingId })).ok)
    return { kind: 'no connection' }
  const key = keyFor(held ? { ...draft, attempt: ended(draft.attempt) } : draft, fields, randomKey)
  const before = draft.attempt?.state === 'open' ? draft.attempt : null
  // Stored before sending: after a reload the same content must go out under the same key.
  change({ key, attempt: { fields, state: 'open' }, receipt: null })
  return conclude(flow, await submitBooking({ key, fields, before, newKey: randomKey }))
}

function ended(attempt: Flow['draft']['attempt']) {
  return attempt && { ...attempt, state: 'refused' as const }
}

function conclude(flow: Flow, { outcome, key, attempt }: Sent): SubmitProblem | undefined {
  flow.change({ key, attempt })
  if (outcome.kind === 'received') {
    const { booking, fields, earlier } = outcome
    const { bookingId, status, holdExpiresAt, keepsTime, manageUrl } = booking
    const start = Date.parse(booking.start)
    const end = Date.parse(booking.end)
    const kept = { holdExpiresAt, keepsTime, manageUrl }
    const receipt = { bookingId, status, start, end, ...kept, fields, earlier }
    finish(flow, receipt)
    return undefined
  }
  if (outcome.kind === 'lost') return offerOther(flow, outcome.reason)
  if (outcome.kind === 'unsent') return { kind: 'no connection' }
  return outcome.kind === 'failed' ? { ...outcome, waits: false } : outcome
}

/** Goes to the step for choosing another time. */
function offerOther(flow: Flow, lostReason: Draft['lostReason']): undefined {
  flow.change({ start: null, lost: flow.draft.start, lostReason })
  flow.go('other-time', 'replace')
}

function finish(flow: Flow, receipt: Receipt): void {
  forgetUnfinished()
  if (receipt.status === 'awaiting_payment') {
    flow.change({ receipt })
    flow.go('payment')
    return
  }
  settle(flow, receipt)
}

type Outcome =
  | { kind: 'received'; booking: BookingReceived; fields: WireFields; earlier: boolean }
  /** The time is no longer available. */
  | { kind: 'lost'; reason: NonNullable<Draft['lostReason']> }
  | { kind: 'fields'; fields: Record<string, string> }
  | { kind: 'failed'; message: string }
  /** No answer: the request may have arrived, so it must be retried with the same key. */
  | { kind: 'unsent' }

interface Sending {
  key: string
  fields: WireFields
  before: Draft['attempt']
  newKey: NewKey
}

interface Sent {
  outcome: Outcome
  /** Key and attempt to store for the next try. */
  key: string
  attempt: NonNullable<Draft['attempt']>
}

const send = (fields: WireFields, key: string) => postForm(fields, key, BookingReceived)

/**
 * Posts a booking so that it is made at most once, even if the answer to an earlier attempt
 * (`before`) was lost. Never throws; a missing answer is the outcome `unsent`.
 */
export async function submitBooking({ key, fields, before, newKey }: Sending): Promise<Sent> {
  const answer = await send(fields, key)
  if (answer.ok || answer.refusal.code !== 'key_reuse' || !before) {
    return sent(answer, { fields, key })
  }
  // The server has other content under this key: the earlier attempt. Fetch its answer by replay.
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

function outcomeOf(refusal: ApiRefusal): Outcome {
  const { fields = {} } = refusal
  if (isNoAnswer(refusal)) return { kind: 'unsent' }
  const reason = lostReasonOf(refusal)
  if (reason) return { kind: 'lost', reason }
  if (Object.keys(fields).length > 0) return { kind: 'fields', fields }
  return { kind: 'failed', message: failureOf(refusal) }
}
