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
  /** `trapped`: the field that no person sees was filled. */
  send(trapped: boolean): Promise<void>
  /** Takes back what waits to be tried again; what is typed stays. */
  cancel(): Promise<void>
}

/** Sends the draft and moves on to what the answer asks for. */
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
    // The draft remembers it: it may have arrived, and what is sent next names it.
    if (await takeBack(flow.draft.key)) setProblem(undefined)
  }
  useArrival(flow, problem)
  return { busy, problem, send, cancel }
}

/** What failed at first is tried again by itself; unless it was changed since, that is the booking. */
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

/** What a filled spam trap gets to see; nothing is sent. */
function pretended({ draft, service }: Flow, fields: WireFields): Receipt {
  const start = draft.start ?? systemClock()
  const end = start + catalogue[service.type].durationMinutes * 60_000
  const none = { bookingId: null, holdExpiresAt: null, manageUrl: null, earlier: false }
  return { ...none, keepsTime: true, status: 'confirmed', start, end, fields }
}

/** The server took the request, and its answer cannot be made sense of. */
const NOT_COMPLETED = 'Failed to complete booking. Please try again.'

/** A free booking goes by the outbox; answers with what the visitor has to be told beside the form. */
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

/** The last handing over of this draft, if it was not settled. */
function attemptOf({ key, attempt }: Draft): Attempt | undefined {
  return attempt ? { key, fields: attempt.fields } : undefined
}

/** The outbox has it: what was typed leaves the draft, but for what the page shows. */
function save(
  flow: Flow,
  { key, savedAt, start, fields }: Attempt & { savedAt: number; start: number },
) {
  const { phone: _phone, message: _message, ...shown } = fields
  const saved = { key, savedAt, start, fields: shown }
  flow.change({ ...emptyDraft(randomKey), zone: flow.draft.zone, saved })
  flow.go('saved', 'replace')
}

/** A paid booking posts directly: a time is held only by the server, and only while someone pays. */
async function postPaid(flow: Flow, fields: WireFields): Promise<SubmitProblem | undefined> {
  const { draft, change, go } = flow
  const held = liveHold(draft.receipt, systemClock())
  if (held && sameContent(held.fields, fields)) {
    go('payment')
    return undefined
  }
  // The visitor changed the request: the time held for the former one is given back first.
  if (held?.bookingId && !(await call(cancelBooking, { id: held.bookingId })).ok)
    return { kind: 'no connection' }
  const key = keyFor(held ? { ...draft, attempt: ended(draft.attempt) } : draft, fields, randomKey)
  const before = draft.attempt?.state === 'open' ? draft.attempt : null
  // Noted before it leaves: a reload in between must not send it under another key.
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

/** The time cannot be had any more; the next step says so. */
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
  /** The time cannot be had any more. */
  | { kind: 'lost'; reason: NonNullable<Draft['lostReason']> }
  | { kind: 'fields'; fields: Record<string, string> }
  | { kind: 'failed'; message: string }
  /** No answer: it may have arrived or not, and the same key may be sent again. */
  | { kind: 'unsent' }

interface Sending {
  key: string
  fields: WireFields
  before: Draft['attempt']
  newKey: NewKey
}

interface Sent {
  outcome: Outcome
  /** What the next sending must know of this one. */
  key: string
  attempt: NonNullable<Draft['attempt']>
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

function outcomeOf(refusal: ApiRefusal): Outcome {
  const { fields = {} } = refusal
  if (isNoAnswer(refusal)) return { kind: 'unsent' }
  const reason = lostReasonOf(refusal)
  if (reason) return { kind: 'lost', reason }
  if (Object.keys(fields).length > 0) return { kind: 'fields', fields }
  return { kind: 'failed', message: failureOf(refusal) }
}
