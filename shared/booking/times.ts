import { offsetName } from '../lib/zone.ts'

/** One time as it reads in one zone. */
export interface ShownTime {
  /** `Wednesday 25 November 2026` */
  date: string
  /** `10:30 to 11:00` */
  time: string
  /** `Europe/Oslo (GMT+1)` */
  zone: string
}

/** A stretch of time (UTC milliseconds) as its people read it in a zone; 24 hours, British English. */
export function shownTime(start: number, end: number, zone: string): ShownTime {
  return {
    date: longDate(start, zone),
    time: `${clockTime(start, zone)} to ${clockTime(end, zone)}`,
    zone: zoneLabel(start, zone),
  }
}

export function longDate(instant: number, zone: string): string {
  return new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  })
    .format(instant)
    .replace(',', '')
}

export function clockTime(instant: number, zone: string): string {
  return new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(instant)
}

/** The zone with the offset in force at the instant. */
export function zoneLabel(instant: number, zone: string): string {
  return `${zone} (${offsetName(instant, zone)})`
}
