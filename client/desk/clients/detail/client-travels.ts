import type { JourneyListItem } from '#client/data/journeys/types.ts'
import type { Trip } from '#shared/clients/client-fields.ts'
import { UNTITLED } from '#shared/journeys/journey-fields.ts'
import type { PlainDate } from '#shared/lib/date.ts'

/** A trip of a client, or a journey. */
export interface Travel {
  /** A journey's title or a trip's place. */
  title: string
  /** Both empty for a journey without dates. */
  start: PlainDate
  end: PlainDate
  journey?: JourneyListItem
  trip?: Trip
}

/** Trips and journeys, the earliest first; a journey comes before a trip of the same day. */
export function listTravels(
  trips: readonly Trip[],
  journeys: readonly JourneyListItem[],
): Travel[] {
  const travels = [
    ...journeys.map(
      (journey): Travel => ({
        title: journey.title || UNTITLED,
        ...(journey.dates ?? { start: '', end: '' }),
        journey,
      }),
    ),
    ...trips.map((trip): Travel => ({ title: trip.place, start: trip.start, end: trip.end, trip })),
  ]
  return travels.sort((a, b) => (a.start < b.start ? -1 : a.start > b.start ? 1 : 0))
}
