import type { Interval } from '#shared/booking/slots.ts'
import { addDays, type PlainDate, weekday } from '#shared/lib/date.ts'
import { wallOf } from '#shared/lib/zone.ts'

const MINUTE = 60_000

/** Shorter gaps are of no use to anyone. */
const LEAST_GAP = 30 * MINUTE

/** Monday to Sunday around a date. */
export function weekOf(date: PlainDate): PlainDate[] {
  const monday = addDays(date, -((weekday(date) + 6) % 7))
  return Array.from({ length: 7 }, (_, day) => addDays(monday, day))
}

/** What of the open hours is still ahead and taken by nothing, in order. */
export function freeGaps(
  open: readonly Interval[],
  taken: readonly Interval[],
  now: number,
): Interval[] {
  const left = open.map(({ start, end }) => ({ start: Math.max(start, now), end }))
  return taken
    .reduce<Interval[]>((gaps, busy) => gaps.flatMap((gap) => without(gap, busy)), left)
    .filter(({ start, end }) => end - start >= LEAST_GAP)
    .sort((a, b) => a.start - b.start)
}

function without(gap: Interval, busy: Interval): Interval[] {
  if (busy.end <= gap.start || busy.start >= gap.end) return [gap]
  return [
    { start: gap.start, end: busy.start },
    { start: busy.end, end: gap.end },
  ].filter(({ start, end }) => end > start)
}

/** A stretch of a day in hours of the wall clock, whole ones. */
interface DayAxis {
  from: number
  to: number
}

/** Long enough for a working day, and for all that lies outside it. */
const USUAL: DayAxis = { from: 8, to: 18 }

/** The part of a date that its ruler shows: all of `shown`, with an hour of air around open hours. */
export function dayAxis(
  shown: readonly Interval[],
  { date, zone }: { date: PlainDate; zone: string },
): DayAxis {
  const ends = shown.flatMap(({ start, end }) => [
    hourOf(start, date, zone),
    hourOf(end, date, zone),
  ])
  return {
    from: Math.max(0, Math.min(USUAL.from, ...ends.map(Math.floor))),
    to: Math.min(24, Math.max(USUAL.to, ...ends.map(Math.ceil))),
  }
}

/** How far along the ruler an instant lies, from 0 to 1. */
export function alongAxis(
  instant: number,
  { from, to }: DayAxis,
  { date, zone }: { date: PlainDate; zone: string },
): number {
  return Math.min(1, Math.max(0, (hourOf(instant, date, zone) - from) / (to - from)))
}

/**
 * On which side of each of these places along a ruler, in order, a label that takes `room` stands, so
 * that none meet: after it, or from `turn` on before it; on neither where there is no room.
 */
export function labelled(
  places: readonly number[],
  room: number,
  turn: number,
): ('after' | 'before' | undefined)[] {
  let free = Number.NEGATIVE_INFINITY
  return places.map((place) => {
    const side = place > turn ? 'before' : 'after'
    const start = side === 'before' ? place - room : place
    if (start < free) return undefined
    free = start + room
    return side
  })
}

/** By the wall clock of a date; what lies on another date is at its near end. */
function hourOf(instant: number, date: PlainDate, zone: string): number {
  const wall = wallOf(instant, zone)
  if (wall.date < date) return 0
  return wall.date > date ? 24 : wall.minute / 60
}

/** `in 1 hour 40 minutes`, `in 5 minutes`, `now`. */
export function awayWords(start: number, now: number): string {
  const minutes = Math.round((start - now) / MINUTE)
  if (minutes < 1) return 'now'
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  const words = [
    hours > 0 ? `${hours} ${hours === 1 ? 'hour' : 'hours'}` : '',
    rest > 0 ? `${rest} ${rest === 1 ? 'minute' : 'minutes'}` : '',
  ]
  return `in ${words.filter(Boolean).join(' ')}`
}
