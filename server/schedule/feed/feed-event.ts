import { Properties, type RawComponent, type RawProperty } from './lines.ts'
import { parseRule, type Rule } from './recurrence-rule.ts'
import { isTimeText, parseDuration, parseStamp, splitList } from './values.ts'
import { type FeedTime, type FeedZone, type FeedZones, floorToDay, UTC } from './zones.ts'

const DAY = 86_400_000
const HOUR = 3_600_000
const MINUTE = 60_000

/** Where an occurrence of an entry lies around its start, ms. */
export interface EventSpan {
  /** How long before its start it begins: its end was given before its start. */
  lead: number
  /** Elapsed time and clock time to its end, which differ across a clock change. */
  exact: number
  nominal: number
}

/** A part of an entry that could not be read. */
export type FeedProblemKind =
  /** No time of the entry is busy. */
  | 'start'
  /** The entry is busy for an hour. */
  | 'end'
  /** Some of its times may be missing. */
  | 'repeats'
  /** It is busy at times that may be free. */
  | 'exceptions'
  /** It was read with a guessed time zone. */
  | 'zone'

/** A rule, and the last wall time that its UNTIL allows. */
export interface SeriesRule {
  rule: Rule
  last: number | undefined
}

/** The occurrence that an entry replaces, and the day of it in an all-day series. */
export interface Replacement {
  moment: FeedTime
  /** It names no zone, so it is a time in the zone of the series. */
  isFloating: boolean
  day: FeedTime
  andLater: boolean
}

/** The parts of a VEVENT that decide when the owner is busy. */
export interface FeedEvent {
  /** Undefined if it could not be read. */
  sequence: number | undefined
  isBusy: boolean
  start: FeedTime
  span: EventSpan
  rules: SeriesRule[]
  extraStarts: { start: FeedTime; span: EventSpan }[]
  exceptStarts: FeedTime[]
  /** Rules whose times are exceptions (EXRULE of RFC 2445). */
  exceptRules: SeriesRule[]
  replaces: Replacement | undefined
  problems: Set<FeedProblemKind>
  /** The first zone name that says nothing; empty if there is none. */
  unknownZone: string
}

interface ReadContext {
  zones: FeedZones
  /** The email addresses of the calendar's owner, in lower case. */
  ownAddresses: ReadonlySet<string>
}

/** Reads a VEVENT part by part; undefined if it has no readable start. */
export function parseFeedEvent(raw: RawComponent, context: ReadContext): FeedEvent | undefined {
  const properties = new Properties(raw)
  const reader = new TimeReader(properties, context.zones)
  const isBusy = mayBeBusy(properties, context.ownAddresses)
  const starts = reader.readStarts()
  // A cancelled occurrence may name only what it replaces.
  const [start = isBusy ? undefined : reader.readReplacedMoment(), ...others] = starts
  if (!start) return undefined
  const span = reader.readSpan(start)
  // Two entries of a damaged file may have become one: both of their starts are busy.
  if (raw.isCut) reader.problems.add('repeats')
  const otherStarts = others.map((other) => ({ start: other, span: reader.readSpan(other) }))
  return {
    sequence: readSequence(properties.text('SEQUENCE')),
    isBusy,
    start,
    span,
    rules: reader.readRules(start),
    exceptRules: reader.readExceptRules(start),
    extraStarts: [...otherStarts, ...reader.readExtraStarts(start, span)],
    exceptStarts: reader.readExceptions(start),
    replaces: reader.readReplacement(start),
    problems: reader.problems,
    unknownZone: reader.unknownZone,
  }
}

function readSequence(text: string): number | undefined {
  if (text === '') return 0
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined
}

export function mayBeBusy(properties: Properties, ownAddresses: ReadonlySet<string>): boolean {
  return !(
    isMarkedFree(properties) ||
    properties.says('STATUS', 'CANCELLED') ||
    properties.says('STATUS', 'CANCELED') ||
    isDeclined(properties, ownAddresses)
  )
}

const OUTLOOK_STATUS = 'X-MICROSOFT-CDO-BUSYSTATUS'
const INTENDED_STATUS = 'X-MICROSOFT-CDO-INTENDEDSTATUS'
const OUTLOOK_BUSY = ['BUSY', 'TENTATIVE', 'OOF', 'OUTOFOFFICE']

/**
 * Marks that contradict each other leave an entry busy. Outlook prefers its own to TRANSP, and
 * exports "working elsewhere" as free and opaque.
 */
function isMarkedFree(properties: Properties): boolean {
  const saysFree =
    properties.says('TRANSP', 'TRANSPARENT') || properties.says(OUTLOOK_STATUS, 'FREE')
  // The status that an organizer proposed counts only where the owner's own is not stated.
  const status = properties.first(OUTLOOK_STATUS) ? OUTLOOK_STATUS : INTENDED_STATUS
  const saysBusy = properties.has('TRANSP', ['OPAQUE']) || properties.has(status, OUTLOOK_BUSY)
  return saysFree && !saysBusy
}

/** Whether the owner declined the invitation; what others answered changes nothing. */
function isDeclined(properties: Properties, ownAddresses: ReadonlySet<string>): boolean {
  const own = properties
    .list('ATTENDEE', (value) => /^\W*mailto:/i.test(value))
    .filter((attendee) => ownAddresses.has(readAddress(attendee)))
  return (
    own.length > 0 &&
    own.every(({ parameters }) => parameters.PARTSTAT?.toUpperCase() === 'DECLINED')
  )
}

function readAddress({ value, parameters }: RawProperty): string {
  const address = normalizeAddress(value)
  return address.includes('@') ? address : normalizeAddress(parameters.EMAIL ?? '')
}

/** `mailto:Owner@example.org` and `<owner@example.org>` as `owner@example.org`. */
export function normalizeAddress(text: string): string {
  const address = text
    .replace(/["<>\\]/g, '')
    .trim()
    .replace(/^mailto:/i, '')
    .replace(/\?.*$/, '')
    .replaceAll('%40', '@')
  return address.trim().toLowerCase()
}

/** Reads the times of one entry, and collects what could not be read. */
class TimeReader {
  readonly problems = new Set<FeedProblemKind>()
  unknownZone = ''

  constructor(
    private readonly properties: Properties,
    private readonly zones: FeedZones,
  ) {}

  readStarts(): FeedTime[] {
    const zone = this.getStartZone()
    return this.listFew('DTSTART', isTimeText).flatMap(
      (property) => this.readTime(property.value, property, zone) ?? [],
    )
  }

  /** The properties of a name of which an entry has one; of more, only the first are read. */
  private listFew(name: string, isValue?: (value: string) => boolean): RawProperty[] {
    const all = this.properties.list(name, isValue)
    if (all.length > MAX_REPEATED) this.problems.add(name === 'EXRULE' ? 'exceptions' : 'repeats')
    return all.slice(0, MAX_REPEATED)
  }

  /** A start without a zone is in the zone of the end. */
  private getStartZone(): FeedZone {
    const name = this.properties.first('DTEND', isTimeText)?.parameters.TZID
    return name ? this.getZone(name) : this.zones.calendarZone
  }

  private getZone(name: string): FeedZone {
    const { zone, isGuessed } = this.zones.getZone(name)
    if (isGuessed) {
      this.problems.add('zone')
      this.unknownZone ||= name
    }
    return zone
  }

  /** `zone` is for times that do not name one. */
  private readTime(
    text: string,
    { parameters }: RawProperty,
    zone: FeedZone,
  ): FeedTime | undefined {
    const stamp = parseStamp(text)
    if (!stamp) return undefined
    if (stamp.isPartial) this.problems.add('exceptions')
    const { wall, isUtc } = stamp
    if (stamp.isDate) return { wall, isDate: true, zone: this.zones.ownZone }
    if (parameters.VALUE?.toUpperCase() === 'DATE') {
      const day = this.zones.toDay({ wall, isDate: false, zone: isUtc ? UTC : zone })
      return { wall: day, isDate: true, zone: this.zones.ownZone }
    }
    const named = parameters.TZID ? this.getZone(parameters.TZID) : zone
    return { wall, isDate: false, zone: isUtc ? UTC : named }
  }

  readSpan(start: FeedTime): EventSpan {
    const ends = this.properties.list('DTEND', isTimeText)
    const end = ends
      .flatMap((property) => this.readEnd(property, start) ?? [])
      .reduce<EventSpan | undefined>((a, b) => (a ? joinSpans(a, b) : b), undefined)
    const duration = this.properties.text('DURATION')
    const length = duration === '' ? undefined : parseDuration(duration)
    if (length !== undefined) {
      const whole = start.isDate ? Math.ceil(length / DAY) * DAY : length
      const byDuration = toSpan(start, { exact: whole, nominal: whole })
      return end ? joinSpans(end, byDuration) : byDuration
    }
    if (end) return this.isWholeDay() ? joinSpans(end, WHOLE_DAY) : end
    if (this.isWholeDay()) return WHOLE_DAY
    const isGiven = duration !== '' || ends.some(({ value }) => value.trim() !== '')
    if (isGiven) this.problems.add('end')
    return toSpan(start, isGiven ? { exact: HOUR, nominal: HOUR } : { exact: 0, nominal: 0 })
  }

  /** Outlook and others say of an entry from midnight to midnight that it is for whole days. */
  private isWholeDay(): boolean {
    return (
      this.properties.says('X-MICROSOFT-CDO-ALLDAYEVENT', 'TRUE') ||
      this.properties.says('X-FUNAMBOL-ALLDAY', '1') ||
      this.properties.says('X-FUNAMBOL-ALLDAY', 'TRUE')
    )
  }

  private readEnd(property: RawProperty, start: FeedTime): EventSpan | undefined {
    const end = this.readTime(property.value, property, start.zone)
    const stamp = parseStamp(property.value)
    if (!end || !stamp || end.wall < start.wall - MAX_LEAD) return undefined
    if (!end.isDate) return measureSpan(start, end)
    // A time under VALUE=DATE counts to the end of its day, and so does a meeting's own day.
    const local = this.toLocal(start)
    const last = this.toLocal({ wall: stamp.wall, zone: stamp.isUtc ? UTC : start.zone })
    const isMidnight = last.wall % DAY === 0 || (stamp.isUtc && stamp.wall === end.wall)
    const isWithin = !stamp.isDate && !isMidnight
    const isOwnDay = !start.isDate && end.wall === floorToDay(local.wall)
    const wall = end.wall + (isWithin || isOwnDay ? DAY : 0)
    return measureSpan(start, { ...end, wall, zone: local.zone })
  }

  /** A time in UTC has no date of its own: its date is the owner's. */
  private toLocal({ wall, zone }: Omit<FeedTime, 'isDate'>): Omit<FeedTime, 'isDate'> {
    const { ownZone } = this.zones
    return zone === UTC ? { wall: wall + ownZone.getOffset(wall), zone: ownZone } : { wall, zone }
  }

  readRules(start: FeedTime): SeriesRule[] {
    return this.listFew('RRULE').flatMap(({ value }) => {
      if (value.trim() === '') return []
      const { rule, problems } = parseRule(value, start.wall)
      if (problems.has('times')) this.problems.add('repeats')
      if (problems.has('limits')) this.problems.add('exceptions')
      return rule ? [{ rule, last: this.getLast(rule, start) }] : []
    })
  }

  /** Only those that are read whole: a part less may make them take more times away. */
  readExceptRules(start: FeedTime): SeriesRule[] {
    return this.listFew('EXRULE').flatMap(({ value }) => {
      if (value.trim() === '') return []
      const { rule, problems } = parseRule(value, start.wall)
      if (rule && problems.size === 0) return [{ rule, last: this.getLast(rule, start) }]
      this.problems.add('exceptions')
      return []
    })
  }

  /** The last wall time that a rule may have; UNTIL is mostly given in UTC. */
  private getLast({ until }: Rule, start: FeedTime): number | undefined {
    if (!until) return undefined
    const { wall, isDate, isUtc } = until
    if (start.isDate) {
      const zone = isUtc ? UTC : start.zone
      return this.zones.toDay({ wall, isDate, zone }, 'latest') + DAY - 1
    }
    if (isDate) return wall + DAY - 1
    return isUtc ? wall + start.zone.getOffset(wall) : wall
  }

  readExtraStarts(start: FeedTime, span: EventSpan): FeedEvent['extraStarts'] {
    return this.readList('RDATE', 'repeats', (text, property) => {
      const [from = '', to] = text.split('/')
      const moment = this.readTime(from, property, start.zone)
      if (!moment) return undefined
      const own = to === undefined ? span : this.readPeriodEnd(to, property, moment)
      // A period with a time of day keeps it, also in a series of whole days.
      const isTimed = to !== undefined && !moment.isDate
      if (start.isDate) return { start: isTimed ? moment : this.toDayOf(moment, start), span: own }
      // A date in a series of meetings is a meeting at the usual time.
      const wall = moment.wall + (start.wall - floorToDay(start.wall))
      return { start: moment.isDate ? { ...start, wall } : moment, span: own }
    })
  }

  private readPeriodEnd(text: string, property: RawProperty, start: FeedTime): EventSpan {
    const length = parseDuration(text)
    if (length !== undefined) return toSpan(start, { exact: length, nominal: length })
    const end = this.readTime(text, property, start.zone)
    if (!end) this.problems.add('end')
    return end ? measureSpan(start, end) : toSpan(start, { exact: HOUR, nominal: HOUR })
  }

  readExceptions(start: FeedTime): FeedTime[] {
    return this.readList('EXDATE', 'exceptions', (text, property) => {
      const moment = this.readTime(text, property, start.zone)
      return moment && start.isDate ? this.toDayOf(moment, start) : moment
    })
  }

  readReplacedMoment(): FeedTime | undefined {
    const property = this.properties.first('RECURRENCE-ID', isTimeText)
    return property && this.readTime(property.value, property, this.zones.calendarZone)
  }

  readReplacement(start: FeedTime): Replacement | undefined {
    const property = this.properties.first('RECURRENCE-ID', isTimeText)
    if (!property || property.value.trim() === '') return undefined
    const moment = this.readTime(property.value, property, start.zone)
    if (!moment) this.problems.add('exceptions')
    return (
      moment && {
        moment,
        isFloating: !property.parameters.TZID && !parseStamp(property.value)?.isUtc,
        day: this.toDayOf(moment, start),
        andLater: property.parameters.RANGE?.toUpperCase() === 'THISANDFUTURE',
      }
    )
  }

  private readList<T>(
    name: 'RDATE' | 'EXDATE',
    problem: FeedProblemKind,
    read: (text: string, property: RawProperty) => T | undefined,
  ): T[] {
    const found: T[] = []
    for (const property of this.properties.list(name, isTimeText))
      for (const text of splitList(property.value)) {
        const item = read(text, property)
        if (item === undefined) this.problems.add(problem)
        else found.push(item)
      }
    return found
  }

  private toDayOf(moment: FeedTime, start: FeedTime): FeedTime {
    return {
      wall: this.zones.toDay(moment),
      isDate: true,
      zone: start.isDate ? start.zone : this.zones.ownZone,
    }
  }
}

/** Starts and rules that are read of one entry. */
const MAX_REPEATED = 50

const WHOLE_DAY: EventSpan = { lead: 0, exact: DAY, nominal: DAY }

/** An end that is earlier is not swapped with the start: programs write no date as 1601 or 1970. */
const MAX_LEAD = 366 * DAY

/** An end before the start is taken for the start. A whole day is at least one day. */
function toSpan(start: FeedTime, { exact, nominal }: Omit<EventSpan, 'lead'>): EventSpan {
  const shortest = start.isDate ? DAY : MINUTE
  const end = Math.max(exact, nominal)
  if (end < 0) return { lead: -end, exact: start.isDate ? DAY : 0, nominal: start.isDate ? DAY : 0 }
  return { lead: 0, exact: Math.max(exact, shortest), nominal: Math.max(nominal, shortest) }
}

function measureSpan(start: FeedTime, end: FeedTime): EventSpan {
  const exact = end.zone.toInstant(end.wall) - start.zone.toInstant(start.wall)
  return toSpan(start, { exact, nominal: start.zone === end.zone ? end.wall - start.wall : exact })
}

function joinSpans(a: EventSpan, b: EventSpan): EventSpan {
  return {
    lead: Math.max(a.lead, b.lead),
    exact: Math.max(a.exact, b.exact),
    nominal: Math.max(a.nominal, b.nominal),
  }
}
