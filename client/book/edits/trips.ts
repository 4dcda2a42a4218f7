import type { Memory } from '#client/book/index/memory.ts'
import type { ClientTrip } from '#client/book/store/types.ts'
import type { PlainDate } from '#shared/lib/date.ts'

/** Every client's journeys that touch these dates, both included; the earliest first. */
export function tripsIn(memory: Memory, from: PlainDate, to: PlainDate): ClientTrip[] {
  return memory.segments
    .flatMap((segment) =>
      segment.trips().flatMap(([i, trip]): ClientTrip[] => {
        const touches = trip.start <= to && trip.end >= from
        if (!touches || !memory.isLive(segment.base + i)) return []
        return [{ clientId: segment.id(i), name: segment.name(i), trip }]
      }),
    )
    .sort((a, b) => (a.trip.start < b.trip.start ? -1 : a.trip.start > b.trip.start ? 1 : 0))
}
