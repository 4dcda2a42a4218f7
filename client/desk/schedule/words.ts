import type { Piece } from '#client/desk/kit/dialogs/choice-sheet.tsx'
import type { PlainDate } from '#shared/lib/date.ts'
import { dateWords as inWords, isSameYear } from '#shared/lib/date-words.ts'
import { wallOf } from '#shared/lib/zone.ts'
import {
  type changedParts,
  inOrder,
  type PartName,
  type PartValue,
} from '#shared/schedule/merge.ts'
import type { TimeRange } from '#shared/schedule/schema.ts'
import { timeText, weekDays } from './edits.ts'

/** `Thu 10 Dec 2026` */
export function shortDate(date: PlainDate): string {
  return inWords(date, 'shortFull')
}

/** `Wednesday 25 November`; with the year unless it is the current one. */
export function dateWords(date: PlainDate, now: PlainDate): string {
  return inWords(date, isSameYear(date, now) ? 'weekday' : 'full')
}

/** `23 November 2026` */
export function plainDate(date: PlainDate): string {
  return inWords(date, 'long')
}

/** `Friday 27 November at 13:30`, in the given time zone. */
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
  noticeMinutes: 'Minimum notice',
  windowDays: 'Bookable ahead',
  bufferMinutes: 'Buffer after calls',
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

export function slotsOfPart(value: PartValue | undefined): TimeRange[] {
  if (typeof value !== 'object') return []
  return 'enabled' in value && !value.enabled ? [] : value.timeSlots
}

/** The value of a part as text; `undefined` is a date without an exception. */
export function valueWords(part: PartName, value: PartValue | undefined): string {
  if (value === undefined) return 'As the week'
  if (typeof value === 'object') return slotsWords(slotsOfPart(value))
  if (typeof value === 'string') return value
  if (part === 'noticeMinutes') return noticeWords(value)
  return part === 'windowDays' ? windowWords(value) : pauseWords(value)
}

/** Marks the clock times that the other side lacks; a value without times is marked as a whole. */
export function markedWords(words: string, other: string): Piece[] {
  const known = new Set(other.match(/[\w:]+/g))
  if (words === other) return [{ text: words, marked: false }]
  const pieces = words.match(/\d\d:\d\d|[^\d]+|\d+/g) ?? [words]
  if (!/\d\d:\d\d/.test(words)) return [{ text: words, marked: true }]
  return pieces.map((text) => ({ text, marked: /^\d\d:\d\d$/.test(text) && !known.has(text) }))
}

/** `today, 08:32` or `on 1 November 2026, 09:00`; `earlier` if unknown. */
export function changedWords(instant: number | undefined, now: number, zone: string): string {
  if (instant === undefined) return 'earlier'
  const { date, minute } = wallOf(instant, zone)
  const day = date === wallOf(now, zone).date ? 'today' : `on ${plainDate(date)}`
  return `${day}, ${timeText(minute)}`
}

/** The parts that only one side has changed, and which side. */
export function mergedParts(
  parts: readonly PartName[],
  sideOf: (part: PartName) => 'device' | 'server',
): string {
  const from = { device: 'this device', server: 'the server' }
  return parts.map((part) => `${partTitle(part)} (from ${from[sideOf(part)]})`).join(', ')
}

/** The names of the parts that are the same on both sides. */
export function sameParts(differing: ReturnType<typeof changedParts>): string {
  const names = new Set<string>(differing)
  const days = weekDays.filter(({ index }) => !names.has(`day:${index}`)).map(({ name }) => name)
  const dates = differing.some((part) => part.startsWith('date:'))
  const rules = differing.some((part) => !part.includes(':'))
  return [
    ...days,
    dates ? 'the other exceptions' : 'all exceptions',
    rules ? 'the other rules' : 'booking rules',
  ].join(', ')
}
