import type { ImportTarget } from '#shared/clients/import/import-columns.ts'
import type { NamedText } from '#shared/clients/import/import-row.ts'
import type { DateOrder } from '#shared/clients/import/read-date.ts'
import type { RecordData } from '#shared/sync/records.ts'

export type ImportKind = 'csv' | 'vcard' | 'json'

/** A column of the file that has anything in it. */
export interface ImportColumn {
  /** Its place in the file, from 0. */
  at: number
  name: string
  target: ImportTarget
  /** Its first values. */
  samples: string[]
  /**
   * What comes first in dates such as 11/03/2025; `ask` where its values do not tell, undefined where
   * there is none that can be read in two ways.
   */
  dates: DateOrder | 'ask' | undefined
}

export interface ImportView {
  kind: ImportKind
  rows: number
  /** None where the file says by itself what everything is. */
  columns: ImportColumn[]
}

/** What the owner says of a file, by the column's place; what she does not say is as it was matched. */
export interface ImportReading {
  targets: Record<number, ImportTarget>
  dateOrders: Record<number, DateOrder>
}

/** What becomes of a row that looks like somebody who is there already. */
export const duplicateChoices = ['skip', 'fill', 'import'] as const
export type DuplicateChoice = (typeof duplicateChoices)[number]

/** By what a row looks like somebody: an id of our own, an address, a number, the name alone. */
export type Likeness = 'id' | 'email' | 'phone' | 'name'

/** Somebody who is there already: a client of the book, or an earlier row of the file. */
interface ImportMatch {
  why: Likeness
  of: { id: string; name: string; row: number | undefined }
}

export interface ImportDuplicate extends ImportMatch {
  row: number
  name: string
  email: string
}

interface ImportProblem {
  row: number
  /** What the row says. */
  text: string
  reason: string
}

export interface ImportSample {
  row: number
  name: string
  location: string
  email: string
  phone: string
  notes: string
}

/** A list that may be long: how many there are, and the first of them. */
export interface Listed<T> {
  count: number
  first: T[]
}

export interface ImportPlan {
  rows: number
  /** Clients that are new. */
  fresh: number
  /** They came from this very file before. */
  known: number
  empty: number
  /** The same people as some who are there: the same address and a name that fits, or the same id. */
  same: Listed<ImportDuplicate>
  /** They may be: an address that others have too, the same number, or the same name. */
  similar: Listed<ImportDuplicate>
  problems: Listed<ImportProblem>
  /** Cells that are not what their column says; they go into the notes. */
  unread: Listed<NamedText & { row: number }>
  samples: ImportSample[]
}

export interface ImportChoices {
  same: DuplicateChoice
  similar: DuplicateChoice
  /** Where a row is to be treated otherwise, by its number. */
  rows: Record<number, DuplicateChoice>
}

/** A client to be added, or who is to get what is missing. */
export interface ImportItem {
  id: string
  /**
   * `fill` sets only fields that are empty. `complete` also adds what lists and notes do not have.
   */
  mode: 'add' | 'fill' | 'complete'
  set: RecordData
}

/** How a client was changed by an import, so that it can be undone. */
export interface ImportedFields {
  /** Each field's value before. */
  before: RecordData
  /** By field, a hash of what the import made of it: what is edited later differs. */
  made: Record<string, string>
}

/**
 * What became of an item. `none`: there was nothing to add. `left`: fields that stay as they were
 * although the file says otherwise.
 */
export type ImportWritten =
  | { did: 'added'; hash: string }
  | { did: 'completed'; fields: ImportedFields; left: string[] }
  | { did: 'none'; left: string[] }

/**
 * What became of a row. `similar`: added, and may be somebody who is there. `completed`: fields of a
 * client were filled. `unchanged`: that client had all of it. `known`: from this very file before.
 * `skipped`: by the owner's choice. `refused`: it cannot be a client.
 */
export const importOutcomes = [
  'added',
  'similar',
  'completed',
  'unchanged',
  'known',
  'skipped',
  'empty',
  'refused',
] as const
export type ImportOutcome = (typeof importOutcomes)[number]

/** What became of a row of the file. */
export interface ImportLine {
  row: number
  name: string
  outcome: ImportOutcome
  /** The client that it is part of now; absent where it is none. */
  id?: string
  /** Whom it looks like. */
  like?: ImportMatch
  /** Which fields were filled, by name. */
  filled?: string[]
  /** What stayed as it was although the file says otherwise, as the file has it. */
  left?: NamedText[]
  /** What was not understood; it is in the notes. */
  unread?: NamedText[]
  reason?: string
  written?: ImportWritten
}

export type ImportCounts = Record<ImportOutcome, number>

/** An import as this device keeps it. */
export interface ImportRecord {
  id: string
  /** By this device's clock, UTC milliseconds. */
  at: number
  /** Of the file. */
  name: string
  counts: ImportCounts
  /** Rows of which something was not understood. */
  unread: number
  /** What came of taking it back; absent where nobody did. */
  undone?: ImportUndone
}

export interface ImportUndone {
  /** Clients that it had added and that are deleted again. */
  deleted: number
  /** Clients that have their fields as they were before. */
  restored: number
  /** Clients that were edited since: what was edited stays. */
  kept: number
  /** False where it was broken off: asked again, it goes on. */
  finished: boolean
}

export interface ImportProgress {
  done: number
  of: number
}
