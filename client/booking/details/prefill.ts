import { countryOf, wireFields } from '#client/booking/content.ts'
import { type Draft, emptyDraft, liveHold, type Receipt } from '#client/booking/flow.ts'
import { systemClock } from '#client/lib/clock.ts'
import { randomKey } from '#client/lib/data/ids.ts'
import { loadSavedChoice, type SavedChoice } from '#client/lib/device/saved-choice.ts'
import type { BookingView } from '#shared/booking/api.ts'
import { destinationChoices } from '#shared/booking/catalogue.ts'
import { parsePhone } from '#shared/booking/phone.ts'
import { wallOf } from '#shared/lib/zone.ts'

export const unchanged = (draft: Draft): Draft => draft

/** Fills empty fields with what the visitor entered in the inquiry form. */
export function prefilled(draft: Draft): Draft {
  const choice = loadSavedChoice(systemClock())
  return choice ? withChoice(draft, choice) : draft
}

/** Fills the empty fields of a draft; never overwrites what was typed. */
export function withChoice(draft: Draft, choice: SavedChoice): Draft {
  const asked = draft.destinations.length > 0
  const destinations = destinationChoices.filter((name) => choice.destinations.includes(name))
  return {
    ...draft,
    destinations: asked ? draft.destinations : destinations,
    otherDestination: asked ? draft.otherDestination : choice.otherDestination,
    firstName: draft.firstName || choice.firstName,
    lastName: draft.lastName || choice.lastName,
    email: draft.email || choice.email,
    ...(draft.phone === '' ? phoneOf(choice.phone) : {}),
  }
}

/** Fills the draft from a booking to resume: its texts, its start if still ahead, its receipt. */
export function withBooking(draft: Draft, booking: BookingView): Draft {
  if (booking.status === 'confirmed') return { ...draft, receipt: receiptOf(booking) }
  const receipt = liveHold(receiptOf(booking), systemClock())
  const start = Date.parse(booking.start)
  const ahead = start > systemClock() && draft.start === null
  return {
    ...withChoice(draft, booking),
    message: draft.message || booking.message,
    ...(ahead ? { start, date: wallOf(start, booking.timezone).date, zone: booking.timezone } : {}),
    ...(receipt ? { receipt } : {}),
  }
}

/** A receipt made from the server's view of a booking. */
export function receiptOf(booking: BookingView): Receipt {
  const start = Date.parse(booking.start)
  const filled = withChoice(emptyDraft(randomKey), booking)
  const sent = { ...filled, start, message: booking.message }
  return {
    bookingId: booking.id,
    status: booking.status,
    start,
    end: Date.parse(booking.end),
    holdExpiresAt: booking.holdExpiresAt,
    keepsTime: booking.keepsTime,
    manageUrl: null,
    fields: wireFields(sent, booking.serviceType, booking.timezone),
    earlier: false,
  }
}

function phoneOf(wire: string): Partial<Draft> {
  const parsed = parsePhone(wire)
  if (!parsed.ok) return {}
  const country = countryOf(parsed.value.dialCode)
  return country ? { country, phone: parsed.value.digits } : {}
}
