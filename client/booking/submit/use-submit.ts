import { useState } from 'react'
import { keyFor, wireFields } from '#client/booking/content.ts'
import { type Draft, emptyDraft, type Receipt, type WireFields } from '#client/booking/draft.ts'
import type { Flow, SubmitProblem } from '#client/booking/flow.ts'
import { systemClock } from '#client/lib/clock.ts'
import { call } from '#client/lib/data/api.ts'
import { randomKey } from '#client/lib/data/ids.ts'
import { forgetUnfinished } from '#client/lib/device/unfinished.ts'
import { useEffectOn } from '#client/lib/use-effect-on.ts'
import { type Attempt, sameContent } from '#client/outbox/entry.ts'
import { submit, takeBack } from '#client/outbox/outbox.ts'
import { useEntry } from '#client/outbox/use-entry.ts'
import { cancelBooking } from '#shared/booking/api.ts'
import { catalogue, isPaid } from '#shared/booking/catalogue.ts'
import { settle } from './finish-booking.ts'
import { liveHold } from './hold.tsx'
import { bookingContent, failedWith, lostReasonOf, problemOf, receiptFrom } from './request.ts'
import { type Sent, submitBooking } from './submit.ts'

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
      const lostReason = lostReasonOf(outcome.problem)
      if (!lostReason) return problemOf(outcome.problem)
      flow.change({ start: null, lost: start, lostReason })
      flow.go('other-time', 'replace')
      return undefined
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
  if (outcome.kind === 'lost') {
    flow.change({ start: null, lost: flow.draft.start, lostReason: outcome.reason })
    flow.go('other-time', 'replace')
    return undefined
  }
  if (outcome.kind === 'unsent') return { kind: 'no connection' }
  return outcome.kind === 'failed' ? { ...outcome, waits: false } : outcome
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
