import type { PlainDate } from '#shared/lib/date.ts'
import { dateWords as inWords, isSameYear } from '#shared/lib/date-words.ts'
import { wallOf } from '#shared/lib/zone.ts'
import { inOrder, type PartName } from '#shared/schedule/merge.ts'
import type { TimeRange } from '#shared/schedule/schema.ts'
import { timeText, weekDays } from './edits.ts'

/** `Thu 10 Dec 2026` */
export function shortDate(date: PlainDate): string {
  return inWords(date, 'shortFull')
}

/** `Wednesday 25 November`, with the year where it is not this one. */
export function dateWords(date: PlainDate, now: PlainDate): string {
  return inWords(date, isSameYear(date, now) ? 'weekday' : 'full')
}

/** `23 November 2026` */
export function plainDate(date: PlainDate): string {
  return inWords(date, 'long')
}

/** `Friday 27 November at 13:30`, by the clocks of a zone. */
export function meetingWords(start: string, zone: string, now: number): string {
  const { date, minute } = wallOf(Date.parse(start), zone)
  return `${dateWords(date, wallOf(now, zone).date)} at ${timeText(minute)}`
}

/** `09:00 to 12:00, 13:00 to 17:00` */
export function slotsWords(slots: readonly TimeRange[]): string {
  if (slots.length === 0) return 'Not available'
  return inOrder(slots)
    .map(({ start, end }) => `${start} to ${end}`)
    .join(', ')
}

const ruleNames: Record<string, string> = {
  timeZone: 'Time zone',
  noticeMinutes: 'Shortest notice',
  windowDays: 'Bookable ahead',
  bufferMinutes: 'Pause between calls',
}

export function partTitle(part: PartName): string {
  const [kind, which = ''] = part.split(':')
  if (kind === 'date') return shortDate(which)
  if (kind === 'day') return weekDays.find(({ index }) => String(index) === which)?.name ?? ''
  return ruleNames[part] ?? part
}

/** `12 hours`, `3 days` */
export function noticeWords(minutes: number): string {
  if (minutes === 0) return 'None'
  if (minutes > 2 * 1440 && minutes % 1440 === 0) return count(minutes / 1440, 'day')
  return minutes % 60 === 0 ? count(minutes / 60, 'hour') : count(minutes, 'minute')
}

export function windowWords(days: number): string {
  return count(days, 'day')
}

export function pauseWords(minutes: number): string {
  return minutes === 0 ? 'None' : count(minutes, 'minute')
}

export function count(number: number, thing: string): string {
  return `${number} ${thing}${number === 1 ? '' : 's'}`
}

/** `2 bookings lie outside the hours. They stay as they are until you offer a new time.` */
export function outsideWords(number: number, draft: boolean): string {
  const [lies, stay] =
    number === 1 ? ['lies', 'It stays as it is'] : ['lie', 'They stay as they are']
  const lie = draft ? 'would lie' : lies
  return `${count(number, 'booking')} ${lie} outside the hours. ${stay} until you offer a new time.`
}
