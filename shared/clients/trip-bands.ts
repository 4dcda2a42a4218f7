import type { PlainDate } from '#shared/lib/date.ts'
import type { Trip } from './client-fields.ts'

/** The bar of a trip in one week of the calendar. */
export interface TripBand<Item> {
  item: Item
  /** First and last day of the bar, 0 to 6 within the week; both included. */
  from: number
  to: number
  /** The trip began before this week (`startsBefore`), or continues after it (`endsAfter`). */
  startsBefore: boolean
  endsAfter: boolean
  /** Line of the bar; 0 is the top one. */
  lane: number
}

/** The bars of a week, each in the first lane that is free on all of its days. */
export function buildTripBands<Item extends { trip: Pick<Trip, 'start' | 'end'> }>(
  days: readonly PlainDate[],
  items: readonly Item[],
): TripBand<Item>[] {
  const [first = '', last = ''] = [days[0], days.at(-1)]
  const inWeek = items.filter(({ trip }) => trip.start <= last && trip.end >= first)
  const bands: TripBand<Item>[] = []
  // Of trips that begin on the same day, the longer come first, so that shorter bars are below.
  for (const item of inWeek.sort(compareDates)) {
    const { start, end } = item.trip
    const from = start < first ? 0 : days.indexOf(start)
    const to = end > last ? days.length - 1 : days.indexOf(end)
    const lane = findFreeLane(bands, from, to)
    bands.push({ item, from, to, startsBefore: start < first, endsAfter: end > last, lane })
  }
  return bands
}

interface WithTrip {
  trip: Pick<Trip, 'start' | 'end'>
}

function compareDates({ trip: a }: WithTrip, { trip: b }: WithTrip): number {
  return a.start.localeCompare(b.start) || b.end.localeCompare(a.end)
}

function findFreeLane(bands: readonly TripBand<unknown>[], from: number, to: number): number {
  const met = bands.filter((band) => band.from <= to && band.to >= from)
  let lane = 0
  while (met.some((band) => band.lane === lane)) lane += 1
  return lane
}
