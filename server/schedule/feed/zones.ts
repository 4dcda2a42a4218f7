import type { Interval } from '#shared/booking/slots.ts'
import { getOffset } from '#shared/lib/time-zone.ts'
import { isZone } from '#shared/lib/zones/zone-names.ts'
import { Properties, type RawComponent } from './lines.ts'
import { Budget, type ExpandOptions, listRuleTimes } from './recurrence.ts'
import { parseRule } from './recurrence-rule.ts'
import { isTimeText, parseOffset, parseStamp, splitList } from './values.ts'
import {
  findDatabaseName,
  getStandardOffset,
  normalizeZoneName,
  readZoneName,
  withoutCopyNumber,
} from './zone-names.ts'

/** How far around the window described clock changes are listed, ms. */
const CHANGES_MARGIN = 731 * 86_400_000
/** More clock changes than any real zone has; a zone with more is not used. */
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

/** A time in the feed: `wall` is its clock reading as UTC milliseconds, `zone` its time zone. */
export interface FeedTime {
  wall: number
  isDate: boolean
  zone: FeedZone
}

export const UTC: FeedZone = { getOffset: () => 0, toInstant: (wall) => wall }

export interface FoundZone {
  zone: FeedZone
  /** The name says nothing, so the calendar's zone or the owner's stands in for it. */
  isGuessed: boolean
}

/** Described zones in which a midnight in UTC is looked for. */
const MAX_DESCRIBED = 20
/** Distinct zone names that are looked up in a file; further ones are guessed. */
const MAX_NAMES = 1000

/** What all calendars of a file share: the owner's zone, zones by place, and descriptions. */
export class ZoneSource {
  readonly ownZone: FeedZone
  readonly descriptions = new Map<string, RawComponent>()
  /** Clock changes outside do not affect any time that is read. */
  readonly changesWithin: Interval
  private readonly placeZones = new Map<string, FeedZone>()
  private namesLeft = MAX_NAMES

  constructor(
    calendars: RawComponent[],
    readonly ownPlace: string,
    window: Interval,
  ) {
    const { start, end } = window
    this.changesWithin = { start: start - CHANGES_MARGIN, end: end + CHANGES_MARGIN }
    this.ownZone = this.getPlaceZone(ownPlace)
    for (const calendar of calendars) addDescriptions(this.descriptions, calendar)
  }

  takeName(): boolean {
    return this.namesLeft-- > 0
  }

  getPlaceZone(place: string): FeedZone {
    const name = place.toLowerCase()
    if (name === 'etc/utc' || name === 'utc') return UTC
    let zone = this.placeZones.get(name)
    if (!zone) {
      zone = createZone((instant) => getOffset(instant, place))
      this.placeZones.set(name, zone)
    }
    return zone
  }
}

function addDescriptions(found: Map<string, RawComponent>, { children }: RawComponent): void {
  for (const zone of children)
    if (zone.name === 'VTIMEZONE')
      found.set(normalizeZoneName(new Properties(zone).text('TZID')), zone)
}

/**
 * The time zones that one calendar names. A name of the IANA database takes precedence over the
 * calendar's own description, which is often cut short; then comes the description, then what the
 * name says by itself, then the zone that the calendar names for itself, then the owner's.
 */
export class FeedZones {
  readonly ownZone: FeedZone
  /** For times without a zone: the zone that the calendar says it lives in, else the owner's. */
  readonly calendarZone: FeedZone
  private readonly found = new Map<string, FoundZone>()
  private readonly descriptions = new Map<string, RawComponent>()
  private readonly homes: string[]
  private described: FeedZone[] | undefined

  constructor(
    calendar: RawComponent,
    private readonly source: ZoneSource,
  ) {
    addDescriptions(this.descriptions, calendar)
    this.ownZone = source.ownZone
    this.homes = [source.ownPlace]
    const properties = new Properties(calendar)
    const stated = properties.text('X-WR-TIMEZONE') || properties.text('TIMEZONE-ID')
    const home = stated && source.takeName() ? stated : ''
    this.calendarZone = (home && this.find(home)) || this.ownZone
    const meaning = home ? readZoneName(home) : undefined
    if (meaning && 'place' in meaning) this.homes.unshift(meaning.place)
  }

  getZone(name: string): FoundZone {
    let found = this.found.get(name)
    if (!found) {
      const zone = this.source.takeName() ? this.find(name) : undefined
      found = { zone: zone ?? this.calendarZone, isGuessed: !zone }
      this.found.set(name, found)
    }
    return found
  }

  /**
   * The day that a time names in an all-day series: Outlook and Exchange write its local midnight
   * as an instant. `latest`: the last of the days that it may be.
   */
  toDay({ wall, isDate, zone }: FeedTime, choose: 'likely' | 'latest' = 'likely'): number {
    if (isDate || zone !== UTC) return floorToDay(wall)
    const zones = [this.ownZone, this.calendarZone, UTC, ...this.getDescribedZones()]
    const walls = zones.map((at) => wall + at.getOffset(wall))
    if (choose === 'latest') return floorToDay(Math.max(...walls))
    return floorToDay(walls.find((local) => local === floorToDay(local)) ?? walls[0] ?? wall)
  }

  /** An invitation names its organizer's zone only by describing it. */
  private getDescribedZones(): FeedZone[] {
    this.described ??= [...this.descriptions.keys()]
      .slice(0, MAX_DESCRIBED)
      .map((name) => this.getZone(name).zone)
    return this.described
  }

  private find(name: string): FeedZone | undefined {
    const place = findDatabaseName(name)
    if (place) return this.source.getPlaceZone(place)
    const normal = normalizeZoneName(name)
    const keys = [normal, withoutCopyNumber(normal)]
    const described = [this.descriptions, this.source.descriptions]
      .flatMap((descriptions) => keys.map((key) => descriptions.get(key)))
      .find((zone) => zone !== undefined)
    return (described && this.readDescription(described)) ?? this.readName(name)
  }

  private readDescription(described: RawComponent): FeedZone | undefined {
    const location = new Properties(described).text('X-LIC-LOCATION')
    if (location && isZone(location)) return this.source.getPlaceZone(location)
    const changes = parseZoneChanges(described, this.source.changesWithin)
    return changes.length > 0 ? createChangingZone(changes) : undefined
  }

  private readName(name: string): FeedZone | undefined {
    const meaning = readZoneName(name)
    if (!meaning) return undefined
    if ('place' in meaning) return this.source.getPlaceZone(meaning.place)
    const { offset, isStandard } = meaning
    const home = isStandard && this.homes.find((place) => getStandardOffset(place) === offset)
    if (home) return this.source.getPlaceZone(home)
    return { getOffset: () => offset, toInstant: (wall) => wall - offset }
  }
}

export function floorToDay(wall: number): number {
  return Math.floor(wall / DAY) * DAY
}

/** One clock change that a feed describes: its instant, and the offsets around it, milliseconds. */
interface ZoneChange {
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

/** Empty if the description cannot be used. */
function parseZoneChanges({ children }: RawComponent, within: Interval): ZoneChange[] {
  const reading = { within, budget: new Budget() }
  const changes = children.flatMap((observance) => parseObservance(observance, reading))
  return changes.length > MAX_CHANGES ? [] : changes.sort((a, b) => a.at - b.at)
}

function parseObservance(observance: RawComponent, reading: ExpandOptions): ZoneChange[] {
  const properties = new Properties(observance)
  const start = parseStamp(properties.text('DTSTART'))
  const to = properties.text('TZOFFSETTO')
  if (!start || !/\d/.test(to)) return []
  const after = parseOffset(to)
  const before = parseOffset(properties.text('TZOFFSETFROM') || to)
  const extra = properties
    .list('RDATE', isTimeText)
    .flatMap(({ value }) => splitList(value))
    .flatMap((text) => parseStamp(text) ?? [])
    .map(({ wall }) => wall)
  const walls = [start.wall, ...extra]
  for (const { value } of properties.list('RRULE')) {
    const { rule } = parseRule(value, start.wall)
    const last = rule?.until && rule.until.wall + (rule.until.isUtc ? before : 0)
    for (const wall of rule ? listRuleTimes(rule, start.wall, { ...reading, last }) : []) {
      walls.push(wall)
      if (walls.length > MAX_CHANGES) return walls.map((at) => ({ at, before, after }))
    }
  }
  return walls.map((wall) => ({ at: wall - before, before, after }))
}
