import type { DeskBooking } from '#shared/booking/desk-api.ts'
import { statusLabels } from '#shared/booking/owner-commands.ts'

/** How the calendar draws a booking. */
export type BookingLook = 'booked' | 'open' | 'conflict' | 'off'

const looksByStatus: Record<DeskBooking['status'], BookingLook> = {
  requested: 'open',
  awaiting_payment: 'open',
  confirmed: 'booked',
  completed: 'booked',
  no_show: 'booked',
  cancelled: 'off',
  expired: 'off',
  needs_new_time: 'conflict',
}

export function getBookingLook({ status, clash }: DeskBooking): BookingLook {
  return clash ? 'conflict' : looksByStatus[status]
}

/** The look as text; undefined for a plain booking. */
export function getLookText(booking: DeskBooking): string | undefined {
  if (booking.clash) return 'Calendar clash'
  return looksByStatus[booking.status] === 'booked' ? undefined : statusLabels[booking.status]
}
