import { offsetAt } from '#shared/lib/zone.ts'

const DAY = 86_400_000

/** Wall times here are the clock's reading taken as UTC milliseconds. */
export interface FeedZone {
  /** What to add to an instant to get its wall time, milliseconds. */
  offsetAt(instant: number): number
  /**
   * The instant of a wall time. One that happens twice is the first; one that the clocks skip is read
   * with the offset from before (RFC 5545, 3.3.5).
   */
  instantOf(wall: number): number
}

export const UTC: FeedZone = { offsetAt: () => 0, instantOf: (wall) => wall }

export function namedZone(name: string): FeedZone {
  return zoneWith((instant) => offsetAt(instant, name))
}

/** The clocks' changes as a feed describes them itself, in order. */
export interface ZoneChange {
  at: number
  before: number
  after: number
}

export function changingZone(changes: ZoneChange[]): FeedZone {
  return zoneWith((instant) => {
    let offset = changes[0]?.before ?? 0
    for (const change of changes) {
      if (change.at > instant) break
      offset = change.after
    }
    return offset
  })
}

function zoneWith(offset: (instant: number) => number): FeedZone {
  // A feed asks for the same days again and again, and asking a zone costs more than all the rest.
  const days = new Map<number, [number, number]>()
  const around = (wall: number) => {
    const day = Math.floor(wall / DAY)
    let known = days.get(day)
    if (!known) {
      known = [offset((day - 1) * DAY), offset((day + 2) * DAY)]
      days.set(day, known)
    }
    return known
  }
  return {
    offsetAt: offset,
    instantOf(wall) {
      const [before, after] = around(wall)
      if (before === after || offset(wall - before) === before) return wall - before
      return offset(wall - after) === after ? wall - after : wall - before
    },
  }
}
