/** The state of the owner's external calendar that bookings depend on; UTC milliseconds. */
export interface CalendarState {
  /** When it was last synced successfully. */
  syncedAt: number | null
  /** Whether the last sync failed. */
  isFailing: boolean
  /** The age from which it is no longer relied on, milliseconds. */
  staleAfter: number
  /** Its busy times are known up to this instant. */
  coversUntil: number | null
}

export const feedFaults = [
  'address',
  'private',
  'unreachable',
  'redirects',
  'status',
  'too_large',
  'too_slow',
  'no_calendar',
  'too_much',
] as const

/** Why a calendar could not be read. */
export type FeedFault = (typeof feedFaults)[number]

export const feedFaultTexts: Record<FeedFault, string> = {
  address: 'The address, or one it redirects to, does not begin with https.',
  private: 'The address leads into a private network, which is not allowed.',
  unreachable: 'The calendar’s server did not answer.',
  redirects: 'The address redirects too many times.',
  status: 'The calendar’s server refused. The address may have changed.',
  too_large: 'The calendar is too large.',
  too_slow: 'The calendar’s server took too long.',
  no_calendar: 'The address did not return a complete calendar.',
  too_much: 'The calendar has more repeating entries than can be read.',
}

/** Whether a booking at `start` can be confirmed at once; true if no calendar is set. */
export function isCalendarFresh(
  calendar: CalendarState | undefined,
  { now, start }: { now: number; start: number },
): boolean {
  if (!calendar) return true
  return now <= getFreshUntil(calendar) && start < (calendar.coversUntil ?? 0)
}

/** The last instant at which the calendar is relied on; `-Infinity` after a failed sync. */
export function getFreshUntil({ syncedAt, isFailing, staleAfter }: CalendarState): number {
  return isFailing || syncedAt === null ? -Infinity : syncedAt + staleAfter
}
