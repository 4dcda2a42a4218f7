import { useState } from 'react'
import {
  chooseIdempotencyKey,
  isSameRequest,
  toConfirmedFields,
  toWireFields,
} from '#client/booking/booking-fields.ts'
import {
  createEmptyDraft,
  type Draft,
  type Flow,
  getActiveHold,
  type SubmitProblem,
  type SubmittedBooking,
  type WireFields,
} from '#client/booking/flow.ts'
import { systemClock } from '#client/lib/clock.ts'
import {
  type ApiRefusal,
  type ApiResult,
  callEndpoint,
  isNetworkError,
  postForm,
} from '#client/lib/data/api.ts'
import { type KeyGenerator, randomKey } from '#client/lib/data/ids.ts'
import { clearAbandonedBooking } from '#client/lib/device/abandoned-booking.ts'
import { useEffectOn } from '#client/lib/use-effect-on.ts'
import { useOneAtATime } from '#client/lib/use-one-at-a-time.ts'
import type { SubmissionAttempt } from '#client/outbox/entry.ts'
import { removeEntry, submitForm } from '#client/outbox/outbox-client.ts'
import { useEntry } from '#client/outbox/use-entry.ts'
import { BookingReceived, cancelBooking } from '#shared/booking/api.ts'
import { type ChangedService, readChangedService } from '#shared/booking/booked-service.ts'
import { isPaid } from '#shared/content/services.ts'
import {
  formatFailedStatus,
  formatFailure,
  getLostReason,
  parseSubmittedBooking,
  toBookingSubmission,
  toSubmitProblem,
} from './booking-submission.ts'
import { finishBooking, isAsSent } from './finish-booking.ts'

export interface UseSubmitResult {
  busy: boolean
  problem: SubmitProblem | undefined
  /** `trapped`: the hidden spam trap field was filled. Resolves to the problem, if there is one. */
  send(trapped: boolean): Promise<SubmitProblem | undefined>
  /** Removes the queued request from the outbox; the form keeps its text. */
  cancel(): Promise<void>
}

/** Sends the draft, then goes to the step that the answer calls for. */
export function useSubmit(flow: Flow): UseSubmitResult {
  const { busy, run } = useOneAtATime()
  const [problem, setProblem] = useState<SubmitProblem>()
  const send = (trapped: boolean) =>
    run(async () => {
      const fields = toWireFields(flow.draft, flow, flow.zone)
      if (trapped) {
        finishBooking(flow, createHoneypotResult(flow, fields))
        return undefined
      }
      setProblem(undefined)
      const found = await (isPaid(flow.service)
        ? submitPaid(flow, fields)
        : submitToOutbox(flow, fields))
      setProblem(found)
      return found
    })
  const cancel = async () => {
    // `draft.attempt` stays: the request may have arrived, so the next one must name its key.
    if (await removeEntry(flow.draft.key)) setProblem(undefined)
  }
  useBackgroundSend(flow, problem)
  return { busy, problem, send, cancel }
}

/** Shows the booking once the outbox's retry succeeds, if the form was not changed since. */
function useBackgroundSend(flow: Flow, problem: SubmitProblem | undefined): void {
  const { draft, zone } = flow
  const entry = useEntry(problem?.kind === 'failed' && problem.isQueued ? draft.key : undefined)
  const fields = toWireFields(draft, flow, zone)
  const isAsSent = draft.attempt !== null && isSameRequest(draft.attempt.fields, fields)
  const arrived = entry?.state === 'sent' && isAsSent ? entry.deliveryReceipt?.answer : undefined
  useEffectOn(arrived, () => {
    const receipt = arrived && parseSubmittedBooking(arrived, fields)
    if (receipt) finishBooking(flow, receipt)
  })
}

/** A fake receipt for a filled spam trap; nothing is sent. */
function createHoneypotResult({ draft, service }: Flow, fields: WireFields): SubmittedBooking {
  const start = draft.start ?? systemClock()
  const end = start + service.durationMinutes * 60_000
  const price = { amount: service.amount, currency: service.currency, vat: null }
  const none = { bookingId: null, holdExpiresAt: null, manageUrl: null, isEarlierVersion: false }
  const known = { serviceTitle: service.title, price, fields }
  return { ...none, ...known, blocksSlot: true, status: 'confirmed', start, end }
}

/** For an accepted request whose answer does not match its schema. */
const COMPLETION_FAILED_TEXT = 'Failed to complete booking. Please try again.'

/** Sends a free booking by the outbox; returns the problem to show beside the form, if any. */
async function submitToOutbox(flow: Flow, fields: WireFields): Promise<SubmitProblem | undefined> {
  const { start } = flow.draft
  if (start === null)
    throw new Error('A booking without a start time cannot be sent. Choose a time first.')
  const content = toBookingSubmission(flow, start, fields)
  const { outcome, attempt } = await submitForm(content, toOutboxAttempt(flow.draft))
  flow.change({ key: attempt.key, attempt: { fields: attempt.fields, state: 'open' } })
  switch (outcome.kind) {
    case 'sent': {
      const receipt = parseSubmittedBooking(outcome.answer, fields)
      if (!receipt) return { kind: 'failed', message: COMPLETION_FAILED_TEXT, isQueued: false }
      finishBooking(flow, receipt)
      return undefined
    }
    case 'refused': {
      const reason = getLostReason(outcome.problem)
      if (reason) return goToOtherTimeStep(flow, reason)
      const changed = readChangedService(outcome.problem)
      if (!changed) return toSubmitProblem(outcome.problem)
      // A service that now costs something is booked without the outbox; the draft has the text.
      if (isPaid(changed.service)) await removeEntry(attempt.key)
      return showChangedService(flow, changed)
    }
    case 'queued':
      if (outcome.answered !== undefined)
        return { kind: 'failed', message: formatFailedStatus(outcome.answered), isQueued: true }
      goToSavedStep(flow, { ...attempt, savedAt: outcome.savedAt, start })
      return undefined
    case 'unsaved':
      return outcome.answered === undefined
        ? { kind: 'unsent', isStorageFull: outcome.isStorageFull }
        : { kind: 'failed', message: formatFailedStatus(outcome.answered), isQueued: false }
  }
}

/** The draft's last attempt, which `submitForm` compares with the new content. */
function toOutboxAttempt({ key, attempt }: Draft): SubmissionAttempt | undefined {
  return attempt ? { key, fields: attempt.fields } : undefined
}

/**
 * The request is queued: empties the draft, except what the step `saved` shows, and goes there. A
 * draft that was changed meanwhile stays, as a later version of the request.
 */
function goToSavedStep(
  flow: Flow,
  { key, savedAt, start, fields }: SubmissionAttempt & { savedAt: number; start: number },
) {
  const saved = { key, savedAt, start, fields: toConfirmedFields(fields) }
  const empty = createEmptyDraft(randomKey)
  flow.change((now) => ({
    ...(isAsSent(now, fields, flow) ? { ...empty, zone: now.zone } : {}),
    savedBooking: saved,
  }))
  flow.goToStep('saved', 'replace')
}

/** Posts a paid booking directly: its hold lasts 15 minutes, so queueing it makes no sense. */
async function submitPaid(flow: Flow, fields: WireFields): Promise<SubmitProblem | undefined> {
  const { draft, change, goToStep } = flow
  const hold = getActiveHold(draft.submittedBooking, systemClock())
  if (hold && isSameRequest(hold.fields, fields)) {
    goToStep('payment')
    return undefined
  }
  // The visitor changed the request: release the hold of the earlier one first.
  if (hold?.bookingId && !(await callEndpoint(cancelBooking, { id: hold.bookingId })).ok)
    return { kind: 'no connection' }
  // The accepted attempt's key now names a cancelled booking. Marked as refused, it gets a new key.
  const key = chooseIdempotencyKey(
    hold ? { ...draft, attempt: markRefused(draft.attempt) } : draft,
    fields,
    randomKey,
  )
  const previousAttempt = draft.attempt?.state === 'open' ? draft.attempt : null
  // Stored before sending: after a reload the same content must go out under the same key.
  change({ key, attempt: { fields, state: 'open' }, submittedBooking: null })
  return handleOutcome(
    flow,
    await submitBooking({ key, fields, previousAttempt, newKey: randomKey }),
  )
}

function markRefused(attempt: Flow['draft']['attempt']) {
  return attempt && { ...attempt, state: 'refused' as const }
}

function handleOutcome(
  flow: Flow,
  { outcome, key, attempt }: SubmitBookingResult,
): SubmitProblem | undefined {
  flow.change({ key, attempt })
  if (outcome.kind === 'received') {
    const { booking, fields, isEarlierVersion } = outcome
    const { bookingId, status, holdExpiresAt, blocksSlot, manageUrl } = booking
    const start = Date.parse(booking.start)
    const end = Date.parse(booking.end)
    const { serviceTitle, price } = booking
    const holdDetails = { holdExpiresAt, blocksSlot, serviceTitle, price, manageUrl }
    const receipt = { bookingId, status, start, end, ...holdDetails, fields, isEarlierVersion }
    continueBooking(flow, receipt)
    return undefined
  }
  if (outcome.kind === 'lost') return goToOtherTimeStep(flow, outcome.reason)
  if (outcome.kind === 'changed') return showChangedService(flow, outcome.service)
  if (outcome.kind === 'no answer') return { kind: 'no connection' }
  return outcome.kind === 'failed' ? { ...outcome, isQueued: false } : outcome
}

/** The visitor stays where they are, with what they typed, and the next attempt is made under what is offered now. */
function showChangedService(flow: Flow, changedService: ChangedService): SubmitProblem {
  flow.change({ changedService })
  return { kind: 'changed' }
}

/** Goes to the step for choosing another time. */
function goToOtherTimeStep(flow: Flow, lostReason: Draft['lostReason']): undefined {
  flow.change({ start: null, lostStart: flow.draft.start, lostReason })
  flow.goToStep('other-time', 'replace')
}

function continueBooking(flow: Flow, receipt: SubmittedBooking): void {
  clearAbandonedBooking()
  if (receipt.status === 'awaiting_payment') {
    flow.change({ submittedBooking: receipt })
    flow.goToStep('payment')
    return
  }
  finishBooking(flow, receipt)
}

type SubmitOutcome =
  | { kind: 'received'; booking: BookingReceived; fields: WireFields; isEarlierVersion: boolean }
  /** The time is no longer available. */
  | { kind: 'lost'; reason: NonNullable<Draft['lostReason']> }
  | { kind: 'changed'; service: ChangedService }
  | { kind: 'fields'; fields: Record<string, string> }
  | { kind: 'failed'; message: string }
  /** No answer: the request may have arrived, so it must be retried with the same key. */
  | { kind: 'no answer' }

interface SubmitBookingOptions {
  key: string
  fields: WireFields
  previousAttempt: Draft['attempt']
  newKey: KeyGenerator
}

interface SubmitBookingResult {
  outcome: SubmitOutcome
  /** Key and attempt to store for the next try. */
  key: string
  attempt: NonNullable<Draft['attempt']>
}

const postBooking = (fields: WireFields, key: string) => postForm(fields, key, BookingReceived)

/**
 * Posts a booking so that it is made at most once, even if the answer to an earlier attempt
 * (`previousAttempt`) was lost. Never throws; a missing answer is the outcome `no answer`.
 */
export async function submitBooking({
  key,
  fields,
  previousAttempt,
  newKey,
}: SubmitBookingOptions): Promise<SubmitBookingResult> {
  const answer = await postBooking(fields, key)
  if (answer.ok || answer.refusal.code !== 'key_reuse' || !previousAttempt) {
    return toSubmitResult(answer, { fields, key })
  }
  // The server has other content under this key: the earlier attempt. Fetch its answer by replay.
  const first = await postBooking(previousAttempt.fields, key)
  if (first.ok)
    return toSubmitResult(first, {
      fields: previousAttempt.fields,
      key,
      isEarlierVersion: true,
    })
  if (isNetworkError(first.refusal))
    return toSubmitResult(first, { fields: previousAttempt.fields, key })
  const fresh = newKey()
  return toSubmitResult(await postBooking(fields, fresh), { fields, key: fresh })
}

interface SubmittedAttempt {
  fields: WireFields
  key: string
  isEarlierVersion?: boolean
}

function toSubmitResult(
  answer: ApiResult<BookingReceived>,
  { fields, key, isEarlierVersion = false }: SubmittedAttempt,
): SubmitBookingResult {
  if (answer.ok) {
    const outcome: SubmitOutcome = {
      kind: 'received',
      booking: answer.value,
      fields,
      isEarlierVersion,
    }
    return { outcome, key, attempt: { fields, state: 'accepted' } }
  }
  const { status } = answer.refusal
  // 429 and server errors are temporary, and without an answer (0) the request may have arrived.
  const final = status >= 400 && status < 429
  const outcome = toSubmitOutcome(answer.refusal)
  return { outcome, key, attempt: { fields, state: final ? 'refused' : 'open' } }
}

function toSubmitOutcome(refusal: ApiRefusal): SubmitOutcome {
  const { fields = {} } = refusal
  if (isNetworkError(refusal)) return { kind: 'no answer' }
  const reason = getLostReason(refusal)
  if (reason) return { kind: 'lost', reason }
  const service = readChangedService(refusal)
  if (service) return { kind: 'changed', service }
  if (Object.keys(fields).length > 0) return { kind: 'fields', fields }
  return { kind: 'failed', message: formatFailure(refusal) }
}
