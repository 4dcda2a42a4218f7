export const ABANDONED_BOOKING_KEY = 'unfinished-booking'

/**
 * Whether this device may have an unfinished booking. Its details are read by `readAbandonedBooking`,
 * which validates them.
 */
export function hasAbandonedBooking(): boolean {
  try {
    return ABANDONED_BOOKING_KEY in localStorage
  } catch {
    return false
  }
}
