import { listWeekDates } from '#shared/desk/day-ruler.ts'
import { addDays, daysBetween, type PlainDate } from '#shared/lib/date.ts'

export const calendarViews = ['month', 'week'] as const

export type CalendarView = (typeof calendarViews)[number]

/** The whole weeks (Monday first) of the date's month; in the week view, the date's week. */
export function listVisibleWeeks(view: CalendarView, date: PlainDate): PlainDate[][] {
  if (view === 'week') return [listWeekDates(date)]
  const first = `${date.slice(0, 7)}-01`
  const weeks = [listWeekDates(first)]
  const next = getFirstOfMonth(date, 1)
  for (
    let monday = addDays(listWeekDates(first)[0] ?? first, 7);
    monday < next;
    monday = addDays(monday, 7)
  )
    weeks.push(listWeekDates(monday))
  return weeks
}

function getFirstOfMonth(date: PlainDate, months: number): PlainDate {
  const at = new Date(`${date.slice(0, 7)}-01T00:00:00Z`)
  at.setUTCMonth(at.getUTCMonth() + months)
  return at.toISOString().slice(0, 10)
}

/** The same day of the next or previous month or week; in a shorter month, its last day. */
export function shiftDate(view: CalendarView, date: PlainDate, by: 1 | -1): PlainDate {
  if (view === 'week') return addDays(date, 7 * by)
  const first = getFirstOfMonth(date, by)
  const last = addDays(getFirstOfMonth(first, 1), -1)
  return addDays(first, Math.min(Number(date.slice(8)) - 1, daysBetween(first, last)))
}

/** The date that a key moves to from `date`; undefined for other keys. */
export function getDateForKey(
  key: string,
  view: CalendarView,
  date: PlainDate,
): PlainDate | undefined {
  const week = listWeekDates(date)
  switch (key) {
    case 'ArrowLeft':
      return addDays(date, -1)
    case 'ArrowRight':
      return addDays(date, 1)
    case 'ArrowUp':
      return view === 'month' ? addDays(date, -7) : undefined
    case 'ArrowDown':
      return view === 'month' ? addDays(date, 7) : undefined
    case 'Home':
      return week[0]
    case 'End':
      return week.at(-1)
    case 'PageUp':
      return shiftDate(view, date, -1)
    case 'PageDown':
      return shiftDate(view, date, 1)
    default:
      return undefined
  }
}
