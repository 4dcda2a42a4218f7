import ICAL from 'ical.js'
import type { Interval } from '#shared/booking/slots.ts'
import { groupBy } from '#shared/lib/group-by.ts'
import { type EventLength, type FeedEvent, type FeedTime, parseFeedEvent } from './feed-event.ts'
import { parseCalendars, type RawComponent, serializeComponent } from './ics-lines.ts'
import { Budget, BudgetExceededError, listRuleTimes } from './recurrence.ts'
import { FeedZones, getPropertyText, toWallTime } from './zones.ts'

const DAY = 86_400_000

interface ReadContext {
  window: Interval
  budget: Budget
}

/** The busy times of all entries with one UID: a series, and entries that replace parts of it. */
function* expandEvents(entries: FeedEvent[], reading: ReadContext): Generator<Interval> {
  const stand = entries.filter(({ replaces }) => replaces).sort((a, b) => a.sequence - b.sequence)
  const replaced = new Map(stand.map((entry) => [toTimeKey(entry.replaces?.moment), entry]))
  for (const entry of replaced.values())
    if (entry.isBusy) yield toInterval(entry.start, entry.length)
  for (const entry of entries)
    if (entry.isBusy && !entry.replaces) yield* expandSeries(entry, replaced, reading)
}

function* expandSeries(
  entry: FeedEvent,
  replaced: Map<string, FeedEvent>,
  reading: ReadContext,
): Generator<Interval> {
  const excludedKeys = new Set(entry.exceptStarts.map(toTimeKey))
  const later = [...replaced.values()].filter(({ replaces }) => replaces?.andLater)
  const isPlain = excludedKeys.size + replaced.size === 0
  const isExcluded = (moment: FeedTime) =>
    !isPlain &&
    [toTimeKey(moment), toDateKey(moment)].some((key) => excludedKeys.has(key) || replaced.has(key))
  for (const start of expandStarts(entry, reading)) {
    if (isExcluded(start)) continue
    const change = later.findLast(({ replaces }) => isAtOrAfter(start, replaces?.moment))
    if (!change) yield toInterval(start, entry.length)
    else if (change.isBusy) yield toInterval(shiftStart(start, change), change.length)
  }
  for (const { start, length } of entry.extraStarts)
    if (!isExcluded(start)) yield toInterval(start, length ?? entry.length)
}

function* expandStarts(entry: FeedEvent, { window, budget }: ReadContext): Generator<FeedTime> {
  const { start, rules, length } = entry
  yield start
  const longest = Math.max(length.exact, length.nominal)
  // A wall time differs from its instant by up to a day.
  const within = { start: window.start - longest - DAY, end: window.end + DAY }
  for (const rule of rules)
    for (const wall of listRuleTimes(rule, start, { within, budget })) yield { ...start, wall }
}

function isAtOrAfter(start: FeedTime, from: FeedTime | undefined): boolean {
  return from !== undefined && toInstant(start) >= toInstant(from)
}

function shiftStart(start: FeedTime, { start: to, replaces }: FeedEvent): FeedTime {
  const from = replaces?.moment.wall ?? to.wall
  return { ...to, wall: start.wall + (to.wall - from) }
}

/** Elapsed or clock time, the later end wins: calendars disagree on a night of a clock change. */
function toInterval(moment: FeedTime, { exact, nominal }: EventLength): Interval {
  const start = toInstant(moment)
  const byClock = moment.zone.toInstant(moment.wall + nominal)
  return { start, end: moment.isDate ? byClock : Math.max(start + exact, byClock) }
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

/** Clips the intervals to the window, sorts them, and merges those that touch or overlap. */
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
  /** Time zone of whole days and of times without a zone. */
  ownZone: string
  /** Entries whose UID ends in this domain are our own bookings, synced back: they are skipped. */
  ownDomain: string
}

/** What the worker thread receives; it answers with `WorkerResult`. */
export type WorkerTask = Omit<FeedInput, 'text'> & { bytes: Uint8Array<ArrayBuffer> }

export type WorkerResult =
  | { ok: true; reading: FeedResult }
  | { ok: false; fault: 'no_calendar' | 'too_much' | 'stopped' }

interface FeedResult {
  busy: Interval[]
  /** How many entries were understood, and how many were not. */
  eventCount: number
  unreadableCount: number
}

/** The busy times in a feed; undefined if it is not a complete calendar. Throws `BudgetExceededError`. */
export function readFeed({ text, window, ownZone, ownDomain }: FeedInput) {
  const calendars = parseCalendars(text)
  if (!calendars?.every(({ name }) => name === 'VCALENDAR')) return undefined
  const zones = new FeedZones(calendars, ownZone)
  const parts = calendars.flatMap((calendar) => calendar.children)
  const reading = { window, budget: new Budget() }
  const collected = new BusyCollector(window)
  const result = { eventCount: 0, unreadableCount: 0 }
  for (const group of groupByUid(parts, ownDomain)) {
    const entries = group.flatMap((raw) => parseEvents(raw, zones))
    result.unreadableCount += group.length - entries.length
    try {
      for (const interval of expandEvents(entries, reading)) collected.add(interval)
      result.eventCount += entries.length
    } catch (error) {
      if (error instanceof BudgetExceededError) throw error
      result.unreadableCount += entries.length
    }
  }
  for (const raw of parts) if (raw.name === 'VFREEBUSY') collected.addAll(parseFreeBusy(raw))
  return { ...result, busy: collected.finish() } satisfies FeedResult
}

/** Entries grouped by UID, without our own; an entry without a UID is a group of its own. */
function groupByUid(parts: RawComponent[], ownDomain: string): RawComponent[][] {
  const events = parts.filter(({ name }) => name === 'VEVENT')
  const groups = groupBy(events, (raw) => getPropertyText(raw, 'UID') ?? raw)
  return [...groups].flatMap(([uid, group]) =>
    typeof uid === 'string' && uid.endsWith(`@${ownDomain}`) ? [] : [group],
  )
}

function parseEvents(raw: RawComponent, zones: FeedZones): FeedEvent[] {
  try {
    return [parseFeedEvent(raw, zones)]
  } catch {
    return []
  }
}

/** Busy times of a VFREEBUSY, from calendars that publish only when they are free or busy. */
function parseFreeBusy(raw: RawComponent): Interval[] {
  const component = new ICAL.Component(ICAL.parse(serializeComponent(raw)))
  return component
    .getAllProperties('freebusy')
    .filter((property) => String(property.getFirstParameter('fbtype')).toUpperCase() !== 'FREE')
    .flatMap((property) => property.getValues())
    .filter((value) => value instanceof ICAL.Period)
    .map((period) => ({ start: toWallTime(period.start), end: toWallTime(period.getEnd()) }))
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

  addAll(intervals: Interval[]): void {
    for (const interval of intervals) this.add(interval)
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
