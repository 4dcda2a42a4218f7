import { useState } from 'react'
import { cancelBooking } from '../../shared/booking/api.ts'
import { catalogue } from '../../shared/booking/catalogue.ts'
import { call } from '../lib/api.ts'
import { systemClock } from '../lib/clock.ts'
import { randomKey } from '../lib/ids.ts'
import { completeBooking } from './complete.ts'
import { keyFor, sameContent, wireFields } from './content.ts'
import { emptyDraft, type Receipt, type WireFields } from './draft.ts'
import type { Flow } from './flow.ts'
import { liveHold } from './held-time.tsx'
import { type Sent, submitBooking } from './submit.ts'

export type SubmitProblem =
  | { kind: 'unsent' }
  | { kind: 'failed'; message: string }
  | { kind: 'fields'; fields: Record<string, string> }

export interface Submit {
  busy: boolean
  problem: SubmitProblem | undefined
  /** `trapped`: the field that no person sees was filled. */
  send(trapped: boolean): Promise<void>
}

/** Sends the draft and moves on to what the answer asks for. */
export function useSubmit(flow: Flow): Submit {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<SubmitProblem>()
  const send = async (trapped: boolean) => {
    const fields = wireFields(flow.draft, flow.service.type, flow.zone)
    if (trapped) return finish(flow, pretended(flow, fields))
    setBusy(true)
    setProblem(undefined)
    setProblem(await sendOnce(flow, fields))
    setBusy(false)
  }
  return { busy, problem, send }
}

async function sendOnce(flow: Flow, fields: WireFields): Promise<SubmitProblem | undefined> {
  const { draft, change, go } = flow
  const held = liveHold(draft.receipt, systemClock())
  if (held && sameContent(held.fields, fields)) {
    go('payment')
    return undefined
  }
  // The visitor changed the request: the time held for the former one is given back first.
  if (held?.bookingId && !(await call(cancelBooking, { id: held.bookingId })).ok)
    return { kind: 'unsent' }
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
    const { bookingId, status, holdExpiresAt, manageUrl } = booking
    const start = Date.parse(booking.start)
    const end = Date.parse(booking.end)
    const receipt = { bookingId, status, start, end, holdExpiresAt, manageUrl, fields, earlier }
    finish(flow, receipt)
    return undefined
  }
  if (outcome.kind === 'lost') {
    flow.change({ start: null, lost: flow.draft.start, lostReason: outcome.reason })
    flow.go('other-time', 'replace')
    return undefined
  }
  return outcome
}

function finish(flow: Flow, receipt: Receipt): void {
  if (receipt.status === 'awaiting_payment') {
    flow.change({ receipt })
    flow.go('payment')
    return
  }
  settle(flow, receipt)
}

/** The booking stands: what was typed leaves the device, but for what the page shows. */
export function settle(flow: Flow, receipt: Receipt): void {
  const { phone: _phone, message: _message, ...fields } = receipt.fields
  flow.change({
    ...emptyDraft(randomKey),
    zone: flow.draft.zone,
    receipt: { ...receipt, fields },
  })
  flow.go('confirmed', 'replace')
  void completeBooking(receipt)
}

/** What a filled spam trap gets to see; nothing is sent. */
function pretended({ draft, service }: Flow, fields: WireFields): Receipt {
  const start = draft.start ?? systemClock()
  const end = start + catalogue[service.type].durationMinutes * 60_000
  const none = { bookingId: null, holdExpiresAt: null, manageUrl: null, earlier: false }
  return { ...none, status: 'confirmed', start, end, fields }
}
