import { safeParse } from 'valibot'
import { withChoice } from '#client/booking/details/prefill.ts'
import {
  type Draft,
  emptyDraft,
  type Flow,
  lostReasons,
  type Receipt,
  type StepName,
  type SubmitProblem,
  type WireFields,
} from '#client/booking/flow.ts'
import { randomKey } from '#client/lib/data/ids.ts'
import type { Content, EntryProblem, OutboxEntry } from '#client/outbox/entry.ts'
import { BookingReceived, type BookingRefusalCode } from '#shared/booking/api.ts'
import { clockTime, zoneLabel } from '#shared/booking/times.ts'
import { instantDateWords } from '#shared/lib/date-words.ts'
import { wallOf } from '#shared/lib/zone.ts'

/** A free booking as outbox content; `start` is UTC milliseconds. */
export function bookingContent(
  { service, zone, draft }: Flow,
  start: number,
  fields: WireFields,
): Content {
  return {
    form: 'booking',
    fields,
    typed: null,
    summary: {
      // The year is left out: by default bookings are open for the next 90 days only.
      title: `${service.title}, ${instantDateWords(start, zone, 'day')}, ${clockTime(start, zone)}`,
      detail: zoneLabel(start, zone),
    },
    slotStart: start,
    scheduleVersion: draft.version,
    amountShown: service.amount,
  }
}

/** Receipt from the server's answer; undefined if the answer does not match its schema. */
export function receiptFrom(
  answer: Record<string, unknown>,
  fields: WireFields,
): Receipt | undefined {
  const received = safeParse(BookingReceived, answer)
  if (!received.success) return undefined
  const {
    bookingId,
    status,
    holdExpiresAt,
    keepsTime,
    manageUrl,
    earlier = false,
  } = received.output
  const start = Date.parse(received.output.start)
  const end = Date.parse(received.output.end)
  return { bookingId, status, start, end, holdExpiresAt, keepsTime, manageUrl, fields, earlier }
}

/** The refusal code as a reason for a lost time; undefined if the refusal is of another kind. */
export function lostReasonOf({ code }: { code: string }) {
  return lostReasons.find((known) => known === code)
}

/** The problem to show for a refused outbox entry: at single fields if the server names any. */
export function problemOf(problem: EntryProblem): SubmitProblem {
  const { fields = {} } = problem
  if (Object.keys(fields).length > 0) return { kind: 'fields', fields }
  return { kind: 'failed', message: failureOf(problem), waits: false }
}

/** Refusal codes whose server text is shown to the visitor. */
const SPOKEN: readonly string[] = ['holds', 'payments_off', 'time'] satisfies BookingRefusalCode[]

/** The error's own text if it is written for visitors, else the generic text with its status. */
export function failureOf({ code, error, status }: Omit<EntryProblem, 'fields'>): string {
  return SPOKEN.includes(code) || status === undefined ? error : failedWith(status)
}

export function failedWith(status: number): string {
  return `Failed to submit booking form: ${status}`
}

/** Rebuilds the draft from an outbox entry, with the step at which the visitor continues. */
export function draftOf(entry: OutboxEntry, { zone }: Flow): { draft: Draft; step: StepName } {
  const fields = entry.fields ?? {}
  const reason = entry.problem && lostReasonOf(entry.problem)
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
  if (!reason) return { draft: { ...kept, start }, step: 'details' }
  // The time was taken while the entry was in the outbox.
  const lostReason = reason === 'taken' ? 'away' : reason
  return { draft: { ...kept, start: null, lost: start, lostReason }, step: 'other-time' }
}
