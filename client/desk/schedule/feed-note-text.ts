import { formatDate } from '#shared/lib/format-date.ts'
import { formatCount } from '#shared/lib/format-number.ts'
import type { FeedNoteView } from '#shared/schedule/feed-api.ts'

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

export interface FeedNotesText {
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
