import type { DeskBooking } from '#shared/booking/desk-api.ts'
import { statusNames } from '#shared/booking/owner-commands.ts'

/** How the calendar draws a booking. */
export type BookingLook = 'booked' | 'open' | 'conflict' | 'off'

const looks: Record<DeskBooking['status'], BookingLook> = {
  requested: 'open',
  awaiting_payment: 'open',
  confirmed: 'booked',
  completed: 'booked',
  no_show: 'booked',
  cancelled: 'off',
  expired: 'off',
  needs_new_time: 'conflict',
}

export function bookingLook({ status, clash }: DeskBooking): BookingLook {
  return clash ? 'conflict' : looks[status]
}

/** The look as text; undefined for a plain booking. */
export function lookWords(booking: DeskBooking): string | undefined {
  if (booking.clash) return 'Calendar clash'
  return looks[booking.status] === 'booked' ? undefined : statusNames[booking.status]
}
