import { type Client, fieldNames, fieldOf, type Trip } from '#shared/clients/fields.ts'
import { fold } from '#shared/lib/fold.ts'
import type { Change } from '#shared/sync/protocol.ts'
import type { RecordData } from '#shared/sync/records.ts'

/** What lists, searches and the check for duplicates need of one client. */
export interface Entry {
  id: string
  deleted: boolean
  /** It has a conflict that nobody has decided. */
  conflicted: boolean
  name: string
  location: string
  /** A date, or empty. */
  lastContact: string
  /** UTC milliseconds. */
  updatedAt: number
  /** All that is searched, normalized. */
  text: string
  /** Normalized, as are the location and the addresses. */
  sortName: string
  sortLocation: string
  emails: readonly string[]
  /** The last digits of the telephone number; empty where there are too few to tell. */
  phone: string
  trips: readonly Trip[]
  /** Clients whom the owner has said to be somebody else, by their ids. */
  distinctFrom: readonly string[]
}

const SEPARATOR = '\t'

export function entryOf({ id, deleted, erased, data, conflicts, updatedAt }: Change): Entry {
  const isGone = Boolean(deleted || erased)
  const fields = isGone ? {} : (data as Partial<Client>)
  const [name, location] = [textOf(fields.name), textOf(fields.location)]
  const emails = [fields.email, ...listOf(fields.otherEmails)].map(textOf).filter(Boolean)
  const digits = digitsOf(textOf(fields.phone))
  const parts = [name, location, emails.join(' '), digits, wordsOf(fields)]
  const text = normalizeText(parts.join(SEPARATOR))
  const [sortName = '', sortLocation = '', normalizedEmails = ''] = text.split(SEPARATOR, 3)
  return {
    id,
    deleted: isGone,
    conflicted: Boolean(conflicts?.length),
    name,
    location,
    lastContact: dateOf(fields.lastContact),
    updatedAt,
    text,
    sortName,
    sortLocation,
    emails: normalizedEmails === '' ? [] : normalizedEmails.split(' '),
    phone: significantDigits(digits),
    trips: listOf(fields.trips),
    distinctFrom: listOf(fields.distinctFrom),
  }
}

/** Fewer digits identify nobody. */
const FEWEST_DIGITS = 6
/** A country code may be left out, so only the last digits count. */
const SIGNIFICANT_DIGITS = 8

export function significantDigits(digits: string): string {
  return digits.length < FEWEST_DIGITS ? '' : digits.slice(-SIGNIFICANT_DIGITS)
}

export function digitsOf(phone: string): string {
  return phone.replaceAll(/\D/g, '')
}

/** Letters beyond ASCII that were met so far, normalized. */
const normalizedLetters = new Map<string, string>()

/**
 * The same as `fold`, but ten times as fast: most text is ASCII, and the other letters are few and repeat.
 * Keeps white space as it is.
 */
export function normalizeText(text: string): string {
  return text.replaceAll(/[^\t\n -~]/gu, normalizeLetter).toLowerCase()
}

function normalizeLetter(letter: string): string {
  let normalized = normalizedLetters.get(letter)
  if (normalized === undefined) {
    // Between two letters, because `fold` trims.
    normalized = fold(`x${letter}x`).slice(1, -1)
    normalizedLetters.set(letter, normalized)
  }
  return normalized
}

/**
 * The words of a search, all of which must occur. A number with signs between its digits becomes one word
 * for each group of digits, because telephone numbers are stored without the signs.
 */
export function searchWords(typed: string): string[] {
  const words = normalizeText(typed)
    .split(/\s+/)
    .flatMap((word) => (/^[\d+().\-/]*\d[\d+().\-/]*$/.test(word) ? word.split(/\D+/) : [word]))
    .filter((word) => word !== '')
  return [...new Set(words)].sort((a, b) => b.length - a.length)
}

/** All words of the fields that are searched by them. */
function wordsOf(client: Partial<Client>): string {
  return joined(searchedFields.flatMap(([name, search]) => wordsIn(client[name], search)))
}

const searchedFields = fieldNames.flatMap((name) => {
  const { search } = fieldOf(name)
  return search ? [[name, search] as const] : []
})

function wordsIn(value: unknown, search: true | string): readonly unknown[] {
  if (typeof value === 'string') return [value]
  const items: readonly unknown[] = listOf(value as unknown[] | undefined)
  return search === true
    ? items
    : items.map((item) => (item as Record<string, unknown> | null)?.[search])
}

function joined(texts: readonly unknown[]): string {
  return texts
    .map(textOf)
    .filter((text) => text !== '')
    .join(' ')
}

/** In one line, with single spaces; empty for what is no text. */
function textOf(value: unknown): string {
  if (typeof value !== 'string') return ''
  return /[^\S ]| {2}|^ | $/.test(value) ? value.replaceAll(/\s+/g, ' ').trim() : value
}

function listOf<T>(value: readonly T[] | undefined): readonly T[] {
  return Array.isArray(value) ? value : []
}

function dateOf(value: RecordData[string]): string {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? value : ''
}
