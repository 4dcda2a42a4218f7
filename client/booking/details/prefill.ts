import { toWireFields } from '#client/booking/booking-fields.ts'
import {
  createEmptyDraft,
  type Draft,
  getActiveHold,
  type SubmittedBooking,
} from '#client/booking/flow.ts'
import { systemClock } from '#client/lib/clock.ts'
import { randomKey } from '#client/lib/data/ids.ts'
import { type InquiryPrefill, loadInquiryPrefill } from '#client/lib/device/inquiry-prefill.ts'
import type { BookingView } from '#shared/booking/api.ts'
import { destinationChoices } from '#shared/booking/catalogue.ts'
import { parsePhone } from '#shared/lib/phone/phone.ts'
import { toWallTime } from '#shared/lib/time-zone.ts'

export const leaveUnchanged = (draft: Draft): Draft => draft

/** Fills empty fields with what the visitor entered in the inquiry form. */
export function prefillDraft(draft: Draft): Draft {
  const choice = loadInquiryPrefill(systemClock())
  return choice ? fillFromInquiry(draft, choice) : draft
}

/** Fills the empty fields of a draft; never overwrites what was typed. */
export function fillFromInquiry(draft: Draft, choice: InquiryPrefill): Draft {
  const hasDestinations = draft.destinations.length > 0
  const destinations = destinationChoices.filter((name) => choice.destinations.includes(name))
  return {
    ...draft,
    destinations: hasDestinations ? draft.destinations : destinations,
    otherDestination: hasDestinations ? draft.otherDestination : choice.otherDestination,
    firstName: draft.firstName || choice.firstName,
    lastName: draft.lastName || choice.lastName,
    email: draft.email || choice.email,
    ...(draft.phone === '' ? parseDraftPhone(choice.phone) : {}),
  }
}

/** Fills the draft from a booking to resume: its text fields, its start if still in the future, and its receipt. */
export function fillFromBooking(draft: Draft, booking: BookingView): Draft {
  if (booking.status === 'confirmed')
    return { ...draft, submittedBooking: toSubmittedBooking(booking) }
  const receipt = getActiveHold(toSubmittedBooking(booking), systemClock())
  const start = Date.parse(booking.start)
  const ahead = start > systemClock() && draft.start === null
  return {
    ...fillFromInquiry(draft, booking),
    buyer: draft.buyer.kind === '' ? toDraftBuyer(booking, draft) : draft.buyer,
    message: draft.message || booking.message,
    ...(ahead
      ? { start, date: toWallTime(start, booking.timezone).date, zone: booking.timezone }
      : {}),
    ...(receipt ? { submittedBooking: receipt } : {}),
  }
}

/** A receipt made from the server's view of a booking. */
export function toSubmittedBooking(booking: BookingView): SubmittedBooking {
  const start = Date.parse(booking.start)
  const filled = fillFromInquiry(createEmptyDraft(randomKey), booking)
  const sent = { ...filled, start, message: booking.message, buyer: toDraftBuyer(booking, filled) }
  return {
    bookingId: booking.id,
    status: booking.status,
    start,
    end: Date.parse(booking.end),
    holdExpiresAt: booking.holdExpiresAt,
    blocksSlot: booking.blocksSlot,
    manageUrl: null,
    fields: toWireFields(sent, booking.serviceType, booking.timezone),
    isEarlierVersion: false,
  }
}

function toDraftBuyer({ purchase }: BookingView, { buyer }: Draft): Draft['buyer'] {
  return purchase?.buyer ?? buyer
}

function parseDraftPhone(wire: string): Partial<Draft> {
  const parsed = parsePhone(wire)
  return parsed.ok ? { country: parsed.value.country, phone: parsed.value.national } : {}
}
