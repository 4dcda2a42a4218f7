import { type Client, getField, type JournalNote, toClient } from '#shared/clients/client-fields.ts'
import { isPartOfName } from '#shared/clients/person-names.ts'
import { normalizeForSearch } from '#shared/lib/normalize-text.ts'
import { isEmptyValue, isSameValue, toCanonicalJson } from '#shared/lib/values/value-equality.ts'
import {
  type Collection,
  getFieldLabel,
  getMergeKind,
  validateRecord,
} from '#shared/sync/collections.ts'

type Fields = Record<string, unknown>

// Throughout this file, `first` (or `ours`) is the client that stays, and `second` (or `theirs`) the
// one that is deleted; see `sortByAge`. Dated notes are the field `journal`.

/** One of two clients that may be duplicates. */
export interface MergeCandidate {
  id: string
  client: Client
  /** UTC milliseconds; undefined until the server has the client. */
  createdAt: number | undefined
}

/**
 * A field whose values differ. `value`: the owner keeps one of the two; `list`: the owner ticks
 * items of both.
 */
export interface MergeRow {
  field: string
  kind: 'value' | 'list'
  first: unknown
  second: unknown
}

export type Side = 'first' | 'second'

/** The owner's choice: a side for each single value, and the items left out of each list. */
export interface MergeChoice {
  sides: Partial<Record<string, Side>>
  /** By field: the unticked items, in the form that `toCanonicalJson` gives. */
  excluded: Partial<Record<string, readonly string[]>>
}

/** Puts the older client first: it is the one that stays after the merge. */
export function sortByAge(a: MergeCandidate, b: MergeCandidate): [MergeCandidate, MergeCandidate] {
  const [before, after] = [a.createdAt ?? Infinity, b.createdAt ?? Infinity]
  const swap = after < before || (after === before && b.id < a.id)
  return swap ? [b, a] : [a, b]
}

function toValues({ client }: MergeCandidate): Record<string, unknown> {
  return client
}

/**
 * The fields of both clients in which the owner chooses if they differ, including fields that this
 * version does not know. All others are joined without asking.
 */
function listMergeFields(first: MergeCandidate, second: MergeCandidate): string[] {
  const names = Object.keys({ ...first.client, ...second.client })
  return names.filter((name) => !getField(name)?.isCombined)
}

/** The fields that differ, between which the owner must choose. */
export function listMergeRows(first: MergeCandidate, second: MergeCandidate): MergeRow[] {
  const [ours, theirs] = [toValues(first), toValues(second)]
  return listMergeFields(first, second)
    .filter((field) => !isSameFieldValue(field, ours[field], theirs[field]))
    .map((field) => ({
      field,
      kind: getMergeKind('client', field) === 'list' ? 'list' : 'value',
      first: ours[field],
      second: theirs[field],
    }))
}

/** The fields that are equal in both clients and not empty. */
export function listEqualFields(first: MergeCandidate, second: MergeCandidate): string[] {
  const [ours, theirs] = [toValues(first), toValues(second)]
  return listMergeFields(first, second).filter(
    (field) => !isEmptyValue(ours[field]) && isSameFieldValue(field, ours[field], theirs[field]),
  )
}

function isSameFieldValue(field: string, a: unknown, b: unknown): boolean {
  if (field === 'email')
    return normalizeForSearch(String(a ?? '')) === normalizeForSearch(String(b ?? ''))
  return isSameValue(a, b)
}

/** The default choice: the newer client's value, or the later date; never an empty value. */
export function getDefaultSide({ field, first, second }: MergeRow): Side {
  if (isEmptyValue(second)) return 'first'
  if (isEmptyValue(first)) return 'second'
  if (field === 'lastContact') return String(first) > String(second) ? 'first' : 'second'
  return 'second'
}

/** The items of both lists; an item in both is listed only under `first`. */
export function splitListItems({ first, second }: MergeRow): Record<Side, unknown[]> {
  const own = toList(first)
  return { first: own, second: toList(second).filter((item) => !includesValue(own, item)) }
}

/** The client that results from merging both. */
export function mergeClients(
  first: MergeCandidate,
  second: MergeCandidate,
  choice: MergeChoice,
): Client {
  const [ours, theirs] = [first.client, second.client]
  const chosen: Record<string, unknown> = { ...theirs, ...ours }
  for (const row of listMergeRows(first, second)) {
    chosen[row.field] =
      row.kind === 'list' ? listTickedItems(row, choice) : row[getSide(row, choice)]
  }
  const { email } = chosen as Client
  const notes = joinNotes(ours.notes, theirs.notes)
  return {
    ...(chosen as Client),
    notes: addLines(notes, listUnchosenTexts(first, second, choice)),
    journal: union(ours.journal, theirs.journal),
    otherEmails: listOtherAddresses(email, [ours, theirs]),
    // The two counted as different people until now.
    distinctFrom: union(ours.distinctFrom, theirs.distinctFrom).filter(
      (id) => id !== first.id && id !== second.id,
    ),
  }
}

function getSide(row: MergeRow, { sides }: MergeChoice): Side {
  return sides[row.field] ?? getDefaultSide(row)
}

function listTickedItems(row: MergeRow, { excluded }: MergeChoice): unknown[] {
  const items = splitListItems(row)
  const out = excluded[row.field] ?? []
  return [...items.first, ...items.second].filter((item) => !out.includes(toCanonicalJson(item)))
}

/** The values that were not chosen, as lines for the notes: `Phone: +47 900 00 204`. */
function listUnchosenTexts(
  first: MergeCandidate,
  second: MergeCandidate,
  choice: MergeChoice,
): string[] {
  return listMergeRows(first, second).flatMap((row) => {
    const side = getSide(row, choice)
    const [kept, other] = side === 'first' ? [row.first, row.second] : [row.second, row.first]
    // Addresses stay as further addresses.
    if (row.kind === 'list' || row.field === 'email' || isEmptyValue(other)) return []
    const [text, known] = [toText(other), toText(kept)]
    const isKnown = row.field === 'name' ? isPartOfName(text, known) : known.includes(text)
    return isKnown ? [] : [`${getFieldLabel('client', row.field)}: ${text}`]
  })
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : toCanonicalJson(value)
}

function addLines(notes: string, lines: readonly string[]): string {
  const known = notes.split('\n')
  const more = lines.filter((line) => !known.includes(line))
  return [...(notes === '' ? [] : [notes]), ...more].join('\n')
}

function joinNotes(ours: string, theirs: string): string {
  if (ours.includes(theirs)) return ours
  if (theirs.includes(ours)) return theirs
  return `${ours}\n\n${theirs}`
}

function union<Item>(a: readonly Item[], b: readonly Item[]): Item[] {
  return [...a, ...b.filter((item) => !includesValue(a, item))]
}

function includesValue(list: readonly unknown[], item: unknown): boolean {
  return list.some((other) => isSameValue(other, item))
}

function toList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

/** Every address of both clients except `email`, each once. */
function listOtherAddresses(email: string, clients: readonly Client[]): string[] {
  const all = clients.flatMap((client) => [client.email, ...client.otherEmails])
  const known = new Set([normalizeForSearch(email)])
  return all.filter((address) => {
    const folded = normalizeForSearch(address)
    if (folded === '' || known.has(folded)) return false
    known.add(folded)
    return true
  })
}

/** Why the merged client is not valid, as a sentence; undefined if it is. */
export function validateMerge(merged: Client): string | undefined {
  return Object.values(validateRecord('client', merged))[0]
}

/** The mutation of the client that stays: fields that change, with their old and new values. */
export function toMergeEdit(before: Client, after: Client) {
  const was: Fields = before
  const next: Fields = after
  const fields = Object.keys({ ...was, ...next }).filter(
    (name) => !isSameValue(was[name], next[name]),
  )
  return { base: pick(fields, was), set: pick(fields, next) }
}

function pick(fields: readonly string[], of: Fields): Partial<Client> {
  return Object.fromEntries(fields.map((field) => [field, of[field]]))
}

/** The id of the client that a record belongs to, or of those that it names. */
type Named = string | readonly string[]

/** Data for undoing a merge, stored in the dated note about it. */
export interface MergeTrace {
  /** Id of the client that was deleted by the merge. */
  other: string
  /** The edit of the client that stayed, as from `toMergeEdit`, without its dated notes. */
  base: Fields
  set: Fields
  /**
   * The client that was deleted, without its dated notes, which are listed by id. A device that never
   * had the client, or lost its content with the deletion, restores it from here.
   */
  removed?: { fields: Fields; journal: string[] } | undefined
  /**
   * Journeys, and records of other collections, that passed to the client that stayed: the ids in their field
   * before and after. Of a journey, `coll` and `field` may be absent.
   */
  journeys?: { coll?: Collection; field?: string; id: string; was: Named; became: Named }[]
}

export interface MergeNote extends JournalNote {
  merged: MergeTrace
}

/**
 * The merge trace in a note; undefined if there is none, or not in a shape that this version reads.
 */
export function parseMergeTrace(note: JournalNote): MergeTrace | undefined {
  const { merged } = note as Partial<MergeNote>
  const whole = typeof merged?.other === 'string' && isFields(merged.base) && isFields(merged.set)
  return whole ? merged : undefined
}

/** The client that a merge deleted, as its trace describes it; undefined for a trace without it. */
export function readRemovedClient(now: Client, { removed }: MergeTrace): Client | undefined {
  if (!removed || !isFields(removed.fields) || !Array.isArray(removed.journal)) return undefined
  const { journal } = removed
  return toClient({
    ...removed.fields,
    journal: now.journal.filter(({ id }) => journal.includes(id)),
  })
}

/** The trace of a client that is deleted by a merge. */
export function traceRemovedClient({ journal, ...fields }: Client): MergeTrace['removed'] {
  return { fields, journal: journal.map(({ id }) => id) }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * The edit that undoes a merge on the client that stayed; fields that were edited since keep their
 * value. `other` is the client that was deleted, in its last state.
 */
export function toUnmergeEdit(now: Client, note: MergeNote, other: Client) {
  const current: Fields = now
  const before: Fields = { journal: removeNotes(now, [note, ...other.journal]) }
  for (const field of Object.keys(note.merged.set))
    before[field] = unmergeField(field, current[field], note.merged)
  const fields = Object.keys(before).filter((field) => !isSameValue(before[field], current[field]))
  return { base: pick(fields, current), set: pick(fields, before) }
}

function unmergeField(field: string, now: unknown, { base, set }: MergeTrace): unknown {
  const [was, became] = [base[field], set[field]]
  if (isSameValue(now, became)) return was
  if (getMergeKind('client', field) !== 'list') return now
  return unmergeList(toList(now), toList(was), toList(became))
}

function removeNotes({ journal }: Client, removed: readonly JournalNote[]): JournalNote[] {
  return journal.filter(({ id }) => !removed.some((note) => note.id === id))
}

/** The clients that a record names once the client `from` has become `to`. */
export function replaceClient(named: Named, from: string, to: string): Named {
  if (typeof named === 'string') return named === from ? to : named
  return [...new Set(named.map((id) => (id === from ? to : id)))]
}

/** The clients that a record names after an undo; what was changed since the merge stays. */
export function unmergeNamed(now: unknown, was: Named, became: Named): unknown {
  if (typeof was === 'string' || typeof became === 'string') return now === became ? was : now
  return unmergeList(toList(now), was, became)
}

/** The current list without the items that the merge added, and with those that it removed. */
function unmergeList<Item>(
  now: readonly Item[],
  was: readonly Item[],
  became: readonly Item[],
): Item[] {
  const remaining = now.filter((item) => includesValue(was, item) || !includesValue(became, item))
  return [
    ...remaining,
    ...was.filter((item) => !includesValue(became, item) && !includesValue(remaining, item)),
  ]
}
