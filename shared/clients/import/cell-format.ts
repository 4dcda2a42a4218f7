import type { JournalNote, Trip } from '#shared/clients/client-fields.ts'
import { isPlainDate } from '#shared/lib/date.ts'

// Fields with several values, written as one text in a CSV cell or a vCard property.

/** Line breaks that are no line feed, such as those of Outlook's notes. */
const LINE_BREAKS = /\r\n?|[\v\f\u0085\u2028\u2029]/g
/** Characters that nobody can see or type; PostgreSQL refuses NUL. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are removed.
const CONTROLS = /[\0-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]/g
/** Marks of the direction of writing, which iOS, WhatsApp and Excel put around telephone numbers. */
const DIRECTION_MARKS = /[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/g
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/

/**
 * A cell without characters that have no meaning in it. Marks of direction stay beside letters that
 * are written from right to left.
 */
export function cleanCell(text: string): string {
  const plain = text.replace(LINE_BREAKS, '\n').replace(CONTROLS, '')
  return RIGHT_TO_LEFT.test(plain) ? plain : plain.replace(DIRECTION_MARKS, '')
}

/** Removes invisible characters, but keeps the zero-width joiner, which emoji and scripts need. */
export function stripInvisible(text: string): string {
  return text.replaceAll(/[\u00ad\u200b\u2060\ufeff]/g, '').trim()
}

/** Joins several lines, such as those of a postal address, with commas. */
export function toSingleLine(text: string): string {
  return text.trim().replaceAll(/\s*\n\s*/g, ', ')
}

/** The first `most` UTF-16 units, without cutting a surrogate pair in two. */
export function truncateText(text: string, most: number): string {
  const last = text.charCodeAt(most - 1)
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? most - 1 : most)
}

export function splitText(text: string, most: number): string[] {
  const all: string[] = []
  for (let rest = text; rest !== ''; ) {
    const piece = truncateText(rest, most)
    all.push(piece)
    rest = rest.slice(piece.length)
  }
  return all
}

/** Separator between several values in other address books' exports. */
const VALUE_SEPARATOR = / ::: /

export function formatChips(chips: readonly string[]): string {
  const text = chips.join('; ')
  if (!chips.some((chip) => /[,;\n]/.test(chip)) && !VALUE_SEPARATOR.test(text)) return text
  const lines = chips.map((chip) => chip.replaceAll(/\s*\n\s*/g, ' '))
  // The final line break makes `parseChips` split at line breaks only.
  return `${lines.join('\n')}\n`
}

export function parseChips(text: string): string[] {
  const separator = [/\n/, VALUE_SEPARATOR, /;/, /,/].find((one) => one.test(text)) ?? /\n/
  const chips = text.split(separator).map((chip) => chip.trim())
  return [...new Set(chips)].filter((chip) => chip !== '')
}

export function formatTrips(trips: readonly Trip[]): string {
  return trips
    .map(({ place, start, end }) => `${place.replaceAll(/\s+/g, ' ')} (${start} to ${end})`)
    .join('\n')
}

const TRIP =
  /^(.*?)[\s,:(]*(\d{4}-\d{2}-\d{2})(?:\s*(?:to|til|until|-|–|—|\/)\s*(\d{4}-\d{2}-\d{2}))?\)?$/

/** The trips with dates, one in each line; lines without dates are returned in `rest` unchanged. */
export function parseTrips(text: string): { trips: Trip[]; rest: string } {
  const trips: Trip[] = []
  const rest: string[] = []
  for (const line of text.split('\n').map((one) => one.trim())) {
    const trip = parseTrip(line)
    if (trip) trips.push({ id: `trip-${trips.length + 1}-${trip.start}`, ...trip })
    else if (line !== '') rest.push(line)
  }
  return { trips, rest: rest.join('\n') }
}

function parseTrip(line: string): Omit<Trip, 'id'> | undefined {
  const [, place = '', start = '', last] = TRIP.exec(line) ?? []
  const end = last ?? start
  if (!isPlainDate(start) || !isPlainDate(end) || end < start) return undefined
  return { place: place.trim(), start, end }
}

export function formatJournal(notes: readonly JournalNote[]): string {
  return notes.map(({ at, text }) => `${at}: ${text}`).join('\n')
}

const NOTE = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?Z): /gm

/** A note begins at a line that begins with an instant; text before the first note is in `rest`. */
export function parseJournal(text: string): { journal: JournalNote[]; rest: string } {
  const [rest = '', ...parts] = text.split(NOTE)
  const journal = parts.flatMap((at, index) => {
    if (index % 2 === 1 || Number.isNaN(Date.parse(at))) return []
    const body = (parts[index + 1] ?? '').replace(/\n$/, '')
    return [{ id: `note-${index / 2 + 1}-${at.slice(0, 10)}`, at, text: body }]
  })
  return { journal, rest: rest.trim() }
}

/** PostgreSQL refuses NUL in text. */
export function removeNul(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', '')
  if (Array.isArray(value)) return value.map(removeNul)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, removeNul(one)]))
}
