import type { ImportTarget } from '../../../shared/crm/import-columns.ts'
import type { RecordData } from '../../../shared/sync/records.ts'

export type ImportKind = 'csv' | 'vcard' | 'json'

/** A column of the file that has anything in it. */
export interface ImportColumn {
  /** Its place in the file, from 0. */
  at: number
  name: string
  target: ImportTarget
  /** Its first values. */
  samples: string[]
}

export interface ImportView {
  kind: ImportKind
  rows: number
  /** None where the file says by itself what everything is. */
  columns: ImportColumn[]
}

/** What the owner says of a file. */
export interface ImportReading {
  /** By the column's place; the others are as they were matched. */
  targets: Record<number, ImportTarget>
  nameFromEmail: boolean
}

/** What becomes of a row that looks like somebody who is there already. */
export const duplicateChoices = ['skip', 'fill', 'import'] as const
export type DuplicateChoice = (typeof duplicateChoices)[number]

export type Likeness = 'id' | 'email' | 'phone' | 'name'

export interface ImportDuplicate {
  row: number
  name: string
  email: string
  why: Likeness
  /** Who is there: a client of the book, or an earlier row. */
  of: { name: string; row: number | undefined }
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

export interface ImportPlan {
  rows: number
  /** Clients that are new. */
  fresh: number
  /** They came from this very file before. */
  known: number
  duplicateCount: number
  problemCount: number
  /** The first ones; see `MOST_LISTED`. */
  duplicates: ImportDuplicate[]
  problems: ImportProblem[]
  samples: ImportSample[]
}

export interface ImportChoices {
  duplicates: DuplicateChoice
  /** Where a row is to be treated otherwise, by its number. */
  rows: Record<number, DuplicateChoice>
}

/** A client to be added, or whose empty fields are to be filled. */
export interface ImportItem {
  id: string
  mode: 'add' | 'fill'
  set: RecordData
}

export interface ImportCount {
  added: number
  filled: number
}

export interface ImportDone extends ImportCount {
  /** Duplicates that were passed over, and clients that had nothing empty to fill. */
  skipped: number
  known: number
  problems: number
}

export interface ImportProgress {
  done: number
  of: number
}
