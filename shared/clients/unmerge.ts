import { kindOf } from '#shared/sync/records.ts'
import { sameValue } from '#shared/sync/values.ts'
import type { Client, JournalNote } from './fields.ts'

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
  const pick = (of: Fields): Partial<Client> =>
    Object.fromEntries(fields.map((field) => [field, of[field]]))
  return { base: pick(current), set: pick(before) }
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

function has(list: readonly unknown[], item: unknown): boolean {
  return list.some((other) => sameValue(other, item))
}

function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}
