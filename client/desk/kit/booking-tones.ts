import type { BookingStatus } from '#shared/booking/status.ts'
import type { StatusTone } from './page/status.tsx'

/** How a booking's status looks wherever the desk shows it. */
export const bookingTones: Record<BookingStatus, StatusTone> = {
  requested: 'wait',
  awaiting_payment: 'wait',
  confirmed: 'ok',
  completed: 'mute',
  no_show: 'mute',
  cancelled: 'mute',
  expired: 'lapsed',
  needs_new_time: 'conflict',
}
