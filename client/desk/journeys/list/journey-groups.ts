import type { JourneyListItem } from '#client/data/journeys/types.ts'
import { formatRelativeTime, getDisplayZone } from '#client/lib/data/device-zone.ts'
import { getStateByDates, HOME_ZONE, type JourneyState } from '#shared/journeys/days.ts'
import { addDays, type PlainDate } from '#shared/lib/date.ts'
import { formatDate, formatTimeOfDay, isSameYear } from '#shared/lib/format-date.ts'
import { toWallTime } from '#shared/lib/time-zone.ts'

export const journeyFilters = ['all', 'ahead', 'drafts', 'past'] as const

export type JourneyFilter = (typeof journeyFilters)[number]

/** The journeys of the list, each group in the order of the screen. */
export interface JourneyGroups {
  /** Sorted by start, as are `ahead` and `drafts`. */
  underWay: JourneyListItem[]
  ahead: JourneyListItem[]
  /** Journeys without dates come last, most recently edited first. */
  drafts: JourneyListItem[]
  /** Most recent first. */
  past: JourneyListItem[]
}

/** `now`: UTC milliseconds. */
export function groupJourneys(items: readonly JourneyListItem[], now: number): JourneyGroups {
  const groups: JourneyGroups = { underWay: [], ahead: [], drafts: [], past: [] }
  for (const item of items) groups[groupNames[getJourneyState(item, now)]].push(item)
  groups.underWay.sort(compareStarts)
  groups.ahead.sort(compareStarts)
  groups.drafts.sort(compareStarts)
  groups.past.sort((a, b) => compare(b.dates?.end ?? '', a.dates?.end ?? '') || compareIds(a, b))
  return groups
}

const groupNames: Record<JourneyState, keyof JourneyGroups> = {
  'under way': 'underWay',
  shared: 'ahead',
  draft: 'drafts',
  past: 'past',
}

export function getJourneyState(
  { dates, zone, pass }: Pick<JourneyListItem, 'dates' | 'zone' | 'pass'>,
  now: number,
): JourneyState {
  return getStateByDates(dates, { isShared: pass !== undefined, today: getToday(now, zone) })
}

export function filterGroups(groups: JourneyGroups, filter: JourneyFilter): JourneyGroups {
  if (filter === 'all') return groups
  const none: JourneyGroups = { underWay: [], ahead: [], drafts: [], past: [] }
  return { ...none, [filter]: groups[filter] }
}

export function countJourneys({ underWay, ahead, drafts, past }: JourneyGroups): number {
  return underWay.length + ahead.length + drafts.length + past.length
}

function compareStarts(a: JourneyListItem, b: JourneyListItem): number {
  // Sorts after every date.
  const none = '~'
  return (
    compare(a.dates?.start ?? none, b.dates?.start ?? none) ||
    b.updatedAt - a.updatedAt ||
    compareIds(a, b)
  )
}

function compareIds(a: JourneyListItem, b: JourneyListItem): number {
  return compare(a.id, b.id)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

interface ListTime {
  now: number
  displayZone: string
  /** The present date by zone. */
  dates: Map<string, PlainDate>
}

/** Cached for the last `now`, because hundreds of lines ask for the same and each answer is slow. */
let last: ListTime | undefined

function getTime(now: number): ListTime {
  if (last?.now !== now) last = { now, displayZone: getDisplayZone(), dates: new Map() }
  return last
}

/** The zone of display at `now`, UTC milliseconds. */
function getZoneAt(now: number): string {
  return getTime(now).displayZone
}

/** The date in a zone at `now`, UTC milliseconds. */
export function getToday(now: number, zone: string): PlainDate {
  const { dates } = getTime(now)
  const known = dates.get(zone) ?? toWallTime(now, zone).date
  dates.set(zone, known)
  return known
}

/** The state of a journey in the list. `kind` decides how it looks. */
export interface JourneyMark {
  kind:
    | 'rejected'
    | 'deleted'
    | 'conflict'
    | 'waiting'
    | 'draft'
    | 'shared'
    | 'under way'
    | 'closing'
    | 'closed'
  label: string
  note: string
}

/** The first that applies: what needs a decision, what is not sent, the state of the link. */
export function getMark(item: JourneyListItem, now: number): JourneyMark {
  return getSyncMark(item) ?? getLinkMark(item, now)
}

/** Undefined if the server has everything and no decision is needed. */
export function getSyncMark({
  hasRejected,
  hasConflict,
  isDeleted,
  isPending,
}: Pick<JourneyListItem, 'hasRejected' | 'hasConflict' | 'isDeleted' | 'isPending'>):
  | JourneyMark
  | undefined {
  if (hasRejected)
    return { kind: 'rejected', label: 'Needs attention', note: 'A change was refused' }
  if (hasConflict) return { kind: 'conflict', label: 'Conflict', note: 'Changed in two places' }
  if (isDeleted) return { kind: 'deleted', label: 'Deleted', note: 'On another device' }
  if (isPending) return { kind: 'waiting', label: 'Waiting', note: 'Saved on this device' }
  return undefined
}

export function getLinkMark(
  item: Pick<JourneyListItem, 'pass' | 'updatedAt' | 'dates' | 'zone'>,
  now: number,
): JourneyMark {
  const { pass, updatedAt } = item
  const state = getJourneyState(item, now)
  if (!pass) return formatUnshared(state, updatedAt, now)
  if (pass.closed) return formatClosed(pass.updatedAt, now)
  if (pass.endsAt <= now) return formatClosed(pass.endsAt, now)
  if (toDate(pass.endsAt - 1, HOME_ZONE) === getToday(now, HOME_ZONE))
    return { kind: 'closing', label: 'Link closes today', note: formatEndTime(pass.endsAt, now) }
  return {
    ...(state === 'under way'
      ? { kind: 'under way', label: 'Under way' }
      : { kind: 'shared', label: 'Shared' }),
    note: formatSeen(item, now),
  }
}

function formatUnshared(state: JourneyState, updatedAt: number, now: number): JourneyMark {
  const label = state === 'past' ? 'Never shared' : 'Draft'
  return { kind: 'draft', label, note: `Edited ${formatPastDay(updatedAt, now)}` }
}

function formatClosed(at: number, now: number): JourneyMark {
  return { kind: 'closed', label: 'Link closed', note: `Since ${formatPastDay(at, now)}` }
}

function formatEndTime(endsAt: number, now: number): string {
  const { minute } = toWallTime(endsAt, getZoneAt(now))
  return minute === 0 ? 'At midnight' : `At ${formatTimeOfDay(minute)}`
}

/** `Seen today at 14:05`, `Seen 9 June at 21:14`, `Not opened yet` */
export function formatSeen({ pass }: Pick<JourneyListItem, 'pass'>, now: number): string {
  if (!pass?.seen) return 'Not opened yet'
  return `Seen ${formatRelativeTime(pass.seen.lastAt, now).replace(/^on /, '')}`
}

/** `today`, `yesterday`, `2 June`, `2 June 2025` */
function formatPastDay(instant: number, now: number): string {
  const zone = getZoneAt(now)
  const [date, today] = [toDate(instant, zone), getToday(now, zone)]
  if (date === today) return 'today'
  if (date === addDays(today, -1)) return 'yesterday'
  return formatDate(date, isSameYear(date, today) ? 'day' : 'long')
}

function toDate(instant: number, zone: string): string {
  return toWallTime(instant, zone).date
}
