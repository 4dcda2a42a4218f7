import ICAL from 'ical.js'
import type { Interval } from '#shared/booking/slots.ts'
import { groupBy } from '#shared/lib/group.ts'
import { type Entry, type Length, type Moment, readEntry } from './entry.ts'
import { type RawComponent, readCalendars, written } from './lines.ts'
import { Budget, TooMuch, timesOf } from './recurrence.ts'
import { FeedZones, textOf, wallOf } from './zones.ts'

const DAY = 86_400_000

interface Reading {
  window: Interval
  budget: Budget
}

/** The busy times of all entries with one UID: a series, and entries that replace parts of it. */
function* busyOf(entries: Entry[], reading: Reading): Generator<Interval> {
  const stand = entries.filter(({ replaces }) => replaces).sort((a, b) => a.sequence - b.sequence)
  const replaced = new Map(stand.map((entry) => [momentKey(entry.replaces?.moment), entry]))
  for (const entry of replaced.values()) if (entry.busy) yield spanOf(entry.start, entry.length)
  for (const entry of entries)
    if (entry.busy && !entry.replaces) yield* seriesOf(entry, replaced, reading)
}

function* seriesOf(
  entry: Entry,
  replaced: Map<string, Entry>,
  reading: Reading,
): Generator<Interval> {
  const left = new Set(entry.except.map(momentKey))
  const later = [...replaced.values()].filter(({ replaces }) => replaces?.andLater)
  const isPlain = left.size + replaced.size === 0
  const isLeft = (moment: Moment) =>
    !isPlain &&
    [momentKey(moment), dateKey(moment)].some((key) => left.has(key) || replaced.has(key))
  for (const start of startsOf(entry, reading)) {
    if (isLeft(start)) continue
    const change = later.findLast(({ replaces }) => isFrom(start, replaces?.moment))
    if (!change) yield spanOf(start, entry.length)
    else if (change.busy) yield spanOf(shifted(start, change), change.length)
  }
  for (const { start, length } of entry.extra)
    if (!isLeft(start)) yield spanOf(start, length ?? entry.length)
}

function* startsOf(entry: Entry, { window, budget }: Reading): Generator<Moment> {
  const { start, rules, length } = entry
  yield start
  const longest = Math.max(length.exact, length.nominal)
  // A wall time differs from its instant by up to a day.
  const within = { start: window.start - longest - DAY, end: window.end + DAY }
  for (const rule of rules)
    for (const wall of timesOf(rule, start, { within, budget })) yield { ...start, wall }
}

function isFrom(start: Moment, from: Moment | undefined): boolean {
  return from !== undefined && instantOf(start) >= instantOf(from)
}

function shifted(start: Moment, { start: to, replaces }: Entry): Moment {
  const from = replaces?.moment.wall ?? to.wall
  return { ...to, wall: start.wall + (to.wall - from) }
}

/** Elapsed or clock time, the later end wins: calendars disagree on a night of a clock change. */
function spanOf(moment: Moment, { exact, nominal }: Length): Interval {
  const start = instantOf(moment)
  const byClock = moment.zone.instantOf(moment.wall + nominal)
  return { start, end: moment.isDate ? byClock : Math.max(start + exact, byClock) }
}

function instantOf({ zone, wall }: Moment): number {
  return zone.instantOf(wall)
}

/** The same instant has the same key in every zone; a whole day has a key of its own. */
function momentKey(moment: Moment | undefined): string {
  if (!moment) return ''
  return moment.isDate ? dateKey(moment) : String(instantOf(moment))
}

function dateKey({ wall }: Moment): string {
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

interface FeedQuestion {
  text: string
  window: Interval
  /** Time zone of whole days and of times without a zone. */
  ownZone: string
  /** Entries whose UID ends in this domain are our own bookings, synced back: they are skipped. */
  ownDomain: string
}

/** What the worker thread receives; it answers with `WorkerAnswer`. */
export type WorkerTask = Omit<FeedQuestion, 'text'> & { bytes: Uint8Array<ArrayBuffer> }

export type WorkerAnswer =
  | { ok: true; reading: FeedReading }
  | { ok: false; fault: 'no_calendar' | 'too_much' | 'stopped' }

interface FeedReading {
  busy: Interval[]
  /** How many entries were understood, and how many were not. */
  entries: number
  unreadable: number
}

/** The busy times in a feed; undefined if it is not a complete calendar. Throws `TooMuch`. */
export function readFeed({ text, window, ownZone, ownDomain }: FeedQuestion) {
  const calendars = readCalendars(text)
  if (!calendars?.every(({ name }) => name === 'VCALENDAR')) return undefined
  const zones = new FeedZones(calendars, ownZone)
  const parts = calendars.flatMap((calendar) => calendar.parts)
  const reading = { window, budget: new Budget() }
  const collected = new Collected(window)
  const result = { entries: 0, unreadable: 0 }
  for (const group of groupsOf(parts, ownDomain)) {
    const entries = group.flatMap((raw) => understood(raw, zones))
    result.unreadable += group.length - entries.length
    try {
      for (const interval of busyOf(entries, reading)) collected.add(interval)
      result.entries += entries.length
    } catch (error) {
      if (error instanceof TooMuch) throw error
      result.unreadable += entries.length
    }
  }
  for (const raw of parts) if (raw.name === 'VFREEBUSY') collected.addAll(freeBusy(raw))
  return { ...result, busy: collected.finish() } satisfies FeedReading
}

/** Entries grouped by UID, without our own; an entry without a UID is a group of its own. */
function groupsOf(parts: RawComponent[], ownDomain: string): RawComponent[][] {
  const events = parts.filter(({ name }) => name === 'VEVENT')
  const groups = groupBy(events, (raw) => textOf(raw, 'UID') ?? raw)
  return [...groups].flatMap(([uid, group]) =>
    typeof uid === 'string' && uid.endsWith(`@${ownDomain}`) ? [] : [group],
  )
}

function understood(raw: RawComponent, zones: FeedZones): Entry[] {
  try {
    return [readEntry(raw, zones)]
  } catch {
    return []
  }
}

/** Busy times of a VFREEBUSY, from calendars that publish only when they are free or busy. */
function freeBusy(raw: RawComponent): Interval[] {
  const component = new ICAL.Component(ICAL.parse(written(raw)))
  return component
    .getAllProperties('freebusy')
    .filter((property) => String(property.getFirstParameter('fbtype')).toUpperCase() !== 'FREE')
    .flatMap((property) => property.getValues())
    .filter((value) => value instanceof ICAL.Period)
    .map((period) => ({ start: wallOf(period.start), end: wallOf(period.getEnd()) }))
}

class Collected {
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
    if (this.intervals.length > MAX_INTERVALS) throw new TooMuch()
  }
}
