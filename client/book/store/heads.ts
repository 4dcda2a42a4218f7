import { foldFast } from '#client/book/index/fold-fast.ts'
import { compareNames, KEY_WIDTH, writeSortKey } from '#client/book/index/sort-key.ts'
import { hashOf } from '#client/lib/data/hash.ts'
import type { Change } from '#shared/sync/protocol.ts'
import type { RecordData } from '#shared/sync/records.ts'
import type { Head } from './database.ts'

export const headFlags = { deleted: 1, conflict: 2, foreign: 4 } as const

/** What stands between two fields of a record's text; no field has one in it. */
export const FIELD_END = '\t'
const LINE_END = '\n'

/** Fewer digits are no telephone number by which anybody is known. */
const FEWEST_DIGITS = 6
/** A number's country code may be left out. */
const TELLING_DIGITS = 8

/** What follows from the text. */
type Derived = Pick<
  Head,
  'byName' | 'order' | 'nameHashes' | 'locationHashes' | 'emailHashes' | 'phoneHashes'
>

/** The only place that makes one; `changes` are a page's, or rows made to look like one. */
export function headOf(changes: readonly Change[], at: Pick<Head, 'no' | 'round'>): Head {
  const text = foldFast(changes.map(searched).join(LINE_END))
  const starts = startsOf(text, changes.length)
  const hashes = Uint32Array.from(changes, ({ id }) => hashOf(id))
  return {
    ...at,
    ids: changes.map(({ id }) => id).join(LINE_END),
    hashes,
    names: changes.map(({ data }) => plain(data.name)).join(LINE_END),
    locations: changes.map(({ data }) => plain(data.location)).join(LINE_END),
    lastContacts: Int32Array.from(changes, ({ data }) => dayNumber(data.lastContact)),
    updated: Float64Array.from(changes, ({ updatedAt }) => updatedAt),
    flags: Uint8Array.from(changes, flagsOf),
    text,
    starts,
    trips: JSON.stringify(changes.flatMap(tripsOf)),
    apart: JSON.stringify(changes.flatMap(apartOf)),
    ...columnsOf({ text, starts, hashes }),
  }
}

/** The last digits of a telephone number, by which it is known; empty where there are too few. */
export function tellingDigits(digits: string): string {
  return digits.length < FEWEST_DIGITS ? '' : digits.slice(-TELLING_DIGITS)
}

export function digitsOf(phone: string): string {
  return phone.replaceAll(/\D/g, '')
}

/**
 * A record's line of the text, in its fields: name, location, e-mail addresses, digits, notes,
 * preferences with the places of trips.
 */
export function fieldsOf(line: string): string[] {
  return line.split(FIELD_END)
}

function searched({ data, deleted, erased }: Change): string {
  if (deleted || erased) return ''
  const { name, location, email, otherEmails, phone, notes, journal } = data
  const emails = [email, ...listOf(otherEmails)].map(plain).join(' ')
  const noted = joined([notes, ...listOf(journal).map(noteText)])
  const wanted = joined([...preferencesIn(data), ...listOf(data.trips).map(placeText)])
  return [plain(name), plain(location), emails, digitsOf(plain(phone)), noted, wanted].join(
    FIELD_END,
  )
}

function preferencesIn(data: RecordData): unknown[] {
  const { accommodation, transport, specialRequests, dining, activities } = data
  return [accommodation, transport, specialRequests, ...listOf(dining), ...listOf(activities)]
}

/** What is empty leaves no space: most clients have few of these. */
function joined(texts: readonly unknown[]): string {
  return texts
    .map(plain)
    .filter((text) => text !== '')
    .join(' ')
}

function tripsOf({ data, deleted }: Change, i: number): [number, unknown][] {
  return deleted ? [] : listOf(data.trips).map((trip) => [i, trip])
}

function apartOf({ data }: Change, i: number): [number, unknown[]][] {
  const ids = listOf(data.distinctFrom)
  return ids.length > 0 ? [[i, ids]] : []
}

function noteText(note: unknown): unknown {
  return typeof note === 'object' && note !== null && 'text' in note ? note.text : ''
}

function placeText(trip: unknown): unknown {
  return typeof trip === 'object' && trip !== null && 'place' in trip ? trip.place : ''
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

/** In one line, without what would end it. */
function plain(value: unknown): string {
  if (typeof value !== 'string') return ''
  return /[^\S ]| {2}|^ | $/.test(value) ? value.replaceAll(/\s+/g, ' ').trim() : value
}

function startsOf(text: string, count: number): Uint32Array {
  const starts = new Uint32Array(count + 1)
  let at = 0
  for (let i = 0; i < count; i++) {
    starts[i] = at
    const end = text.indexOf(LINE_END, at)
    at = end === -1 ? text.length + 1 : end + 1
  }
  starts[count] = at
  return starts
}

function columnsOf({ text, starts, hashes }: Pick<Head, 'text' | 'starts' | 'hashes'>): Derived {
  const count = starts.length - 1
  const columns = {
    byName: new Uint32Array(count * KEY_WIDTH),
    nameHashes: new Uint32Array(count),
    locationHashes: new Uint32Array(count),
    emailHashes: new Uint32Array(count),
    phoneHashes: new Uint32Array(count),
  }
  const names: string[] = []
  for (let i = 0; i < count; i++) {
    const line = text.slice(starts[i], (starts[i + 1] ?? 0) - 1)
    const [name = '', location = '', emails = '', digits = ''] = fieldsOf(line)
    const [email = ''] = emails.split(' ', 1)
    writeSortKey(columns.byName, i, name)
    names.push(name)
    columns.nameHashes[i] = keyHash(name)
    columns.locationHashes[i] = keyHash(location)
    columns.emailHashes[i] = keyHash(email)
    columns.phoneHashes[i] = keyHash(tellingDigits(digits))
  }
  const compare = compareNames({ ...columns, hashes }, (i) => names[i] ?? '')
  return { ...columns, order: Uint32Array.from(names.keys()).sort(compare) }
}

function keyHash(text: string): number {
  return text === '' ? 0 : hashOf(text)
}

function dayNumber(date: unknown): number {
  if (typeof date !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(date)) return 0
  return Number(date.replaceAll('-', ''))
}

/** The date that `lastContacts` holds. */
export function dayOf(number: number): string {
  const digits = String(number)
  return number ? `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}` : ''
}

function flagsOf({ coll, deleted, erased, conflicts }: Change): number {
  return (
    (deleted || erased ? headFlags.deleted : 0) +
    (conflicts?.length ? headFlags.conflict : 0) +
    (coll === 'client' ? 0 : headFlags.foreign)
  )
}
