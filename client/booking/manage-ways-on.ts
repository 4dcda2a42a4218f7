import type { BookingView } from '#shared/booking/api.ts'
import { catalogue } from '#shared/booking/catalogue.ts'
import { business } from '#shared/site/business.ts'
import { meetingTimes } from './manage-words.ts'

/** Takes up what was typed where this browser booked; elsewhere the service alone. */
export function chooseAgainPath({ id, serviceType }: BookingView): string {
  return `/meeting?retry=${id}&service=${serviceType}`
}

/** A mail with what the owner needs to find the booking; the link's signature is not in it. */
export function mailAbout(booking: BookingView): string {
  const { yours } = meetingTimes(booking)
  const subject = `${catalogue[booking.serviceType].title}, ${yours.date}`
  const body = `Booking ${booking.id}\n${yours.date}, ${yours.time}, ${yours.zone}\n\n`
  return `mailto:${business.email}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`
}
