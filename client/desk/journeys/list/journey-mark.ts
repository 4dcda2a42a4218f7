import type { JourneyListItem } from '#client/data/journeys/types.ts'
import { formatRelativeTime } from '#client/lib/data/device-zone.ts'
import type { JourneyState } from '#shared/journeys/days.ts'
import { HOME_ZONE } from '#shared/journeys/days.ts'
import { addDays } from '#shared/lib/date.ts'
import { formatDate, formatTimeOfDay, isSameYear } from '#shared/lib/format-date.ts'
import { toWallTime } from '#shared/lib/time-zone.ts'
import { getJourneyState } from './journey-groups.ts'
import { getToday, getZoneAt } from './list-time.ts'

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

/** The state of the journey and its link. */
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
