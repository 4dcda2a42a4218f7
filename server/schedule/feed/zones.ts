import ICAL from 'ical.js'
import { getOffset, isZone } from '#shared/lib/time-zone.ts'
import { type RawComponent, serializeComponent } from './ics-lines.ts'

/** Windows' names for time zones, which Outlook and Exchange write; from the CLDR's table. */
const windowsZones: Record<string, string> = {
  'Dateline Standard Time': 'Etc/GMT+12',
  'UTC-11': 'Etc/GMT+11',
  'Hawaiian Standard Time': 'Pacific/Honolulu',
  'Alaskan Standard Time': 'America/Anchorage',
  'Pacific Standard Time': 'America/Los_Angeles',
  'Pacific Standard Time (Mexico)': 'America/Tijuana',
  'US Mountain Standard Time': 'America/Phoenix',
  'Mountain Standard Time': 'America/Denver',
  'Mountain Standard Time (Mexico)': 'America/Mazatlan',
  'Central America Standard Time': 'America/Guatemala',
  'Central Standard Time': 'America/Chicago',
  'Central Standard Time (Mexico)': 'America/Mexico_City',
  'Canada Central Standard Time': 'America/Regina',
  'SA Pacific Standard Time': 'America/Bogota',
  'Eastern Standard Time': 'America/New_York',
  'US Eastern Standard Time': 'America/Indiana/Indianapolis',
  'Venezuela Standard Time': 'America/Caracas',
  'Atlantic Standard Time': 'America/Halifax',
  'SA Western Standard Time': 'America/La_Paz',
  'Pacific SA Standard Time': 'America/Santiago',
  'Newfoundland Standard Time': 'America/St_Johns',
  'E. South America Standard Time': 'America/Sao_Paulo',
  'Argentina Standard Time': 'America/Argentina/Buenos_Aires',
  'SA Eastern Standard Time': 'America/Cayenne',
  'Greenland Standard Time': 'America/Nuuk',
  'Montevideo Standard Time': 'America/Montevideo',
  'UTC-02': 'Etc/GMT+2',
  'Azores Standard Time': 'Atlantic/Azores',
  'Cape Verde Standard Time': 'Atlantic/Cape_Verde',
  'GMT Standard Time': 'Europe/London',
  'Greenwich Standard Time': 'Atlantic/Reykjavik',
  'Morocco Standard Time': 'Africa/Casablanca',
  'W. Europe Standard Time': 'Europe/Berlin',
  'Central Europe Standard Time': 'Europe/Budapest',
  'Romance Standard Time': 'Europe/Paris',
  'Central European Standard Time': 'Europe/Warsaw',
  'W. Central Africa Standard Time': 'Africa/Lagos',
  'GTB Standard Time': 'Europe/Bucharest',
  'Middle East Standard Time': 'Asia/Beirut',
  'Egypt Standard Time': 'Africa/Cairo',
  'E. Europe Standard Time': 'Europe/Chisinau',
  'South Africa Standard Time': 'Africa/Johannesburg',
  'FLE Standard Time': 'Europe/Helsinki',
  'Israel Standard Time': 'Asia/Jerusalem',
  'Kaliningrad Standard Time': 'Europe/Kaliningrad',
  'Turkey Standard Time': 'Europe/Istanbul',
  'Arabic Standard Time': 'Asia/Baghdad',
  'Arab Standard Time': 'Asia/Riyadh',
  'Belarus Standard Time': 'Europe/Minsk',
  'Russian Standard Time': 'Europe/Moscow',
  'E. Africa Standard Time': 'Africa/Nairobi',
  'Iran Standard Time': 'Asia/Tehran',
  'Arabian Standard Time': 'Asia/Dubai',
  'Azerbaijan Standard Time': 'Asia/Baku',
  'Georgian Standard Time': 'Asia/Tbilisi',
  'Afghanistan Standard Time': 'Asia/Kabul',
  'West Asia Standard Time': 'Asia/Tashkent',
  'Pakistan Standard Time': 'Asia/Karachi',
  'India Standard Time': 'Asia/Kolkata',
  'Sri Lanka Standard Time': 'Asia/Colombo',
  'Nepal Standard Time': 'Asia/Kathmandu',
  'Bangladesh Standard Time': 'Asia/Dhaka',
  'Myanmar Standard Time': 'Asia/Yangon',
  'SE Asia Standard Time': 'Asia/Bangkok',
  'China Standard Time': 'Asia/Shanghai',
  'Singapore Standard Time': 'Asia/Singapore',
  'Taipei Standard Time': 'Asia/Taipei',
  'W. Australia Standard Time': 'Australia/Perth',
  'Korea Standard Time': 'Asia/Seoul',
  'Tokyo Standard Time': 'Asia/Tokyo',
  'Cen. Australia Standard Time': 'Australia/Adelaide',
  'AUS Central Standard Time': 'Australia/Darwin',
  'E. Australia Standard Time': 'Australia/Brisbane',
  'AUS Eastern Standard Time': 'Australia/Sydney',
  'Tasmania Standard Time': 'Australia/Hobart',
  'West Pacific Standard Time': 'Pacific/Port_Moresby',
  'Central Pacific Standard Time': 'Pacific/Guadalcanal',
  'Fiji Standard Time': 'Pacific/Fiji',
  'New Zealand Standard Time': 'Pacific/Auckland',
  'Tonga Standard Time': 'Pacific/Tongatapu',
  'Samoa Standard Time': 'Pacific/Apia',
}

/** Clock changes before this year do not affect any window that is read. */
const FIRST_YEAR = 2020
const LAST_YEAR = 2100
/** More clock changes than any real zone has; a zone with more is rejected. */
const MAX_CHANGES = 500

const DAY = 86_400_000

/** Wall times here are the clock reading taken as UTC milliseconds. */
export interface FeedZone {
  /** What to add to an instant to get its wall time, milliseconds. */
  getOffset(instant: number): number
  /**
   * The instant of a wall time. A wall time that happens twice gives the first instant; one that
   * the clocks skip is read with the offset before the change (RFC 5545, 3.3.5).
   */
  toInstant(wall: number): number
}

export const UTC: FeedZone = { getOffset: () => 0, toInstant: (wall) => wall }

/**
 * The time zones that a feed names. A name of the IANA database takes precedence over the feed's
 * own description, which is often cut short. Other names use the feed's description first, then
 * the table of Windows names.
 */
export class FeedZones {
  private readonly zoneCache = new Map<string, FeedZone | undefined>()
  private readonly describedZones: Map<string, RawComponent>
  private readonly ownZone: FeedZone

  constructor(calendars: RawComponent[], ownZone: string) {
    this.ownZone = createNamedZone(ownZone)
    this.describedZones = new Map(
      calendars
        .flatMap(({ children }) => children)
        .filter(({ name }) => name === 'VTIMEZONE')
        .map((zone) => [getPropertyText(zone, 'TZID') ?? '', zone]),
    )
  }

  /** The owner's zone if a time names none; undefined for an unknown zone. */
  getZone(name: string | undefined): FeedZone | undefined {
    if (name === undefined) return this.ownZone
    if (!this.zoneCache.has(name)) this.zoneCache.set(name, this.find(name))
    return this.zoneCache.get(name)
  }

  private find(name: string): FeedZone | undefined {
    if (/^(utc|etc\/utc|gmt|z)$/i.test(name)) return UTC
    const place = findDatabaseName(name)
    if (place) return createNamedZone(place)
    const described = this.describedZones.get(name)
    const changes = described ? parseZoneChanges(described) : []
    if (changes.length > 0) return createChangingZone(changes)
    const windows = windowsZones[name]
    return windows === undefined ? undefined : createNamedZone(windows)
  }
}

/** Finds a name also behind a prefix, as in `/freeassociation.sourceforge.net/Europe/Oslo`. */
function findDatabaseName(name: string): string | undefined {
  const parts = name.split('/')
  const tails = parts.map((_, index) => parts.slice(index).join('/'))
  return tails.find((tail) => (tail === name || tail.includes('/')) && isZone(tail))
}

function createNamedZone(name: string): FeedZone {
  return createZone((instant) => getOffset(instant, name))
}

/** One clock change that a feed describes: its instant, and the offsets around it, milliseconds. */
export interface ZoneChange {
  at: number
  before: number
  after: number
}

function createChangingZone(changes: ZoneChange[]): FeedZone {
  return createZone((instant) => {
    let offset = changes[0]?.before ?? 0
    for (const change of changes) {
      if (change.at > instant) break
      offset = change.after
    }
    return offset
  })
}

function createZone(offset: (instant: number) => number): FeedZone {
  // Cached by day: the same days recur in a feed, and an offset costs more than all other work.
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
    getOffset: offset,
    toInstant(wall) {
      const [before, after] = around(wall)
      if (before === after || offset(wall - before) === before) return wall - before
      return offset(wall - after) === after ? wall - after : wall - before
    },
  }
}

function parseZoneChanges(zone: RawComponent): ZoneChange[] {
  const component = new ICAL.Component(ICAL.parse(serializeComponent(zone)))
  return component
    .getAllSubcomponents()
    .flatMap(parseObservance)
    .sort((a, b) => a.at - b.at)
}

function parseObservance(observance: ICAL.Component): ZoneChange[] {
  const start = observance.getFirstPropertyValue('dtstart')
  const from = observance.getFirstPropertyValue('tzoffsetfrom')
  const to = observance.getFirstPropertyValue('tzoffsetto')
  const rule = observance.getFirstPropertyValue('rrule')
  if (!(start instanceof ICAL.Time)) return []
  if (!(from instanceof ICAL.UtcOffset) || !(to instanceof ICAL.UtcOffset)) return []
  const before = from.toSeconds() * 1000
  const extra = observance.getAllProperties('rdate').flatMap((rdate) => rdate.getValues())
  const times = [
    start,
    ...extra.filter((time) => time instanceof ICAL.Time),
    ...(rule instanceof ICAL.Recur ? expandYearly(rule, start, before) : []),
  ]
  return times.map((time) => ({
    at: toWallTime(time) - before,
    before,
    after: to.toSeconds() * 1000,
  }))
}

/** Starts at `FIRST_YEAR` where possible, because Outlook's zones begin in 1601. */
function expandYearly(rule: ICAL.Recur, start: ICAL.Time, offset: number): ICAL.Time[] {
  const from = start.clone()
  if (from.year < FIRST_YEAR && !rule.count && rule.interval === 1) from.year = FIRST_YEAR
  if (rule.until) rule.until = ICAL.Time.fromJSDate(new Date(toWallTime(rule.until) + offset), true)
  const times: ICAL.Time[] = []
  const iterator = rule.iterator(from)
  for (let time = iterator.next(); time && time.year <= LAST_YEAR; time = iterator.next()) {
    times.push(time.clone())
    if (times.length > MAX_CHANGES)
      throw new Error('The time zone in the calendar has too many clock changes')
  }
  return times
}

/** The clock reading of a time, as UTC milliseconds. */
export function toWallTime(time: ICAL.Time): number {
  const { year, month, day, hour, minute, second } = time
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

export function getPropertyText({ lines }: RawComponent, property: string): string | undefined {
  const start = property.toUpperCase()
  const found = lines.find((line) => line.slice(0, start.length).toUpperCase() === start)
  return found?.slice(found.indexOf(':') + 1).trim()
}
