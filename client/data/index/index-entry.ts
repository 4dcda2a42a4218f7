import { type Client, fieldNames, getField, type Trip } from '#shared/clients/client-fields.ts'
import { normalizeForSearch } from '#shared/lib/normalize-text.ts'
import type { RecordData } from '#shared/sync/collections.ts'
import type { Change } from '#shared/sync/protocol.ts'

/** The part of a client that lists, search and duplicate detection use. */
export interface IndexEntry {
  id: string
  deleted: boolean
  /** Whether it has an undecided conflict. */
  hasConflict: boolean
  name: string
  location: string
  /** `YYYY-MM-DD`, or empty. */
  lastContact: string
  /** UTC milliseconds. */
  updatedAt: number
  /** All searchable text, normalised. */
  searchText: string
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
export function toIndexEntry({
  id,
  deleted,
  erased,
  data,
  conflicts,
  updatedAt,
}: Change): IndexEntry {
  const isDeleted = Boolean(deleted || erased)
  const fields = isDeleted ? {} : (data as Partial<Client>)
  const [name, location] = [toSingleLine(fields.name), toSingleLine(fields.location)]
  const emails = [fields.email, ...toList(fields.otherEmails)].map(toSingleLine).filter(Boolean)
  const digits = toDigits(toSingleLine(fields.phone))
  const parts = [name, location, emails.join(' '), digits, collectSearchText(fields)]
  const text = normalizeText(parts.join(SEPARATOR))
  const [sortName = '', sortLocation = '', normalizedEmails = ''] = text.split(SEPARATOR, 3)
  return {
    id,
    deleted: isDeleted,
    hasConflict: Boolean(conflicts?.length),
    name,
    location,
    lastContact: parseDate(fields.lastContact),
    updatedAt,
    searchText: text,
    sortName,
    sortLocation,
    emails: normalizedEmails === '' ? [] : normalizedEmails.split(' '),
    phone: significantDigits(digits),
    trips: toList(fields.trips),
    distinctFrom: toList(fields.distinctFrom),
  }
}

/** A number with fewer digits identifies nobody. */
const MIN_DIGITS = 6
/** A country code may be left out, so only the last digits count. */
const SIGNIFICANT_DIGITS = 8

/** The digits that are compared between telephone numbers; empty if there are too few. */
export function significantDigits(digits: string): string {
  return digits.length < MIN_DIGITS ? '' : digits.slice(-SIGNIFICANT_DIGITS)
}

export function toDigits(phone: string): string {
  return phone.replaceAll(/\D/g, '')
}

/** Cache of normalised non-ASCII letters. */
const normalizedLetters = new Map<string, string>()

/**
 * The same as `normalizeForSearch`, but ten times as fast: most text is ASCII, and the other letters are few and
 * repeat. Keeps white space.
 */
export function normalizeText(text: string): string {
  return text.replaceAll(/[^\t\n -~]/gu, normalizeLetter).toLowerCase()
}

function normalizeLetter(letter: string): string {
  let normalized = normalizedLetters.get(letter)
  if (normalized === undefined) {
    // `normalizeForSearch` trims, so the letter stands between two others.
    normalized = normalizeForSearch(`x${letter}x`).slice(1, -1)
    normalizedLetters.set(letter, normalized)
  }
  return normalized
}

/**
 * Splits a search into words, all of which must occur; the longest comes first. A number with signs
 * between its digits becomes one word for each group of digits, because numbers are indexed without
 * signs.
 */
export function parseSearchTerms(typed: string): string[] {
  const words = normalizeText(typed)
    .split(/\s+/)
    .flatMap((word) => (/^[\d+().\-/]*\d[\d+().\-/]*$/.test(word) ? word.split(/\D+/) : [word]))
    .filter((word) => word !== '')
  return [...new Set(words)].sort((a, b) => b.length - a.length)
}

/** All text of the fields that have `search` set. */
function collectSearchText(client: Partial<Client>): string {
  return joinTexts(searchedFields.flatMap(([name, search]) => listTexts(client[name], search)))
}

const searchedFields = fieldNames.flatMap((name) => {
  const { search } = getField(name)
  return search ? [[name, search] as const] : []
})

function listTexts(value: unknown, search: true | string): readonly unknown[] {
  if (typeof value === 'string') return [value]
  const items: readonly unknown[] = toList(value as unknown[] | undefined)
  return search === true
    ? items
    : items.map((item) => (item as Record<string, unknown> | null)?.[search])
}

function joinTexts(texts: readonly unknown[]): string {
  return texts
    .map(toSingleLine)
    .filter((text) => text !== '')
    .join(' ')
}

/** Text in one line with single spaces; empty if the value is not a string. */
function toSingleLine(value: unknown): string {
  if (typeof value !== 'string') return ''
  return /[^\S ]| {2}|^ | $/.test(value) ? value.replaceAll(/\s+/g, ' ').trim() : value
}

function toList<T>(value: readonly T[] | undefined): readonly T[] {
  return Array.isArray(value) ? value : []
}

function parseDate(value: RecordData[string]): string {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? value : ''
}
