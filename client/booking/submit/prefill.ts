import { toWireFields } from '#client/booking/booking-fields.ts'
import {
  createEmptyDraft,
  type Draft,
  getActiveHold,
  type SubmittedBooking,
  type Typed,
} from '#client/booking/flow.ts'
import { systemClock } from '#client/lib/clock.ts'
import { randomKey } from '#client/lib/data/ids.ts'
import { type InquiryPrefill, loadInquiryPrefill } from '#client/lib/device/inquiry-prefill.ts'
import type { BookingView } from '#shared/booking/api.ts'
import { destinationChoices } from '#shared/content/destinations.ts'
import { siteContent } from '#shared/content/site-content.ts'
import { parsePhone } from '#shared/lib/phone/phone.ts'
import { toWallTime } from '#shared/lib/time-zone.ts'
import { toBuyerPost } from '#shared/payment/purchase.ts'

export const leaveUnchanged = (draft: Draft): Draft => draft

/** Fills empty fields with what the visitor entered in the inquiry form. */
export function prefillDraft(draft: Draft): Draft {
  const choice = loadInquiryPrefill(systemClock())
  return choice ? fillFromInquiry(draft, choice) : draft
}

/** Fills the empty fields of a draft; never overwrites what was typed. */
function fillFromInquiry(draft: Draft, choice: InquiryPrefill): Draft {
  const { typed } = draft
  const destinations = destinationChoices.filter((name) => choice.destinations.includes(name))
  return {
    ...draft,
    typed: {
      ...typed,
      ...(typed.destinations === '' && {
        destinations: destinations.join(','),
        other_destination: choice.otherDestination,
      }),
      first_name: typed.first_name || choice.firstName,
      last_name: typed.last_name || choice.lastName,
      email: typed.email || choice.email,
      ...(typed.phone === '' && parseDraftPhone(choice.phone)),
    },
  }
}

/** Fills the draft from a booking to resume: its text fields, its start if still in the future, and its receipt. */
export function fillFromBooking(draft: Draft, booking: BookingView): Draft {
  if (booking.status === 'confirmed')
    return { ...draft, submittedBooking: toSubmittedBooking(booking) }
  const receipt = getActiveHold(toSubmittedBooking(booking), systemClock())
  const start = Date.parse(booking.start)
  const ahead = start > systemClock() && draft.start === null
  const filled = fillFromInquiry(draft, booking)
  const { typed } = filled
  return {
    ...filled,
    typed: {
      ...typed,
      ...(typed.buyer_kind === '' && readBuyer(booking)),
      message: typed.message || booking.message,
    },
    ...(ahead
      ? { start, date: toWallTime(start, booking.timezone).date, zone: booking.timezone }
      : {}),
    ...(receipt ? { submittedBooking: receipt } : {}),
  }
}

/** A receipt made from the server's view of a booking. */
export function toSubmittedBooking(booking: BookingView): SubmittedBooking {
  const start = Date.parse(booking.start)
  const { typed, ...filled } = fillFromInquiry(createEmptyDraft(randomKey), booking)
  const { message } = booking
  const { asksDestinations } = booking.service
  const service = { type: booking.serviceType, amount: booking.amount, asksDestinations }
  const sent = { ...filled, start, typed: { ...typed, message, ...readBuyer(booking) } }
  return {
    bookingId: booking.id,
    status: booking.status,
    start,
    end: Date.parse(booking.end),
    holdExpiresAt: booking.holdExpiresAt,
    blocksSlot: booking.blocksSlot,
    serviceTitle: booking.service.title,
    price: {
      amount: booking.amount,
      currency: booking.currency,
      vat: booking.purchase?.vat ?? null,
    },
    manageUrl: null,
    fields: toWireFields(sent, { service, version: siteContent().version }, booking.timezone),
    isEarlierVersion: false,
  }
}

function readBuyer({ purchase }: BookingView): Partial<Typed> {
  return purchase ? toBuyerPost(purchase.buyer) : {}
}

/** Country and number of a phone number in the wire format; nothing of one that is not valid. */
export function parseDraftPhone(wire = ''): Partial<Typed> {
  const parsed = parsePhone(wire)
  return parsed.ok ? { country: parsed.value.country, phone: parsed.value.national } : {}
}
