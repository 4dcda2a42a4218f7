import { type Client, fieldNames, fieldOf, type Trip } from '#shared/clients/fields.ts'
import { fold } from '#shared/lib/fold.ts'
import type { Change } from '#shared/sync/protocol.ts'
import type { RecordData } from '#shared/sync/records.ts'

/** The part of a client that lists, search and duplicate detection use. */
export interface Entry {
  id: string
  deleted: boolean
  /** Whether it has an undecided conflict. */
  conflicted: boolean
  name: string
  location: string
  /** `YYYY-MM-DD`, or empty. */
  lastContact: string
  /** UTC milliseconds. */
  updatedAt: number
  /** All searchable text, normalised. */
  text: string
  /** Normalised, as are `sortLocation` and `emails`. */
  sortName: string
  sortLocation: string
  emails: readonly string[]
  /**
   * The last digits of the telephone number; empty if it has too few digits to identify anybody.
   */
  phone: string
  trips: readonly Trip[]
  /** Ids of clients that the owner has marked as different people. */
  distinctFrom: readonly string[]
}

const SEPARATOR = '\t'

/** Builds the index entry of a client; a deleted or erased one has empty fields. */
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

/** A number with fewer digits identifies nobody. */
const FEWEST_DIGITS = 6
/** A country code may be left out, so only the last digits count. */
const SIGNIFICANT_DIGITS = 8

/** The digits that are compared between telephone numbers; empty if there are too few. */
export function significantDigits(digits: string): string {
  return digits.length < FEWEST_DIGITS ? '' : digits.slice(-SIGNIFICANT_DIGITS)
}

export function digitsOf(phone: string): string {
  return phone.replaceAll(/\D/g, '')
}

/** Cache of normalised non-ASCII letters. */
const normalizedLetters = new Map<string, string>()

/**
 * The same as `fold`, but ten times as fast: most text is ASCII, and the other letters are few and
 * repeat. Keeps white space.
 */
export function normalizeText(text: string): string {
  return text.replaceAll(/[^\t\n -~]/gu, normalizeLetter).toLowerCase()
}

function normalizeLetter(letter: string): string {
  let normalized = normalizedLetters.get(letter)
  if (normalized === undefined) {
    // `fold` trims, so the letter stands between two others.
    normalized = fold(`x${letter}x`).slice(1, -1)
    normalizedLetters.set(letter, normalized)
  }
  return normalized
}

/**
 * Splits a search into words, all of which must occur; the longest comes first. A number with signs
 * between its digits becomes one word for each group of digits, because numbers are indexed without
 * signs.
 */
export function searchWords(typed: string): string[] {
  const words = normalizeText(typed)
    .split(/\s+/)
    .flatMap((word) => (/^[\d+().\-/]*\d[\d+().\-/]*$/.test(word) ? word.split(/\D+/) : [word]))
    .filter((word) => word !== '')
  return [...new Set(words)].sort((a, b) => b.length - a.length)
}

/** All text of the fields that have `search` set. */
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

/** Text in one line with single spaces; empty if the value is not a string. */
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
