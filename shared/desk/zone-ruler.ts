import type { Interval } from '#shared/booking/slots.ts'
import { pluralize } from '#shared/lib/format-number.ts'
import { getOffset, toWallTime } from '#shared/lib/time-zone.ts'
import { getDateInterval } from '#shared/lib/wall-time.ts'

const MINUTE = 60_000
/** The offset of every time zone is a multiple of this. */
const STEP = 15 * MINUTE
const NIGHT_END = 7 * 60
const NIGHT_START = 22 * 60
/** A label nearer to an end of the axis would stick out over it. */
const MARGIN = 0.03

/** A part of the axis; both ends are fractions of its length. */
export interface Span {
  from: number
  to: number
}

/** The hours of one time zone along an axis; positions are fractions of its length. */
interface Ruler {
  /** Full hours of the zone. */
  ticks: number[]
  /** Every sixth hour, with its text. */
  labels: { at: number; text: string }[]
  /** From 22:00 to 07:00 in the zone. */
  nights: Span[]
}

/** The day of a zone that contains an instant: 23, 24 or 25 hours long. */
export function getDayInterval(instant: number, zone: string): Interval {
  const { date } = toWallTime(instant, zone)
  return getDateInterval(date, date, zone)
}

export function buildRuler(axis: Interval, zone: string): Ruler {
  const marks = listMarks(axis, zone)
  const place = createScale(axis)
  return {
    ticks: marks.filter(({ minute }) => minute % 60 === 0).map(({ at }) => place(at)),
    labels: listLabels(marks, place),
    nights: findNights(marks, axis, place),
  }
}

/** The position of a meeting on the axis, clipped to it. */
export function getSpanOnAxis(axis: Interval, { start, end }: Interval): Span {
  const place = createScale(axis)
  return { from: place(Math.max(start, axis.start)), to: place(Math.min(end, axis.end)) }
}

function createScale({ start, end }: Interval) {
  return (instant: number) => (instant - start) / (end - start)
}

interface Mark {
  at: number
  /** Minute of the zone's day. */
  minute: number
}

function listMarks({ start, end }: Interval, zone: string): Mark[] {
  const count = Math.ceil((end - start) / STEP)
  return Array.from({ length: count }, (_, step) => {
    const at = start + step * STEP
    return { at, minute: toWallTime(at, zone).minute }
  })
}

/** If clocks are put back over such an hour, only its first occurrence gets a label. */
function listLabels(marks: readonly Mark[], place: (instant: number) => number) {
  const named = new Map<string, number>()
  for (const { at, minute } of marks) {
    if (minute % 360 !== 0) continue
    const text = String(minute / 60).padStart(2, '0')
    const spot = place(at)
    if (spot >= MARGIN && spot <= 1 - MARGIN && !named.has(text)) named.set(text, spot)
  }
  return [...named].map(([text, at]) => ({ at, text }))
}

function findNights(
  marks: readonly Mark[],
  axis: Interval,
  place: (instant: number) => number,
): Span[] {
  const nights: Span[] = []
  let nightStart: number | undefined
  for (const { at, minute } of marks) {
    const night = minute < NIGHT_END || minute >= NIGHT_START
    if (night) nightStart ??= at
    else if (nightStart !== undefined) {
      nights.push({ from: place(nightStart), to: place(at) })
      nightStart = undefined
    }
  }
  if (nightStart !== undefined) nights.push({ from: place(nightStart), to: place(axis.end) })
  return nights
}

/** Whether a meeting begins or ends at night in a zone. */
export function isAtNight({ start, end }: Interval, zone: string): boolean {
  const first = toWallTime(start, zone).minute
  const last = toWallTime(end - MINUTE, zone).minute
  return [first, last].some((minute) => minute < NIGHT_END || minute >= NIGHT_START)
}

/** `6 hours behind you`: the offset of a zone from the owner's zone at an instant. */
export function formatOffsetFromOwner(instant: number, zone: string, ownerZone: string): string {
  const minutes = Math.round((getOffset(instant, zone) - getOffset(instant, ownerZone)) / MINUTE)
  if (minutes === 0) return 'the same time as yours'
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  const text = [
    ...(hours > 0 ? [pluralize(hours, 'hour')] : []),
    ...(rest > 0 ? [`${rest} minutes`] : []),
  ].join(' ')
  return `${text} ${minutes < 0 ? 'behind' : 'ahead of'} you`
}
