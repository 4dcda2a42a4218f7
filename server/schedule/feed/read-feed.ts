import type { Interval } from '#shared/booking/slots.ts'
import { groupBy } from '#shared/lib/group-by.ts'
import type { FeedNote } from '#shared/schedule/calendar-state.ts'
import {
  type EventSpan,
  type FeedEvent,
  mayBeBusy,
  normalizeAddress,
  parseFeedEvent,
} from './feed-event.ts'
import { decodeFeed, Properties, parseCalendars, type RawComponent } from './lines.ts'
import { NoteCollector } from './notes.ts'
import { Budget, BudgetExceededError, listExceptedTimes, listRuleTimes } from './recurrence.ts'
import { isTimeText, parseDuration, parseStamp, splitList } from './values.ts'
import { type FeedTime, type FeedZone, FeedZones, UTC, ZoneSource } from './zones.ts'

const DAY = 86_400_000
const HOUR = 3_600_000

interface ReadContext {
  window: Interval
  budget: Budget
}

/** A series, and the entries that replace parts of it by what they replace. */
interface Series {
  entry: FeedEvent
  replaced: Map<string, FeedEvent>
  /** Replacements of all later occurrences too. */
  later: { change: FeedEvent; from: FeedTime }[]
}

/** Cost of looking at a replaced occurrence, in steps of a rule. */
const REPLACEMENT_COST = 5

/** The busy times of all entries with one UID: a series, and entries that replace parts of it. */
function* expandEvents(entries: FeedEvent[], reading: ReadContext): Generator<Interval> {
  const changes = entries
    .filter(({ replaces }) => replaces)
    .sort((a, b) => (a.sequence ?? 0) - (b.sequence ?? 0))
  const versions = groupBy(changes, ({ replaces }) => toTimeKey(replaces?.moment))
  for (const entry of [...versions.values()].flatMap(dropOutdated))
    if (entry.isBusy) yield* expandSeries({ entry, replaced: new Map(), later: [] }, reading)
  const newest = new Map(changes.map((entry) => [toTimeKey(entry.replaces?.moment), entry]))
  for (const entry of dropOutdated(entries.filter(({ replaces }) => !replaces)))
    if (entry.isBusy) {
      reading.budget.spend(newest.size * REPLACEMENT_COST)
      yield* expandSeries(toSeries(entry, newest), reading)
    }
}

/** Leaves out older versions. A version without a readable number may be the newest. */
function dropOutdated(entries: FeedEvent[]): FeedEvent[] {
  const latest = Math.max(...entries.map(({ sequence }) => sequence ?? -1))
  return entries.filter(({ sequence }) => sequence === undefined || sequence >= latest)
}

function toSeries(entry: FeedEvent, newest: Map<string, FeedEvent>): Series {
  const replaced = new Map<string, FeedEvent>()
  const later: Series['later'] = []
  for (const change of newest.values()) {
    const { replaces } = change
    if (!replaces) continue
    const { moment: stated, isFloating, day } = replaces
    const inSeries = isFloating && !stated.isDate ? { ...stated, zone: entry.start.zone } : stated
    const moment = entry.start.isDate ? day : inSeries
    replaced.set(toTimeKey(moment), change)
    if (replaces.andLater) later.push({ change, from: moment })
  }
  return { entry, replaced, later }
}

function* expandSeries(series: Series, reading: ReadContext): Generator<Interval> {
  const { entry, replaced, later } = series
  const within = getReach(series, reading.window)
  const excludedKeys = new Set(listExceptions(entry, { ...reading, within }).map(toTimeKey))
  const isPlain = excludedKeys.size + replaced.size === 0
  const isExcluded = (moment: FeedTime) =>
    !isPlain &&
    [toTimeKey(moment), toDateKey(moment)].some((key) => excludedKeys.has(key) || replaced.has(key))
  for (const start of expandStarts(entry, { ...reading, within })) {
    if (isExcluded(start)) continue
    reading.budget.spend(later.length)
    const change = later.findLast(({ from }) => toInstant(start) >= toInstant(from))
    if (!change) yield toInterval(start, entry.span)
    else if (change.change.isBusy) yield toInterval(shiftStart(start, change), change.change.span)
  }
  for (const { start, span } of entry.extraStarts)
    if (!isExcluded(start)) yield toInterval(start, span)
}

interface ReachContext extends ReadContext {
  /** Wall times of starts that may be busy in the window. */
  within: Interval
}

function* expandStarts({ start, rules }: FeedEvent, reading: ReachContext): Generator<FeedTime> {
  yield start
  for (const { rule, last } of rules)
    for (const wall of listRuleTimes(rule, start.wall, { ...reading, last }))
      yield { ...start, wall }
}

function listExceptions(entry: FeedEvent, reading: ReachContext): FeedTime[] {
  const { start, exceptStarts, exceptRules } = entry
  const byRule = exceptRules.flatMap(({ rule, last }) =>
    [...listExceptedTimes(rule, start.wall, { ...reading, last })].map((wall) => ({
      ...start,
      wall,
    })),
  )
  return [...exceptStarts, ...byRule]
}

function getReach({ entry, later }: Series, window: Interval): Interval {
  const spans = [entry.span, ...later.map(({ change }) => change.span)]
  const lengths = spans.map(({ lead, exact, nominal }) => Math.max(lead, exact, nominal))
  const shifts = later.map(({ change, from }) => Math.abs(change.start.wall - from.wall))
  const reach = Math.max(...lengths) + Math.max(0, ...shifts)
  // A wall time differs from its instant by up to a day.
  return { start: window.start - reach - DAY, end: window.end + reach + DAY }
}

function shiftStart(start: FeedTime, { change, from }: Series['later'][number]): FeedTime {
  return { ...change.start, wall: start.wall + (change.start.wall - from.wall) }
}

/**
 * In a night of a clock change, some calendars count elapsed time and others clock time, so the
 * later end counts.
 */
function toInterval(moment: FeedTime, { lead, exact, nominal }: EventSpan): Interval {
  const start = toInstant(moment)
  const byClock = moment.zone.toInstant(moment.wall + nominal)
  return { start: start - lead, end: moment.isDate ? byClock : Math.max(start + exact, byClock) }
}

function toInstant({ zone, wall }: FeedTime): number {
  return zone.toInstant(wall)
}

/** The same instant has the same key in every zone; a whole day has a key of its own. */
function toTimeKey(moment: FeedTime | undefined): string {
  if (!moment) return ''
  return moment.isDate ? toDateKey(moment) : String(toInstant(moment))
}

function toDateKey({ wall }: FeedTime): string {
  return `day ${Math.floor(wall / DAY)}`
}

/** The intervals cut to the window, in order, with those merged that touch or overlap. */
function mergeWithin(window: Interval, intervals: Interval[]): Interval[] {
  const merged: Interval[] = []
  const inside = intervals
    .filter(({ start, end }) => start < end && start < window.end && end > window.start)
    .sort((a, b) => a.start - b.start)
  for (const { start, end } of inside) {
    const last = merged.at(-1)
    if (last && start <= last.end) last.end = Math.max(last.end, Math.min(end, window.end))
    else merged.push({ start: Math.max(start, window.start), end: Math.min(end, window.end) })
  }
  return merged
}

/** How many separate busy times are accepted; a year of half hours has fewer. */
const MAX_INTERVALS = 10_000
/** How many intervals are collected before a merge, so that memory does not grow with the feed. */
const MERGE_AT = 50_000

interface FeedInput {
  text: string
  window: Interval
  /** Time zone of whole days, and of times for which the feed names no zone. */
  ownZone: string
  /** The UIDs of our own bookings, which the owner's calendar may have from us: they are skipped. */
  ownUids: string[]
  /** The owner's email addresses: what they declined is not busy. */
  ownAddresses: string[]
}

/** What the worker thread receives; it answers with `WorkerResult`. */
export type WorkerTask = Omit<FeedInput, 'text'> & { bytes: Uint8Array<ArrayBuffer> }

export type WorkerResult =
  | { ok: true; reading: FeedResult }
  | { ok: false; fault: 'no_calendar' | 'too_much' | 'stopped' }

export interface FeedResult {
  busy: Interval[]
  /** Entries with a readable start, including those of which another part could not be read. */
  eventCount: number
  /** The file has no entry at all, not even one of our own bookings. */
  isEmpty: boolean
  /** Entries without a readable start, and statements of availability, which are not read. */
  unreadableCount: number
  /** Entries read with a guessed time zone. */
  guessedZoneCount: number
  /** What was not understood, for the owner. */
  notes: FeedNote[]
}

/** An entry, and the zones of the calendar that contains it. */
interface FoundEntry {
  raw: RawComponent
  zones: FeedZones
}

/** What the worker thread does. */
export function readTask({ bytes, ...input }: WorkerTask): WorkerResult {
  try {
    const reading = readFeed({ ...input, text: decodeFeed(bytes) })
    return reading ? { ok: true, reading } : { ok: false, fault: 'no_calendar' }
  } catch (error) {
    return { ok: false, fault: error instanceof BudgetExceededError ? 'too_much' : 'no_calendar' }
  }
}

/** The busy times in a feed; undefined if it is not a complete calendar. Throws `BudgetExceededError`. */
export function readFeed(input: FeedInput): FeedResult | undefined {
  const { text, window, ownZone } = input
  const calendars = parseCalendars(text)
  if (!calendars) return undefined
  const source = new ZoneSource(calendars, ownZone, window)
  const entries = calendars.flatMap((calendar) => {
    const zones = new FeedZones(calendar, source)
    return calendar.children.map((raw) => ({ raw, zones }))
  })
  const reader = new FeedReader(window, [...input.ownAddresses, ...readNames(calendars)])
  for (const group of groupByUid(entries, new Set(input.ownUids))) reader.readGroup(group)
  for (const entry of entries) {
    if (entry.raw.name === 'VFREEBUSY') reader.readFreeBusy(entry)
    if (entry.raw.name === 'VAVAILABILITY') reader.noteAvailability(entry.raw)
  }
  const isEmpty = !entries.some(({ raw }) => raw.name === 'VEVENT' || raw.name === 'VFREEBUSY')
  return { ...reader.finish(), isEmpty }
}

/** Google names a calendar by its owner's address. */
function readNames(calendars: RawComponent[]): string[] {
  return calendars
    .map((calendar) => new Properties(calendar).text('X-WR-CALNAME'))
    .filter((name) => name.includes('@'))
}

/** Entries grouped by UID, without our own; an entry without a UID is a group of its own. */
function groupByUid(entries: FoundEntry[], ownUids: ReadonlySet<string>): FoundEntry[][] {
  const events = entries.filter(({ raw }) => raw.name === 'VEVENT')
  const groups = groupBy(events, (entry) => new Properties(entry.raw).text('UID') || entry)
  return [...groups].flatMap(([uid, group]) =>
    typeof uid === 'string' && ownUids.has(uid) ? [] : [group],
  )
}

class FeedReader {
  private readonly collected: BusyCollector
  private readonly notes = new NoteCollector()
  private readonly reading: ReadContext
  private readonly ownAddresses: ReadonlySet<string>
  private eventCount = 0
  private unreadableCount = 0
  private guessedZoneCount = 0

  constructor(window: Interval, ownAddresses: string[]) {
    this.collected = new BusyCollector(window)
    this.reading = { window, budget: new Budget() }
    this.ownAddresses = new Set(ownAddresses.map(normalizeAddress))
  }

  readGroup(group: FoundEntry[]): void {
    const entries: FeedEvent[] = []
    for (const { raw, zones } of group) {
      const entry = parseFeedEvent(raw, { zones, ownAddresses: this.ownAddresses })
      if (entry) entries.push(entry)
      this.countEntry(raw, entry)
    }
    for (const interval of expandEvents(entries, this.reading)) this.collected.add(interval)
  }

  private countEntry(raw: RawComponent, entry: FeedEvent | undefined): void {
    if (!entry) {
      this.unreadableCount++
      if (mayBeBusy(new Properties(raw), this.ownAddresses))
        this.notes.addEntry(raw, { kind: 'start', start: undefined })
      return
    }
    const { isBusy, start, problems, unknownZone } = entry
    this.eventCount++
    if (problems.has('zone')) this.guessedZoneCount++
    if (!isBusy || problems.size === 0 || !mayMatter(entry, this.reading.window)) return
    for (const kind of problems)
      if (kind === 'zone') this.notes.addZone(unknownZone)
      else this.notes.addEntry(raw, { kind, start })
  }

  /** Busy times of a VFREEBUSY, from calendars that publish only when they are free or busy. */
  readFreeBusy({ raw, zones }: FoundEntry): void {
    this.eventCount++
    for (const { value, parameters } of new Properties(raw).list('FREEBUSY', isTimeText)) {
      if (parameters.FBTYPE?.toUpperCase() === 'FREE') continue
      const zone = parameters.TZID ? zones.getZone(parameters.TZID).zone : zones.calendarZone
      for (const text of splitList(value)) {
        const period = readPeriod(text, zone)
        if (period) this.collected.add(period)
        if (!period?.isWhole) this.notes.addEntry(raw, { kind: 'start', start: undefined })
      }
    }
  }

  /** Hours outside of which the owner is busy (RFC 7953). Few calendars have them. */
  noteAvailability(raw: RawComponent): void {
    this.unreadableCount++
    this.notes.addEntry(raw, { kind: 'availability', start: undefined })
  }

  finish(): Omit<FeedResult, 'isEmpty'> {
    return {
      busy: this.collected.finish(),
      eventCount: this.eventCount,
      unreadableCount: this.unreadableCount,
      guessedZoneCount: this.guessedZoneCount,
      notes: this.notes.finish(),
    }
  }
}

/** Whether an entry may be busy in the window. */
function mayMatter({ start, span, rules, problems }: FeedEvent, window: Interval): boolean {
  const first = toInterval(start, span)
  const isInside = first.end > window.start && first.start < window.end
  const goesOn = rules.some(({ last }) => last === undefined || last > window.start - DAY)
  return isInside || goesOn || problems.has('repeats')
}

/** `isWhole`: its end could be read; if not, an hour is assumed. */
function readPeriod(text: string, zone: FeedZone): (Interval & { isWhole: boolean }) | undefined {
  const [from = '', to = ''] = text.split('/')
  const toInstantOf = (part: string) => {
    const stamp = parseStamp(part)
    return stamp && (stamp.isUtc ? UTC : zone).toInstant(stamp.wall)
  }
  const start = toInstantOf(from)
  const length = parseDuration(to)
  if (start === undefined) return undefined
  const end = length === undefined ? toInstantOf(to) : start + length
  if (end === undefined) return { start, end: start + HOUR, isWhole: false }
  return { start: Math.min(start, end), end: Math.max(start, end), isWhole: true }
}

class BusyCollector {
  private intervals: Interval[] = []

  constructor(private readonly window: Interval) {}

  add(interval: Interval): void {
    const { start, end } = this.window
    if (interval.start >= end || interval.end <= start) return
    this.intervals.push(interval)
    if (this.intervals.length > MERGE_AT) this.merge()
  }

  finish(): Interval[] {
    this.merge()
    return this.intervals
  }

  private merge(): void {
    this.intervals = mergeWithin(this.window, this.intervals)
    if (this.intervals.length > MAX_INTERVALS) throw new BudgetExceededError()
  }
}
