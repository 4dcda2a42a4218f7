import { fold } from '#shared/lib/fold.ts'
import { kindOf, recordProblems } from '#shared/sync/records.ts'
import { canonical, sameValue } from '#shared/sync/values.ts'
import { type Client, fieldOf, type JournalNote } from './fields.ts'

/** One of two entries that may be one client. */
export interface Entry {
  id: string
  client: Client
  /** UTC milliseconds; undefined while the server does not have it. */
  createdAt: number | undefined
}

/** `value`: one of both is kept. `list`: of both, what is ticked. */
export interface MergeRow {
  field: string
  kind: 'value' | 'list'
  first: unknown
  second: unknown
}

export type Side = 'first' | 'second'

/** What the owner chose: a side for each single value, and what is left out of each list. */
export interface MergeChoice {
  sides: Partial<Record<string, Side>>
  /** By field, the unticked ones as `canonical` writes them. */
  left: Partial<Record<string, readonly string[]>>
}

/** The older entry is the first, and the one that stays. */
export function inOrder(a: Entry, b: Entry): [Entry, Entry] {
  const [before, after] = [a.createdAt ?? Infinity, b.createdAt ?? Infinity]
  const swap = after < before || (after === before && b.id < a.id)
  return swap ? [b, a] : [a, b]
}

function valuesOf({ client }: Entry): Record<string, unknown> {
  return client
}

/** Every field of either, also those that this version does not know. */
function fieldsOf(first: Entry, second: Entry): string[] {
  const names = Object.keys({ ...first.client, ...second.client })
  return names.filter((name) => !fieldOf(name)?.joins)
}

/** What differs, and is for the owner to choose. */
export function mergeRows(first: Entry, second: Entry): MergeRow[] {
  const [ours, theirs] = [valuesOf(first), valuesOf(second)]
  return fieldsOf(first, second)
    .filter((field) => !sameEntry(field, ours[field], theirs[field]))
    .map((field) => ({
      field,
      kind: kindOf('client', field) === 'list' ? 'list' : 'value',
      first: ours[field],
      second: theirs[field],
    }))
}

/** The fields that say the same in both, empty ones aside. */
export function sameFields(first: Entry, second: Entry): string[] {
  const [ours, theirs] = [valuesOf(first), valuesOf(second)]
  return fieldsOf(first, second).filter(
    (field) => canonical(ours[field]) !== '' && sameEntry(field, ours[field], theirs[field]),
  )
}

function sameEntry(field: string, a: unknown, b: unknown): boolean {
  if (field === 'email') return fold(String(a ?? '')) === fold(String(b ?? ''))
  return sameValue(a, b)
}

/** What is chosen before the owner chooses: the later entry's, unless it says nothing. */
export function presetSide({ field, first, second }: MergeRow): Side {
  if (canonical(second) === '') return 'first'
  // Of two dates of contact, the later.
  if (field === 'lastContact') return String(first) > String(second) ? 'first' : 'second'
  return 'second'
}

/** What is in both lists stands once, with the first. */
export function listItems({ first, second }: MergeRow): Record<Side, unknown[]> {
  const own = asList(first)
  return { first: own, second: asList(second).filter((item) => !has(own, item)) }
}

/** The one client that comes of both. */
export function mergedClient(first: Entry, second: Entry, choice: MergeChoice): Client {
  const [ours, theirs] = [first.client, second.client]
  const chosen: Record<string, unknown> = { ...theirs, ...ours }
  for (const row of mergeRows(first, second)) {
    chosen[row.field] = row.kind === 'list' ? ticked(row, choice) : row[sideOf(row, choice)]
  }
  const { email } = chosen as Client
  return {
    ...(chosen as Client),
    notes: joinNotes(ours.notes, theirs.notes),
    journal: union(ours.journal, theirs.journal),
    otherEmails: otherAddresses(email, [ours, theirs]),
    distinctFrom: union(ours.distinctFrom, theirs.distinctFrom).filter(
      (id) => id !== first.id && id !== second.id,
    ),
  }
}

function sideOf(row: MergeRow, { sides }: MergeChoice): Side {
  return sides[row.field] ?? presetSide(row)
}

function ticked(row: MergeRow, { left }: MergeChoice): unknown[] {
  const items = listItems(row)
  const out = left[row.field] ?? []
  return [...items.first, ...items.second].filter((item) => !out.includes(canonical(item)))
}

function joinNotes(ours: string, theirs: string): string {
  if (ours.includes(theirs)) return ours
  if (theirs.includes(ours)) return theirs
  return `${ours}\n\n${theirs}`
}

function union<Item>(a: readonly Item[], b: readonly Item[]): Item[] {
  return [...a, ...b.filter((item) => !has(a, item))]
}

function has(list: readonly unknown[], item: unknown): boolean {
  return list.some((other) => sameValue(other, item))
}

function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

/** Every address of both but the one in use, each once. */
function otherAddresses(email: string, clients: readonly Client[]): string[] {
  const all = clients.flatMap((client) => [client.email, ...client.otherEmails])
  const known = new Set([fold(email)])
  return all.filter((address) => {
    const folded = fold(address)
    if (folded === '' || known.has(folded)) return false
    known.add(folded)
    return true
  })
}

/** Why the two cannot become this one; undefined where they can. */
export function mergeProblem(merged: Client): string | undefined {
  return Object.values(recordProblems('client', merged))[0]
}

/** What of the client that stays is set to another value, and what it was. */
export function mergeEdit(before: Client, after: Client) {
  const was: Fields = before
  const next: Fields = after
  const fields = Object.keys({ ...was, ...next }).filter(
    (name) => !sameValue(was[name], next[name]),
  )
  return { base: pick(fields, was), set: pick(fields, next) }
}

function pick(fields: readonly string[], of: Fields): Partial<Client> {
  return Object.fromEntries(fields.map((field) => [field, of[field]]))
}

type Fields = Record<string, unknown>

/** What is needed to take a merge back, kept with the note that tells of it. */
export interface MergeTrace {
  /** The entry that went. */
  other: string
  /** Of the entry that stayed: what was changed, from what, without its dated notes. */
  base: Fields
  set: Fields
}

export interface MergeNote extends JournalNote {
  merged: MergeTrace
}

/** The trace of a merge in a note, as any version of the site may have left it. */
export function mergeTrace(note: JournalNote): MergeTrace | undefined {
  const { merged } = note as Partial<MergeNote>
  const whole = typeof merged?.other === 'string' && isFields(merged.base) && isFields(merged.set)
  return whole ? merged : undefined
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The entry that stayed as it was before, but for what was edited since; `other` as it was when it went. */
export function unmergeEdit(now: Client, note: MergeNote, other: Client) {
  const current: Fields = now
  const before: Fields = { journal: withoutNotes(now, [note, ...other.journal]) }
  for (const field of Object.keys(note.merged.set))
    before[field] = unmerged(field, current[field], note.merged)
  const fields = Object.keys(before).filter((field) => !sameValue(before[field], current[field]))
  return { base: pick(fields, current), set: pick(fields, before) }
}

function unmerged(field: string, now: unknown, { base, set }: MergeTrace): unknown {
  const [was, became] = [base[field], set[field]]
  if (sameValue(now, became)) return was
  if (kindOf('client', field) !== 'list') return now
  return unmergedList(asList(now), asList(was), asList(became))
}

function withoutNotes({ journal }: Client, gone: readonly JournalNote[]): JournalNote[] {
  return journal.filter(({ id }) => !gone.some((note) => note.id === id))
}

/** Without what the merge put in, and with what it took out. */
function unmergedList(now: unknown[], was: unknown[], became: unknown[]): unknown[] {
  const kept = now.filter((item) => has(was, item) || !has(became, item))
  return [...kept, ...was.filter((item) => !has(became, item) && !has(kept, item))]
}
