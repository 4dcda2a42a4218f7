import { systemClock } from '#client/lib/clock.ts'
import { call } from '#client/lib/data/api.ts'
import { randomKey } from '#client/lib/data/ids.ts'
import { forgetUnfinished } from '#client/lib/data/unfinished.ts'
import { sameContent } from '#client/outbox/outbox.ts'
import { cancelBooking } from '#shared/booking/api.ts'
import { keyFor } from './content.ts'
import type { Receipt, WireFields } from './draft.ts'
import type { Flow, SubmitProblem } from './flow.ts'
import { liveHold } from './held-time.tsx'
import { settle } from './settle.ts'
import { type Sent, submitBooking } from './submit.ts'

/** A paid booking posts directly: a time is held only by the server, and only while someone pays. */
export async function postPaid(flow: Flow, fields: WireFields): Promise<SubmitProblem | undefined> {
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
