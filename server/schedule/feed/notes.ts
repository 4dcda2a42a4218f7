import { createHash } from 'node:crypto'
import type { FeedDoubt, FeedNote } from '#shared/schedule/calendar-state.ts'
import type { FeedProblemKind } from './feed-event.ts'
import { Properties, type RawComponent } from './lines.ts'
import { type FeedTime, floorToDay } from './zones.ts'

const DAY = 86_400_000

/** How many notes are kept one by one; the owner looks at the calendar itself after that. */
const MAX_NOTES = 50
const MAX_TITLE_LENGTH = 80

/** Lines whose changes do not change the entry's times. */
const PASSING_LINES = /^(ATTENDEE|SEQUENCE)\b/i

interface EntryProblem {
  kind: Exclude<FeedProblemKind, 'zone'> | 'availability'
  /** Undefined if it could not be read. */
  start: FeedTime | undefined
}

/** Collects what was not understood in a feed, each thing once. */
export class NoteCollector {
  private readonly notes = new Map<string, FeedNote>()
  private readonly foldedKeys = createHash('sha256')
  private folded: FeedNote | undefined

  addEntry(raw: RawComponent, { kind, start }: EntryProblem): void {
    const properties = new Properties(raw)
    const isPrivate = ['PRIVATE', 'CONFIDENTIAL'].some((word) => properties.says('CLASS', word))
    const lines = [raw, ...raw.children]
      .flatMap((component) => component.lines)
      .filter((line) => !PASSING_LINES.test(line))
    this.add({
      key: toKey(kind, lines.join('\n')),
      kind,
      title: isPrivate ? '' : properties.text('SUMMARY').slice(0, MAX_TITLE_LENGTH),
      start: start ? formatStart(start) : null,
      count: 1,
      doubt: getDoubt(kind, start),
    })
  }

  addZone(name: string): void {
    const title = name.slice(0, MAX_TITLE_LENGTH)
    this.add({ key: toKey('zone', name), kind: 'zone', title, start: null, count: 1, doubt: null })
  }

  finish(): FeedNote[] {
    const key = toKey('more', this.foldedKeys.copy().digest('hex'))
    return [...this.notes.values(), ...(this.folded ? [{ ...this.folded, key }] : [])]
  }

  private add(note: FeedNote): void {
    const known = this.notes.get(note.key)
    if (known) known.count++
    else if (this.notes.size < MAX_NOTES) this.notes.set(note.key, note)
    else this.fold(note)
  }

  private fold({ key, doubt }: FeedNote): void {
    this.foldedKeys.update(key)
    this.folded ??= { key, kind: 'more', title: '', start: null, count: 0, doubt: null }
    this.folded.count++
    if (doubt) this.folded.doubt = joinDoubts(this.folded.doubt ?? doubt, doubt)
  }
}

function toKey(kind: FeedNote['kind'], content: string): string {
  return `${kind}:${createHash('sha256').update(content).digest('hex').slice(0, 24)}`
}

/** `2026-12-08T10:00` or `2026-12-08`, as the calendar's program shows it. */
function formatStart({ wall, isDate }: FeedTime): string {
  return new Date(wall).toISOString().slice(0, isDate ? 10 : 16)
}

/** The times at which the owner may be busy although the reading shows none. */
function getDoubt(kind: EntryProblem['kind'], start: FeedTime | undefined): FeedDoubt | null {
  if (kind === 'exceptions') return null
  if (!start) return { start: 0, end: null }
  const day = floorToDay(start.wall)
  const from = start.zone.toInstant(day)
  return { start: from, end: kind === 'end' ? start.zone.toInstant(day + DAY) : null }
}

function joinDoubts(a: FeedDoubt, b: FeedDoubt): FeedDoubt {
  const end = a.end === null || b.end === null ? null : Math.max(a.end, b.end)
  return { start: Math.min(a.start, b.start), end }
}
