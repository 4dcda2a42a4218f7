import type { Piece } from '#client/desk/kit/dialogs/choice-sheet.tsx'
import { wallOf } from '#shared/lib/zone.ts'
import type { changedParts, PartName, PartValue } from '#shared/schedule/merge.ts'
import type { TimeRange } from '#shared/schedule/schema.ts'
import { timeText, weekDays } from './edits.ts'
import { noticeWords, partTitle, pauseWords, plainDate, slotsWords, windowWords } from './words.ts'

export function slotsOfPart(value: PartValue | undefined): TimeRange[] {
  if (typeof value !== 'object') return []
  return 'enabled' in value && !value.enabled ? [] : value.timeSlots
}

/** What a part says, in words; `undefined` is a date without hours of its own. */
export function valueWords(part: PartName, value: PartValue | undefined): string {
  if (value === undefined) return 'As the week'
  if (typeof value === 'object') return slotsWords(slotsOfPart(value))
  if (typeof value === 'string') return value
  if (part === 'noticeMinutes') return noticeWords(value)
  return part === 'windowDays' ? windowWords(value) : pauseWords(value)
}

/** Words that the other side does not have are marked. */
export function markedWords(words: string, other: string): Piece[] {
  const known = new Set(other.match(/[\w:]+/g))
  if (words === other) return [{ text: words, marked: false }]
  const pieces = words.match(/\d\d:\d\d|[^\d]+|\d+/g) ?? [words]
  if (!/\d\d:\d\d/.test(words)) return [{ text: words, marked: true }]
  return pieces.map((text) => ({ text, marked: /^\d\d:\d\d$/.test(text) && !known.has(text) }))
}

/** `today, 08:32`, `on 1 November 2026, 09:00`; `before` where nobody knows. */
export function changedWords(instant: number | undefined, now: number, zone: string): string {
  if (instant === undefined) return 'earlier'
  const { date, minute } = wallOf(instant, zone)
  const day = date === wallOf(now, zone).date ? 'today' : `on ${plainDate(date)}`
  return `${day}, ${timeText(minute)}`
}

/** What comes together by itself, and from where. */
export function mergedParts(
  parts: readonly PartName[],
  sideOf: (part: PartName) => 'device' | 'server',
): string {
  const from = { device: 'this device', server: 'the server' }
  return parts.map((part) => `${partTitle(part)} (from ${from[sideOf(part)]})`).join(', ')
}

/** The names of what does not differ. */
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
