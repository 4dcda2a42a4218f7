import type { JourneyListItem } from '#client/data/journeys/types.ts'
import { getStateByDates, type JourneyState } from '#shared/journeys/days.ts'
import { getToday } from './list-time.ts'

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

/** The groups that a filter shows. */
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
