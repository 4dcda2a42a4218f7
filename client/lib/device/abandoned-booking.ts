import { ABANDONED_BOOKING_KEY } from '#client/lib/abandoned-booking-flag.ts'

/** A booking that could not continue to payment without a connection. */
export interface AbandonedBooking {
  /** Path on this site at which the booking continues. */
  path: string
  service: string
}

export function saveAbandonedBooking(unfinished: AbandonedBooking): void {
  try {
    localStorage.setItem(ABANDONED_BOOKING_KEY, JSON.stringify(unfinished))
  } catch {
    // No storage: the person must find the booking without help.
  }
}

export function clearAbandonedBooking(): void {
  try {
    localStorage.removeItem(ABANDONED_BOOKING_KEY)
  } catch {
    // No storage, so nothing was stored.
  }
}

export function readAbandonedBooking(): AbandonedBooking | undefined {
  try {
    const noted: Partial<AbandonedBooking> | null = JSON.parse(
      localStorage.getItem(ABANDONED_BOOKING_KEY) ?? 'null',
    )
    const { path, service } = noted ?? {}
    return path?.startsWith('/service/') && service ? { path, service } : undefined
  } catch {
    return undefined
  }
}
