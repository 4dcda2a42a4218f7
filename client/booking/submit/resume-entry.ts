import { withChoice } from '#client/booking/details/prefill.ts'
import { type Draft, emptyDraft } from '#client/booking/draft.ts'
import type { Flow, StepName } from '#client/booking/flow.ts'
import { randomKey } from '#client/lib/data/ids.ts'
import type { OutboxEntry } from '#client/outbox/entry.ts'
import { wallOf } from '#shared/lib/zone.ts'
import { lostReasonOf } from './request.ts'

/** The draft that an entry was, and the step at which its person goes on. */
export function draftOf(entry: OutboxEntry, { zone }: Flow): { draft: Draft; step: StepName } {
  const fields = entry.fields ?? {}
  const lostReason = entry.problem ? lostReasonOf(entry.problem) : undefined
  const start = entry.slotStart
  const filled = withChoice(emptyDraft(randomKey), {
    destinations: (fields.destinations ?? '').split(',').filter(Boolean),
    otherDestination: fields.other_destination ?? '',
    firstName: fields.first_name ?? '',
    lastName: fields.last_name ?? '',
    email: fields.email ?? '',
    phone: fields.phone ?? '',
  })
  const kept: Draft = {
    ...filled,
    message: fields.message ?? '',
    terms: true,
    zone,
    date: start === null ? null : wallOf(start, zone).date,
    key: entry.key,
    attempt: { fields, state: 'open' },
  }
  return lostReason
    ? {
        draft: { ...kept, start: null, lost: start, lostReason: awayFrom(lostReason) },
        step: 'other-time',
      }
    : { draft: { ...kept, start }, step: 'details' }
}

/** It went while nobody looked. */
function awayFrom(reason: NonNullable<Draft['lostReason']>): Draft['lostReason'] {
  return reason === 'taken' ? 'away' : reason
}
