import type { JourneyListItem, JourneyView } from '#client/data/journeys/types.ts'
import { listDaysOf } from '#client/desk/journeys/journey-edits.ts'
import { countChanges, getCopyState } from '#client/desk/journeys/share/copy-state.ts'
import { formatLongDay } from '#client/desk/kit/format-date.ts'
import {
  findDayIndex,
  getStart,
  getZone,
  type JourneyDay,
  type JourneyItem,
  listDayPlaces,
} from '#shared/journeys/days.ts'
import { kindLabels } from '#shared/journeys/journey-fields.ts'
import { daysBetween } from '#shared/lib/date.ts'
import { toWallTime } from '#shared/lib/time-zone.ts'
import { getToday } from './journey-groups.ts'

export interface NextItem {
  id: string
  /** Local time; empty if it has none. */
  time: string
  title: string
  isPast: boolean
  isNext: boolean
}

/** The next items of a journey under way. */
export interface NextItems {
  /** `Today, Thursday 11 June, Svolvær` */
  title: string
  items: NextItem[]
}

const SHOWN = 3

/** Like `findCurrentDay`, from what the list knows. */
export function findListedDay({ dates, zone }: JourneyListItem, now: number): number {
  return dates ? daysBetween(dates.start, getToday(now, zone)) : -1
}

/** Index of today by the clock where the journey begins, as in the list; -1 before and after it. */
export function findCurrentDay(days: readonly JourneyDay[], now: number): number {
  return findDayIndex(days, toWallTime(now, getZone(days[0]?.items[0])).date)
}

/** Three items around today's next one; the first three of tomorrow once today is over. */
export function listNextItems(days: readonly JourneyDay[], now: number): NextItems {
  const today = findCurrentDay(days, now)
  const here = toNextItems(days[today], now)
  const next = here.findIndex(({ isNext }) => isNext)
  const isOver = here.every(({ isPast }) => isPast)
  const after = days[today + 1]
  if (isOver && after && toNextItems(after, now).length > 0)
    return {
      title: formatTitle('Tomorrow', after),
      items: toNextItems(after, now).slice(0, SHOWN),
    }
  const around = next === -1 ? here.length - SHOWN : next - 1
  const from = Math.max(0, Math.min(around, here.length - SHOWN))
  return { title: formatTitle('Today', days[today]), items: here.slice(from, from + SHOWN) }
}

/** An item without a time is past once a later one has begun. */
function toNextItems(day: JourneyDay | undefined, now: number): NextItem[] {
  if (!day) return []
  const starts = day.items.map((item) => getStart(item, day.date))
  const last = starts.findLastIndex((start) => start !== undefined && start <= now)
  const next = starts.findIndex((start, index) => index > last && start !== undefined)
  return day.items.map((item, index) => ({
    id: item.id,
    time: item.begins,
    title: item.title || kindLabels[item.kind],
    isPast: index <= last,
    isNext: index === next,
  }))
}

function formatTitle(word: string, day: JourneyDay | undefined): string {
  if (!day?.date) return word
  return [word, formatLongDay(day.date), getNightPlace(day)].filter(Boolean).join(', ')
}

/** Where guests sleep, or the last place of the day. */
function getNightPlace(day: JourneyDay): string {
  const stays: JourneyItem[] = [...day.nights.map(({ item }) => item), ...day.items]
  const stay = stays.findLast(({ kind, place }) => kind === 'stay' && place !== '')
  return stay?.place ?? listDayPlaces(day).at(-1) ?? ''
}

/** The number of changes that are not on the guests' copy. */
export function countUnpublished(view: JourneyView): number {
  return countChanges(getCopyState(view, listDaysOf(view)))
}

/** Completes `seen`: `Seen today at 14:05. They have the latest copy.` */
export function formatCopyState(
  seen: string,
  { pass }: Pick<JourneyView, 'pass'>,
  unpublished: number,
): string {
  if (!pass || pass.data.closed) return 'Their link is closed.'
  if (unpublished > 0)
    return `${seen}. ${unpublished === 1 ? '1 change is' : `${unpublished} changes are`} not on their copy yet.`
  if (!pass.data.seen) return `${seen}.`
  return pass.data.seen.version >= pass.data.version
    ? `${seen}. They have the latest copy.`
    : `${seen}, before the latest copy.`
}
