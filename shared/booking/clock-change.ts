import { instantDateWords } from '#shared/lib/date-words.ts'
import { offsetAt } from '#shared/lib/zone.ts'
import { zoneWords } from '#shared/lib/zone-names.ts'

const MINUTE = 60_000
const DAY = 86_400_000

/** The moment at which a zone's clocks are put forward (minutes above 0) or back. */
interface ClockChange {
  zone: string
  at: number
  minutes: number
}

/** The zone's first clock change after `from`, up to and including `to` (both UTC milliseconds). */
export function clockChangeBetween(
  from: number,
  to: number,
  zone: string,
): ClockChange | undefined {
  // Day by day, because a change there and back within the stretch leaves both ends equal.
  for (let start = from; start < to; start += DAY) {
    const end = Math.min(start + DAY, to)
    const before = offsetAt(start, zone)
    if (offsetAt(end, zone) === before) continue
    const at = momentOfChange(start, end, zone)
    return { zone, at, minutes: Math.round((offsetAt(at, zone) - before) / MINUTE) }
  }
  return undefined
}

/** Halves the stretch down to the first millisecond of the new offset. */
function momentOfChange(from: number, to: number, zone: string): number {
  const before = offsetAt(from, zone)
  let low = from
  let high = to
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (offsetAt(middle, zone) === before) low = middle
    else high = middle
  }
  return high
}

/**
 * The changes that lie between now and a meeting, the visitor's zone first. Zones that change at
 * one moment by the same step (all of the European Union) count once.
 */
export function clockChangesBefore(
  meeting: number,
  now: number,
  zones: { visitor: string; owner: string },
): ClockChange[] {
  const visitor = clockChangeBetween(now, meeting, zones.visitor)
  const owner = clockChangeBetween(now, meeting, zones.owner)
  const same = visitor && owner && visitor.at === owner.at && visitor.minutes === owner.minutes
  return [visitor, same ? undefined : owner].filter((change) => change !== undefined)
}

/** The change as a sentence. */
export function clockChangeNote({ zone, at, minutes }: ClockChange): string {
  const date = instantDateWords(at, zone, 'weekday')
  const direction = minutes > 0 ? 'forward' : 'back'
  const size = Math.abs(minutes)
  const amount = size === 60 ? 'one hour' : `${size} minutes`
  return `Clocks in ${zoneWords(zone)} go ${direction} ${amount} on ${date}. The time shown already allows for it.`
}
