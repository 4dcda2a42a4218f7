import type { PlainDate } from '#shared/lib/date.ts'
import type { Trip } from './fields.ts'

/** A journey in one week: a stretch of its days, on a line of its own. */
export interface TripBand<Item> {
  item: Item
  /** Of the week's days, 0 to 6; both included. */
  from: number
  to: number
  /** It began before this week, or goes on after it. */
  goesBack: boolean
  goesOn: boolean
  /** 0 is the uppermost. */
  lane: number
}

/** The bands of a week, each on the first line that is free for all of its days. */
export function tripBands<Item extends { trip: Pick<Trip, 'start' | 'end'> }>(
  days: readonly PlainDate[],
  items: readonly Item[],
): TripBand<Item>[] {
  const [first = '', last = ''] = [days[0], days.at(-1)]
  const inWeek = items.filter(({ trip }) => trip.start <= last && trip.end >= first)
  const bands: TripBand<Item>[] = []
  // Longer ones first among those that begin together, so that the short ones hang below.
  for (const item of inWeek.sort(byStretch)) {
    const { start, end } = item.trip
    const from = start < first ? 0 : days.indexOf(start)
    const to = end > last ? days.length - 1 : days.indexOf(end)
    const lane = freeLane(bands, from, to)
    bands.push({ item, from, to, goesBack: start < first, goesOn: end > last, lane })
  }
  return bands
}

interface WithTrip {
  trip: Pick<Trip, 'start' | 'end'>
}

function byStretch({ trip: a }: WithTrip, { trip: b }: WithTrip): number {
  return a.start.localeCompare(b.start) || b.end.localeCompare(a.end)
}

function freeLane(bands: readonly TripBand<unknown>[], from: number, to: number): number {
  const met = bands.filter((band) => band.from <= to && band.to >= from)
  let lane = 0
  while (met.some((band) => band.lane === lane)) lane += 1
  return lane
}

/** How many lines the bands over one day of the week take. */
export function lanesOver(bands: readonly TripBand<unknown>[], day: number): number {
  const over = bands.filter(({ from, to }) => from <= day && to >= day)
  return over.reduce((lanes, { lane }) => Math.max(lanes, lane + 1), 0)
}
