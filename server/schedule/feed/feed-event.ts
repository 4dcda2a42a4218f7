import ICAL from 'ical.js'
import { type RawComponent, serializeComponent } from './ics-lines.ts'
import { type FeedZone, type FeedZones, toWallTime, UTC } from './zones.ts'

const DAY = 86_400_000

/** A time in the feed: `wall` is its clock reading as UTC milliseconds, `zone` its time zone. */
export interface FeedTime {
  wall: number
  isDate: boolean
  zone: FeedZone
}

/** Duration of an entry, ms: elapsed time and clock time, which differ across a clock change. */
export interface EventLength {
  exact: number
  nominal: number
}

/** The parts of a VEVENT that decide when its owner is busy. */
export interface FeedEvent {
  sequence: number
  isBusy: boolean
  start: FeedTime
  length: EventLength
  rules: ICAL.Recur[]
  extraStarts: { start: FeedTime; length: EventLength | undefined }[]
  exceptStarts: FeedTime[]
  /** Which occurrence of the series this entry replaces, and whether all later ones too. */
  replaces: { moment: FeedTime; andLater: boolean } | undefined
}

/** An entry that cannot be understood. The feed is read without it, and the entry is counted. */
class UnreadableEventError extends Error {}

export function parseFeedEvent(raw: RawComponent, zones: FeedZones): FeedEvent {
  const event = new ICAL.Component(ICAL.parse(serializeComponent({ ...raw, children: [] })))
  const start = parseTime(event.getFirstProperty('dtstart'), zones)
  if (!start) throw new UnreadableEventError()
  const replaced = event.getFirstProperty('recurrence-id')
  const moment = parseTime(replaced, zones)
  return {
    sequence: Number(getText(event, 'sequence')) || 0,
    isBusy: isBusy(event),
    start,
    length: getLength(event, start, zones),
    rules: getValues(event, 'rrule').filter((rule) => rule instanceof ICAL.Recur),
    extraStarts: parseExtraStarts(event, zones),
    exceptStarts: event
      .getAllProperties('exdate')
      .flatMap((property) => parseTimes(property, zones)),
    replaces: moment && {
      moment,
      andLater: String(replaced?.getParameter('range')).toUpperCase() === 'THISANDFUTURE',
    },
  }
}

function isBusy(event: ICAL.Component): boolean {
  const says = (property: string) => getText(event, property).toUpperCase()
  return (
    says('transp') !== 'TRANSPARENT' &&
    says('status') !== 'CANCELLED' &&
    says('x-microsoft-cdo-busystatus') !== 'FREE'
  )
}

function getLength(event: ICAL.Component, start: FeedTime, zones: FeedZones): EventLength {
  const end = parseTime(event.getFirstProperty('dtend'), zones)
  if (end) return measureLength(start, end)
  const duration = event.getFirstPropertyValue('duration')
  if (duration instanceof ICAL.Duration) return toLength(duration)
  return start.isDate ? { exact: DAY, nominal: DAY } : { exact: 0, nominal: 0 }
}

function measureLength(start: FeedTime, end: FeedTime): EventLength {
  const exact = end.zone.toInstant(end.wall) - start.zone.toInstant(start.wall)
  return { exact, nominal: start.zone === end.zone ? end.wall - start.wall : exact }
}

function toLength(duration: ICAL.Duration): EventLength {
  const length = duration.toSeconds() * 1000
  return { exact: length, nominal: length }
}

function parseExtraStarts(event: ICAL.Component, zones: FeedZones): FeedEvent['extraStarts'] {
  return event.getAllProperties('rdate').flatMap((property) =>
    property.getValues().flatMap((value): FeedEvent['extraStarts'] => {
      if (value instanceof ICAL.Time)
        return [{ start: toFeedTime(value, property, zones), length: undefined }]
      if (!(value instanceof ICAL.Period)) return []
      const start = toFeedTime(value.start, property, zones)
      return [{ start, length: measureLength(start, toFeedTime(value.getEnd(), property, zones)) }]
    }),
  )
}

function parseTimes(property: ICAL.Property, zones: FeedZones): FeedTime[] {
  return property
    .getValues()
    .filter((value) => value instanceof ICAL.Time)
    .map((time) => toFeedTime(time, property, zones))
}

function parseTime(property: ICAL.Property | null, zones: FeedZones): FeedTime | undefined {
  return property ? parseTimes(property, zones)[0] : undefined
}

function toFeedTime(time: ICAL.Time, property: ICAL.Property, zones: FeedZones): FeedTime {
  const wall = toWallTime(time)
  const isUtc = time.zone === ICAL.Timezone.utcTimezone
  const name = property.getFirstParameter('tzid') || undefined
  const zone = isUtc ? UTC : zones.getZone(time.isDate ? undefined : name)
  if (Number.isNaN(wall) || !zone) throw new UnreadableEventError()
  return { wall, isDate: time.isDate, zone }
}

function getValues(event: ICAL.Component, name: string): unknown[] {
  return event.getAllProperties(name).flatMap((property) => property.getValues())
}

function getText(event: ICAL.Component, name: string): string {
  return String(event.getFirstPropertyValue(name) ?? '')
}
