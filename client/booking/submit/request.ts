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

/** A free booking as the outbox takes it; `start` is chosen by then. */
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
      // Without the year: nothing is booked further ahead than the year's other end.
      title: `${service.title}, ${instantDateWords(start, zone, 'day')}, ${clockTime(start, zone)}`,
      detail: zoneLabel(start, zone),
    },
    slotStart: start,
    scheduleVersion: draft.version,
    amountShown: service.amount,
  }
}

/** What the page lives on once the server has the booking. */
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

/** Which of the reasons it is for which a time cannot be had. */
export function lostReasonOf({ code }: { code: string }) {
  return lostReasons.find((known) => known === code)
}

export function problemOf(problem: EntryProblem): SubmitProblem {
  const { fields = {} } = problem
  if (Object.keys(fields).length > 0) return { kind: 'fields', fields }
  return { kind: 'failed', message: failureOf(problem), waits: false }
}

/** Refusals whose text is written for people. */
const SPOKEN: readonly string[] = ['holds', 'payments_off', 'time'] satisfies BookingRefusalCode[]

/** The server's text where it is written for people, or our own; else the spec's. */
export function failureOf({ code, error, status }: Omit<EntryProblem, 'fields'>): string {
  return SPOKEN.includes(code) || status === undefined ? error : failedWith(status)
}

export function failedWith(status: number): string {
  return `Failed to submit booking form: ${status}`
}

/** The draft that an entry was, and the step at which its person goes on. */
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
  // It went while nobody looked.
  const lostReason = reason === 'taken' ? 'away' : reason
  return { draft: { ...kept, start: null, lost: start, lostReason }, step: 'other-time' }
}
