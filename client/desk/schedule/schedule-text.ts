import type { PlainDate } from '#shared/lib/date.ts'
import { formatDate, formatDate as inWords, isSameYear } from '#shared/lib/format-date.ts'
import { formatCount, pluralize } from '#shared/lib/format-number.ts'
import { toWallTime } from '#shared/lib/time-zone.ts'
import type { FeedNoteView } from '#shared/schedule/feed-api.ts'
import { weekDays } from '#shared/schedule/schedule-text.ts'
import { formatMinuteOfDay } from './schedule-edits.ts'

/** `Thu 10 Dec 2026` */
export function formatDateWithWeekday(date: PlainDate): string {
  return inWords(date, 'shortFull')
}

/** `Wednesday 25 November`; with the year unless it is the current one. */
export function formatWeekdayDate(date: PlainDate, now: PlainDate): string {
  return inWords(date, isSameYear(date, now) ? 'weekday' : 'full')
}

/** `23 November 2026` */
export function formatPlainDate(date: PlainDate): string {
  return inWords(date, 'long')
}

/** `Friday 27 November at 13:30`, in the given time zone. */
export function formatMeetingStart(start: string, zone: string, now: number): string {
  const { date, minute } = toWallTime(Date.parse(start), zone)
  return `${formatWeekdayDate(date, toWallTime(now, zone).date)} at ${formatMinuteOfDay(minute)}`
}

/** `2 bookings lie outside the hours. They stay as they are until you offer a new time.` */
export function formatOutsideHours(number: number, draft: boolean): string {
  const [lies, stay] =
    number === 1 ? ['lies', 'It stays as it is'] : ['lie', 'They stay as they are']
  const lie = draft ? 'would lie' : lies
  return `${pluralize(number, 'booking')} ${lie} outside the hours. ${stay} until you offer a new time.`
}

/** The names of the parts that are the same on both sides; `different`: the ids of the others' records. */
export function formatEqualParts(different: readonly string[]): string {
  const days = weekDays
    .filter(({ index }) => !different.includes(`day-${index}`))
    .map(({ name }) => name)
  const dates = different.some((id) => id.startsWith('date-'))
  const rules = different.some((id) => id.startsWith('rule-'))
  return [
    ...days,
    dates ? 'the other exceptions' : 'all exceptions',
    rules ? 'the other rules' : 'booking rules',
  ].join(', ')
}

const APPROVAL = 'Until you have seen this, new bookings that it may affect need your approval.'

/** What a note about the owner's calendar says, in one or two sentences. */
export function formatFeedNote(note: FeedNoteView): string {
  const entry = formatEntry(note)
  const count = formatCount(note.count)
  switch (note.kind) {
    case 'start':
      return `${entry}: when it begins cannot be read, so it blocks nothing.`
    case 'end':
      return `${entry}: when it ends cannot be read, so one hour is blocked.`
    case 'repeats':
      return `${entry}: how it repeats cannot be read in full, so some of its times may not be blocked.`
    case 'exceptions':
      return `${entry}: its exceptions or its end cannot be read, so it may block too much.`
    case 'availability':
      return `Your calendar says when you are available${note.title ? ` (“${note.title}”)` : ''}. That cannot be read, so your other hours are not blocked.`
    case 'zone':
      return `The time zone “${note.title}” is not known, so ${note.count === 1 ? 'an entry that names it is' : `${count} entries that name it are`} read in the zone of your calendar, or yours.`
    case 'more':
      return `And ${count} more.`
  }
}

/** `“Choir”, 1 December 2026 at 10:00` */
function formatEntry({ title, start, count }: FeedNoteView): string {
  const name = title ? `“${title}”` : 'An entry without a title'
  const [date, time] = start?.split('T') ?? []
  const when = date ? `, ${formatDate(date, 'long')}${time ? ` at ${time}` : ''}` : ''
  return `${name}${when}${count > 1 ? ` (${formatCount(count)} times)` : ''}`
}

/** How many notes are written out; the calendar itself shows the others. */
const MAX_SHOWN = 3

interface FeedNotesText {
  title: string
  /** The first notes, one sentence each. */
  lines: string[]
  /** What it means for bookings; empty if nothing. */
  text: string
}

/** Those that may leave a busy time free come first. */
export function formatFeedNotes(all: readonly FeedNoteView[]): FeedNotesText {
  const notes = all.toSorted((a, b) => Number(b.needsApproval) - Number(a.needsApproval))
  const entries = notes
    .filter(({ kind }) => kind !== 'zone')
    .reduce((sum, { count }) => sum + count, 0)
  const shown = notes.slice(0, MAX_SHOWN)
  const rest = notes.slice(MAX_SHOWN).reduce((sum, { count }) => sum + count, 0)
  return {
    title:
      entries === 0
        ? 'Your calendar names a time zone that is not known'
        : entries === 1
          ? 'An entry of your calendar is not understood'
          : `${formatCount(entries)} entries of your calendar are not understood`,
    lines: [...shown.map(formatFeedNote), ...(rest > 0 ? [`And ${formatCount(rest)} more.`] : [])],
    text: notes.some(({ needsApproval }) => needsApproval) ? APPROVAL : '',
  }
}
