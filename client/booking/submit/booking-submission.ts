import { safeParse } from 'valibot'
import { toDraftBuyer } from '#client/booking/booking-fields.ts'
import { fillFromInquiry } from '#client/booking/details/prefill.ts'
import {
  createEmptyDraft,
  type Draft,
  type Flow,
  lostReasons,
  type StepName,
  type SubmitProblem,
  type SubmittedBooking,
  type WireFields,
} from '#client/booking/flow.ts'
import { randomKey } from '#client/lib/data/ids.ts'
import type { EntryProblem, OutboxEntry, SubmissionContent } from '#client/outbox/entry.ts'
import { BookingReceived, type BookingRefusalCode } from '#shared/booking/api.ts'
import { formatClockTime, formatZoneWithOffset } from '#shared/booking/zoned-time.ts'
import { formatInstantDate } from '#shared/lib/format-date.ts'
import { toWallTime } from '#shared/lib/time-zone.ts'

/** A free booking as outbox content; `start` is UTC milliseconds. */
export function toBookingSubmission(
  { service, zone, draft }: Flow,
  start: number,
  fields: WireFields,
): SubmissionContent {
  return {
    form: 'booking',
    fields,
    formValues: null,
    summary: {
      // The year is left out: by default bookings are open for the next 90 days only.
      title: `${service.title}, ${formatInstantDate(start, zone, 'day')}, ${formatClockTime(start, zone)}`,
      detail: formatZoneWithOffset(start, zone),
    },
    slotStart: start,
    scheduleVersion: draft.scheduleVersion,
    shownAmount: service.amount,
  }
}

/** Receipt from the server's answer; undefined if the answer does not match its schema. */
export function parseSubmittedBooking(
  answer: Record<string, unknown>,
  fields: WireFields,
): SubmittedBooking | undefined {
  const received = safeParse(BookingReceived, answer)
  if (!received.success) return undefined
  const {
    bookingId,
    status,
    holdExpiresAt,
    blocksSlot,
    manageUrl,
    isEarlierVersion = false,
  } = received.output
  const start = Date.parse(received.output.start)
  const end = Date.parse(received.output.end)
  return {
    bookingId,
    status,
    start,
    end,
    holdExpiresAt,
    blocksSlot,
    manageUrl,
    fields,
    isEarlierVersion,
  }
}

/** The refusal code as a reason for a lost time; undefined if the refusal is of another kind. */
export function getLostReason({ code }: { code: string }) {
  return lostReasons.find((known) => known === code)
}

/** The problem to show for a refused outbox entry: at single fields if the server names any. */
export function toSubmitProblem(problem: EntryProblem): SubmitProblem {
  const { fields = {} } = problem
  if (Object.keys(fields).length > 0) return { kind: 'fields', fields }
  return { kind: 'failed', message: formatFailure(problem), isQueued: false }
}

/** Refusal codes whose server text is shown to the visitor. */
const CODES_WITH_TEXT: readonly string[] = [
  'holds',
  'payments_off',
  'time',
] satisfies BookingRefusalCode[]

/** The error's own text if it is written for visitors, else the generic text with its status. */
export function formatFailure({ code, error, status }: Omit<EntryProblem, 'fields'>): string {
  return CODES_WITH_TEXT.includes(code) || status === undefined ? error : formatFailedStatus(status)
}

export function formatFailedStatus(status: number): string {
  return `Failed to submit booking form: ${status}`
}

/**
 * Rebuilds the draft from an outbox entry, with the step at which the visitor continues. A draft
 * that is a later version of the entry stays.
 */
export function restoreDraft(entry: OutboxEntry, flow: Flow): { draft: Draft; step: StepName } {
  const isLater = flow.draft.attempt !== null && flow.draft.key === entry.key
  const restored = isLater ? { ...flow.draft, savedBooking: null } : toDraft(entry, flow)
  const reason = entry.problem && getLostReason(entry.problem)
  if (!reason) return { draft: restored, step: 'details' }
  // The time was taken while the entry was in the outbox.
  const lostReason = reason === 'taken' ? 'away' : reason
  const lostStart = entry.slotStart
  return { draft: { ...restored, start: null, lostStart, lostReason }, step: 'other-time' }
}

function toDraft({ key, fields: sent, slotStart: start }: OutboxEntry, { zone }: Flow): Draft {
  const fields = sent ?? {}
  const filled = fillFromInquiry(createEmptyDraft(randomKey), {
    destinations: (fields.destinations ?? '').split(',').filter(Boolean),
    otherDestination: fields.other_destination ?? '',
    firstName: fields.first_name ?? '',
    lastName: fields.last_name ?? '',
    email: fields.email ?? '',
    phone: fields.phone ?? '',
  })
  return {
    ...filled,
    message: fields.message ?? '',
    buyer: toDraftBuyer(fields),
    terms: true,
    zone,
    date: start === null ? null : toWallTime(start, zone).date,
    start,
    key,
    attempt: { fields, state: 'open' },
  }
}
