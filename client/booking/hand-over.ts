import { randomKey } from '#client/lib/data/ids.ts'
import { type Attempt, submit } from '#client/outbox/outbox.ts'
import { type Draft, emptyDraft, type WireFields } from './draft.ts'
import type { Flow, SubmitProblem } from './flow.ts'
import { bookingContent, failedWith, lostReasonOf, problemOf, receiptFrom } from './request.ts'
import { settle } from './settle.ts'

/** The server took the request, and its answer cannot be made sense of. */
const NOT_COMPLETED = 'Failed to complete booking. Please try again.'

/** A free booking goes by the outbox; answers with what the visitor has to be told beside the form. */
export async function handOver(flow: Flow, fields: WireFields): Promise<SubmitProblem | undefined> {
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
