import { groupByDate } from '#shared/booking/times.ts'
import { addDays, type PlainDate } from '#shared/lib/date.ts'
import { wallOf } from '#shared/lib/zone.ts'

/** On the first later day with open times: the one at the lost hour of the visitor's clock, if it is open. */
export function sameHourAfter(
  first: PlainDate,
  days: ReadonlyMap<PlainDate, number[]>,
  { lost, zone }: { lost: number; zone: string },
): number | undefined {
  const [next] = [...days.keys()].filter((date) => date > first).sort()
  const { minute } = wallOf(lost, zone)
  const starts = next === undefined ? undefined : days.get(next)
  return starts?.find((start) => wallOf(start, zone).minute === minute)
}

/** Open starts by date, and the months of which they speak. */
export interface OpenDays {
  starts: ReadonlyMap<PlainDate, number[]>
  /** First dates of the months that are known. */
  months: ReadonlySet<PlainDate>
}

/** Joins the answers for whole months; the days around each are left to the neighbour's own answer. */
export function openDays(
  answers: Readonly<Record<PlainDate, { starts: readonly number[] }>>,
  zone: string,
): OpenDays {
  const starts = new Map<PlainDate, number[]>()
  for (const [month, answer] of Object.entries(answers)) {
    for (const [date, day] of groupByDate(answer.starts, zone)) {
      if (monthOf(date).from === month) starts.set(date, day)
    }
  }
  return { starts, months: new Set(Object.keys(answers)) }
}

/** The open starts of a date; undefined where nothing is known, and nothing is invented either. */
export function startsOn(date: PlainDate, days: OpenDays): readonly number[] | undefined {
  return days.months.has(monthOf(date).from) ? (days.starts.get(date) ?? []) : undefined
}

export type DayState = 'past' | 'open' | 'blocked' | 'unknown'

export function dayState(date: PlainDate, today: PlainDate, days: OpenDays): DayState {
  if (date < today) return 'past'
  const starts = startsOn(date, days)
  if (!starts) return 'unknown'
  return starts.length > 0 ? 'open' : 'blocked'
}

export const dayHints: Record<DayState, string | undefined> = {
  past: 'Past date',
  blocked: 'Not available',
  open: undefined,
  unknown: undefined,
}

/** First and last date of the month that holds a date. */
export function monthOf(date: PlainDate): { from: PlainDate; to: PlainDate } {
  const from = `${date.slice(0, 7)}-01`
  const nextMonth = `${addDays(from, 31).slice(0, 7)}-01`
  return { from, to: addDays(nextMonth, -1) }
}

/** The last date of the visitor's zone that can hold an offer. */
export function lastDateIn(bookableTo: PlainDate, zones: { visitor: string; owner: string }) {
  return zones.visitor === zones.owner ? bookableTo : addDays(bookableTo, 1)
}
