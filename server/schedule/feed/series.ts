import type { Interval } from '#shared/booking/slots.ts'
import type { Entry, Length, Moment } from './entry.ts'
import { type Budget, timesOf } from './recurrence.ts'

const DAY = 86_400_000

interface Reading {
  window: Interval
  budget: Budget
}

/** The busy times of all entries that share one UID: a series, and what stands in for parts of it. */
export function* busyOf(entries: Entry[], reading: Reading): Generator<Interval> {
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
  // Wall times are up to a day away from their instants.
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

/** By the clock or by the stop watch, whichever ends later: calendars disagree on nights of a change. */
function spanOf(moment: Moment, { exact, nominal }: Length): Interval {
  const start = instantOf(moment)
  const byClock = moment.zone.instantOf(moment.wall + nominal)
  return { start, end: moment.isDate ? byClock : Math.max(start + exact, byClock) }
}

function instantOf({ zone, wall }: Moment): number {
  return zone.instantOf(wall)
}

/** Two ways to write one instant have one key; a whole day has its own. */
function momentKey(moment: Moment | undefined): string {
  if (!moment) return ''
  return moment.isDate ? dateKey(moment) : String(instantOf(moment))
}

function dateKey({ wall }: Moment): string {
  return `day ${Math.floor(wall / DAY)}`
}
