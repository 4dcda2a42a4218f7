import { timeOfDay } from '#shared/lib/clock-words.ts'
import { instantDateWords } from '#shared/lib/date-words.ts'
import { offsetAt, offsetName, wallOf } from '#shared/lib/zone.ts'
import { zoneWords } from '#shared/lib/zone-names.ts'

/** One time as it reads in one zone. */
export interface ShownTime {
  /** `Wednesday 25 November 2026` */
  date: string
  /** `10:30 to 11:00`; the end names its date where that is another. */
  time: string
  /** `America/New York (GMT−5)`; both offsets where the clocks change in between. */
  zone: string
}

/** A stretch of time (UTC milliseconds) as its people read it in a zone; 24 hours, British English. */
export function shownTime(start: number, end: number, zone: string): ShownTime {
  const [date, lastDate] = [longDate(start, zone), longDate(end, zone)]
  const until = date === lastDate ? '' : ` on ${lastDate}`
  const [before, after] = [offsetName(start, zone), offsetName(end, zone)]
  return {
    date,
    time: `${clockTime(start, zone)} to ${clockTime(end, zone)}${until}`,
    zone:
      before === after
        ? zoneLabel(start, zone)
        : `${zoneWords(zone)} (begins ${before}, ends ${after})`,
  }
}

export function longDate(instant: number, zone: string): string {
  return instantDateWords(instant, zone, 'full')
}

export function clockTime(instant: number, zone: string): string {
  return timeOfDay(wallOf(instant, zone).minute)
}

const MINUTE = 60_000
/** As far as clocks are put back anywhere. */
const STEPS = [-60, -30, 30, 60].map((minutes) => minutes * MINUTE)

/** `02:30`, or `02:30 GMT+2` where it comes twice that night. */
export function startTime(instant: number, zone: string): string {
  const offset = offsetAt(instant, zone)
  const isTwice = STEPS.some((by) => offsetAt(instant + by, zone) === offset - by)
  return isTwice
    ? `${clockTime(instant, zone)} ${offsetName(instant, zone)}`
    : clockTime(instant, zone)
}

/** The zone with the offset in force at the instant. */
export function zoneLabel(instant: number, zone: string): string {
  return `${zoneWords(zone)} (${offsetName(instant, zone)})`
}
