import { safeParse } from 'valibot'
import { slotWords } from '#client/booking/date-words.ts'
import { type Draft, lostReasons, type Receipt, type WireFields } from '#client/booking/draft.ts'
import type { Flow, SubmitProblem } from '#client/booking/flow.ts'
import type { Content, EntryProblem } from '#client/outbox/entry.ts'
import { BookingReceived } from '#shared/booking/api.ts'
import { zoneLabel } from '#shared/booking/times.ts'
import { instantDateWords } from '#shared/lib/date-words.ts'

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
      title: `${service.title}, ${dayAndMonth(start, zone)}, ${slotWords(start, zone).time}`,
      detail: zoneLabel(start, zone),
    },
    slotStart: start,
    scheduleVersion: draft.version,
    amountShown: service.amount,
  }
}

/** `25 November`: nothing is booked further ahead than the year's other end. */
function dayAndMonth(start: number, zone: string): string {
  return instantDateWords(start, zone, 'day')
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
export function lostReasonOf({ code }: EntryProblem): Draft['lostReason'] | undefined {
  return lostReasons.find((known) => known === code)
}

/** The spec's text, or the server's where it is written for people. */
export function problemOf({ code, error, status, fields }: EntryProblem): SubmitProblem {
  if (fields && Object.keys(fields).length > 0) return { kind: 'fields', fields }
  const spoken = ['holds', 'payments_off', 'time'].includes(code) || status === undefined
  return { kind: 'failed', message: spoken ? error : failedWith(status), waits: false }
}

export function failedWith(status: number): string {
  return `Failed to submit booking form: ${status}`
}
