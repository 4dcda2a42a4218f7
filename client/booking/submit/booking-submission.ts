import { safeParse } from 'valibot'
import { toWireFields } from '#client/booking/booking-fields.ts'
import {
  createEmptyDraft,
  type Draft,
  type Flow,
  lostReasons,
  nothingTyped,
  pickTyped,
  type StepName,
  type SubmitProblem,
  type SubmittedBooking,
  typedNames,
  type WireFields,
} from '#client/booking/flow.ts'
import { randomKey } from '#client/lib/data/ids.ts'
import {
  addSupersededKeys,
  type EntryProblem,
  type OutboxEntry,
  type SubmissionContent,
} from '#client/outbox/entry.ts'
import { putAside } from '#client/outbox/outbox-client.ts'
import { BookingReceived, type BookingRefusalCode } from '#shared/booking/api.ts'
import { readChangedService } from '#shared/booking/booked-service.ts'
import { formatClockTime, formatZoneWithOffset } from '#shared/booking/zoned-time.ts'
import { formatInstantDate } from '#shared/lib/format-date.ts'
import { toWallTime } from '#shared/lib/time-zone.ts'
import { parseDraftPhone } from './prefill.ts'

/** A free booking as outbox content; `start` is UTC milliseconds, null if none is chosen. */
export function toBookingSubmission(
  { service, zone, draft }: Flow,
  start: number | null,
  fields: WireFields,
): SubmissionContent {
  return {
    form: 'booking',
    fields,
    formValues: null,
    summary:
      start === null
        ? { title: service.title, detail: 'No time chosen yet' }
        : {
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
    serviceTitle,
    price,
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
    serviceTitle,
    price,
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
  'service_gone',
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
 * Takes an outbox entry into the form, and returns the step at which the visitor continues. A draft that is a later
 * version of the entry stays. Other text in the form is put aside first; where that is not possible, the form stays
 * as it is, and there is no such step.
 */
export async function resumeBooking(entry: OutboxEntry, flow: Flow): Promise<StepName | undefined> {
  const isLater = flow.draft.attempt !== null && flow.draft.key === entry.key
  const isOther = !isLater && isDraftStarted(flow.draft)
  if (isOther && !(await putAside(toUnsentSubmission(flow)))) return undefined
  const restored = isLater ? { ...flow.draft, savedBooking: null } : toDraft(entry, flow)
  const { draft, step } = continueDraft(entry, restored)
  flow.change(draft)
  return step
}

/** Whether the visitor has typed something. */
export function isDraftStarted({ typed }: Draft): boolean {
  const { other_destination, first_name, last_name, email, phone, message } = typed
  return [other_destination, first_name, last_name, email, phone, message].some(Boolean)
}

/** The form's fields, with the keys of earlier attempts: one of those may have reached the server, and this one then replaces it. */
function toUnsentSubmission(flow: Flow): SubmissionContent {
  const { zone, draft } = flow
  const { attempt, key, start } = draft
  const fields = toWireFields(draft, flow, zone)
  const before = attempt && { key, fields: attempt.fields }
  return toBookingSubmission(
    flow,
    start,
    before ? addSupersededKeys(before, 'booking', fields) : fields,
  )
}

function continueDraft(entry: OutboxEntry, before: Draft): { draft: Draft; step: StepName } {
  const changed = entry.problem && readChangedService(entry.problem)
  const restored = changed ? { ...before, changedService: changed } : before
  const reason = entry.problem && getLostReason(entry.problem)
  if (!reason) return { draft: restored, step: restored.start === null ? 'calendar' : 'details' }
  // The time was taken while the entry was in the outbox.
  const lostReason = reason === 'taken' ? 'away' : reason
  const lostStart = entry.slotStart
  return { draft: { ...restored, start: null, lostStart, lostReason }, step: 'other-time' }
}

function toDraft({ key, fields: sent, slotStart: start }: OutboxEntry, { zone }: Flow): Draft {
  const fields = sent ?? {}
  // A number that is not valid stays as it was sent, for the person to correct.
  const sentNames = typedNames.filter((name) => name !== 'country')
  return {
    ...createEmptyDraft(randomKey),
    typed: { ...nothingTyped, ...pickTyped(fields, sentNames), ...parseDraftPhone(fields.phone) },
    terms: true,
    zone,
    date: start === null ? null : toWallTime(start, zone).date,
    start,
    key,
    attempt: { fields, state: 'open' },
  }
}
