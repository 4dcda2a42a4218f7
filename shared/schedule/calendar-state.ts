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
  /** When the owner may be busy although nothing says so, until the owner has seen why. */
  doubts: FeedDoubt[]
}

/** From `start` to before `end`; without an end if that is null. */
export interface FeedDoubt {
  start: number
  end: number | null
}

export const feedNoteKinds = [
  'start',
  'end',
  'repeats',
  'exceptions',
  'availability',
  'zone',
  'more',
] as const

/**
 * Something in the calendar that was not understood. `start`, `end`: that part of an entry.
 * `repeats`: times of a series may be missing. `exceptions`: it blocks times that may be free.
 * `availability`: when the owner is available (VAVAILABILITY, RFC 7953) is not read. `zone`: a time
 * zone that is unknown, `title` is its name. `more`: further notes in one.
 */
export interface FeedNote {
  /** The same as long as the entry is. */
  key: string
  kind: (typeof feedNoteKinds)[number]
  /** Empty if the entry has none, or is private. */
  title: string
  /** Wall time or date of the entry's start: `2026-12-08T10:00`, `2026-12-08`. */
  start: string | null
  /** How many entries it is about. */
  count: number
  doubt: FeedDoubt | null
}

/** `kept`: the last busy times stay. `accepted`: the calendar is empty, its times are free. */
export type EmptyAnswer = 'asked' | 'kept' | 'accepted'

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
  'empty',
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
  empty: 'The calendar is suddenly empty. Its last busy times are kept.',
}

/** Whether a booking at `start` can be confirmed at once; true if no calendar is set. */
export function isCalendarFresh(
  calendar: CalendarState | undefined,
  { now, start }: { now: number; start: number },
): boolean {
  if (!calendar) return true
  const isDoubtful = calendar.doubts.some(
    (doubt) => start >= doubt.start && (doubt.end === null || start < doubt.end),
  )
  return now <= getFreshUntil(calendar) && start < (calendar.coversUntil ?? 0) && !isDoubtful
}

/** Whether every booking from `now` on is a request, because the owner may be busy at any time. */
export function isDoubtfulFrom({ doubts }: CalendarState, now: number): boolean {
  return doubts.some(({ start, end }) => start <= now && end === null)
}

/** The last instant at which the calendar is relied on; `-Infinity` after a failed sync. */
export function getFreshUntil({ syncedAt, isFailing, staleAfter }: CalendarState): number {
  return isFailing || syncedAt === null ? -Infinity : syncedAt + staleAfter
}
