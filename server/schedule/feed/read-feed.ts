import ICAL from 'ical.js'
import type { Interval } from '#shared/booking/slots.ts'
import { type Entry, readEntry } from './entry.ts'
import { mergeWithin } from './intervals.ts'
import { type RawComponent, readCalendars, written } from './lines.ts'
import { Budget, TooMuch } from './recurrence.ts'
import { busyOf } from './series.ts'
import { FeedZones, textOf, wallOf } from './zones.ts'

/** Busy times apart from one another that are kept; a year of half hours has fewer. */
const MAX_INTERVALS = 10_000
/** Collected before they are merged, so that memory does not grow with the feed. */
const MERGE_AT = 50_000

export interface FeedQuestion {
  text: string
  window: Interval
  /** Where whole days, and times without a zone, are at home. */
  ownZone: string
  /** Entries whose UID ends so are our own bookings on their way back. */
  ownDomain: string
}

export interface FeedReading {
  busy: Interval[]
  /** How many entries were understood, and how many were not. */
  entries: number
  unreadable: number
}

/** What a feed says about when its owner is busy; undefined where it is no whole calendar. */
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

/** Entries by their UID; one without is a group of its own. */
function groupsOf(parts: RawComponent[], ownDomain: string): RawComponent[][] {
  const groups = new Map<string, RawComponent[]>()
  for (const [index, raw] of parts.entries()) {
    if (raw.name !== 'VEVENT') continue
    const uid = textOf(raw, 'UID') ?? `no UID ${index}`
    if (uid.endsWith(`@${ownDomain}`)) continue
    const group = groups.get(uid)
    if (group) group.push(raw)
    else groups.set(uid, [raw])
  }
  return [...groups.values()]
}

function understood(raw: RawComponent, zones: FeedZones): Entry[] {
  try {
    return [readEntry(raw, zones)]
  } catch {
    return []
  }
}

/** Calendars that show others no more than when they are free. */
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
  private readonly window: Interval

  constructor(window: Interval) {
    this.window = window
  }

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
