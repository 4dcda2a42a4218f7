import ICAL from 'ical.js'
import { type RawComponent, written } from './lines.ts'
import { type FeedZone, type FeedZones, UTC, wallOf } from './zones.ts'

const DAY = 86_400_000

/** A time in the feed: `wall` is its clock reading as UTC milliseconds, `zone` its time zone. */
export interface Moment {
  wall: number
  isDate: boolean
  zone: FeedZone
}

/** Duration of an entry, ms: elapsed time and clock time, which differ across a clock change. */
export interface Length {
  exact: number
  nominal: number
}

/** The parts of a VEVENT that decide when its owner is busy. */
export interface Entry {
  sequence: number
  busy: boolean
  start: Moment
  length: Length
  rules: ICAL.Recur[]
  extra: { start: Moment; length: Length | undefined }[]
  except: Moment[]
  /** Which occurrence of the series this entry replaces, and whether all later ones too. */
  replaces: { moment: Moment; andLater: boolean } | undefined
}

/** An entry that cannot be understood. The feed is read without it, and the entry is counted. */
class UnreadableEntry extends Error {}

export function readEntry(raw: RawComponent, zones: FeedZones): Entry {
  const event = new ICAL.Component(ICAL.parse(written({ ...raw, parts: [] })))
  const start = momentOf(event.getFirstProperty('dtstart'), zones)
  if (!start) throw new UnreadableEntry()
  const replaced = event.getFirstProperty('recurrence-id')
  const moment = momentOf(replaced, zones)
  return {
    sequence: Number(textOf(event, 'sequence')) || 0,
    busy: isBusy(event),
    start,
    length: lengthOf(event, start, zones),
    rules: valuesOf(event, 'rrule').filter((rule) => rule instanceof ICAL.Recur),
    extra: extraOf(event, zones),
    except: event.getAllProperties('exdate').flatMap((property) => momentsOf(property, zones)),
    replaces: moment && {
      moment,
      andLater: String(replaced?.getParameter('range')).toUpperCase() === 'THISANDFUTURE',
    },
  }
}

function isBusy(event: ICAL.Component): boolean {
  const says = (property: string) => textOf(event, property).toUpperCase()
  return (
    says('transp') !== 'TRANSPARENT' &&
    says('status') !== 'CANCELLED' &&
    says('x-microsoft-cdo-busystatus') !== 'FREE'
  )
}

function lengthOf(event: ICAL.Component, start: Moment, zones: FeedZones): Length {
  const end = momentOf(event.getFirstProperty('dtend'), zones)
  if (end) return between(start, end)
  const duration = event.getFirstPropertyValue('duration')
  if (duration instanceof ICAL.Duration) return ofDuration(duration)
  return start.isDate ? { exact: DAY, nominal: DAY } : { exact: 0, nominal: 0 }
}

function between(start: Moment, end: Moment): Length {
  const exact = end.zone.instantOf(end.wall) - start.zone.instantOf(start.wall)
  return { exact, nominal: start.zone === end.zone ? end.wall - start.wall : exact }
}

function ofDuration(duration: ICAL.Duration): Length {
  const length = duration.toSeconds() * 1000
  return { exact: length, nominal: length }
}

function extraOf(event: ICAL.Component, zones: FeedZones): Entry['extra'] {
  return event.getAllProperties('rdate').flatMap((property) =>
    property.getValues().flatMap((value): Entry['extra'] => {
      if (value instanceof ICAL.Time)
        return [{ start: at(value, property, zones), length: undefined }]
      if (!(value instanceof ICAL.Period)) return []
      const start = at(value.start, property, zones)
      return [{ start, length: between(start, at(value.getEnd(), property, zones)) }]
    }),
  )
}

function momentsOf(property: ICAL.Property, zones: FeedZones): Moment[] {
  return property
    .getValues()
    .filter((value) => value instanceof ICAL.Time)
    .map((time) => at(time, property, zones))
}

function momentOf(property: ICAL.Property | null, zones: FeedZones): Moment | undefined {
  return property ? momentsOf(property, zones)[0] : undefined
}

function at(time: ICAL.Time, property: ICAL.Property, zones: FeedZones): Moment {
  const wall = wallOf(time)
  const isUtc = time.zone === ICAL.Timezone.utcTimezone
  const name = property.getFirstParameter('tzid') || undefined
  const zone = isUtc ? UTC : zones.of(time.isDate ? undefined : name)
  if (Number.isNaN(wall) || !zone) throw new UnreadableEntry()
  return { wall, isDate: time.isDate, zone }
}

function valuesOf(event: ICAL.Component, name: string): unknown[] {
  return event.getAllProperties(name).flatMap((property) => property.getValues())
}

function textOf(event: ICAL.Component, name: string): string {
  return String(event.getFirstPropertyValue(name) ?? '')
}
