import type { DateOrder } from '#shared/clients/import/date-parser.ts'
import type { ImportTarget } from '#shared/clients/import/import-columns.ts'
import type { CellText } from '#shared/clients/import/imported-row.ts'
import type { ImportKind, ImportUndo } from '#shared/clients/imports.ts'
import type { RecordData } from '#shared/sync/collections.ts'

/** Encodings that the owner can choose for a file that is not plainly Unicode. */
export type Encoding =
  | 'utf-8'
  | 'windows-1252'
  | 'macintosh'
  | 'ibm850'
  | 'windows-1250'
  | 'windows-1257'
  | 'windows-1251'
  | 'windows-1253'
  | 'windows-1254'
  | 'shift_jis'
  | 'gb18030'
  | 'euc-kr'

/** A column of the file that is not empty. */
export interface ImportColumn {
  /** Index of the column in the file, from 0. */
  index: number
  name: string
  target: ImportTarget
  /** The first different values. */
  samples: string[]
  /**
   * Order of day and month in dates such as 11/03/2025: `ask` if the values do not show it,
   * undefined if no value is ambiguous.
   */
  dateOrder: DateOrder | 'ask' | undefined
}

export interface ImportView {
  kind: ImportKind
  rows: number
  /** Empty for files with fixed fields (JSON). */
  columns: ImportColumn[]
  /** Text that belongs to no client and is not imported, such as a title above the column names. */
  leftOut: LimitedList<string>
  /** The encoding that was used; undefined if the file is plainly Unicode. */
  encoding: Encoding | undefined
  /** The file does not name its columns, so `columns` shows what their content seems to be. */
  isRecognized: boolean
  /** This program exported the file, so its values are earlier values of the same fields. */
  isOwnExport: boolean
}

/**
 * The owner's answers by column index. Columns without an answer keep their detected target and
 * date order.
 */
export interface ImportMapping {
  targets: Record<number, ImportTarget>
  dateOrders: Record<number, DateOrder>
  /** Whether the id of a row is text for its notes; decided for each row, not by the owner. */
  isIdText?: boolean
}

/**
 * What to do with a row that resembles an existing client: skip it, fill that client's missing
 * fields, or add a new client.
 */
export const duplicateChoices = ['skip', 'fill', 'import'] as const
export type DuplicateChoice = (typeof duplicateChoices)[number]

/**
 * What a row and a client share: an id of our own, an email address, a telephone number,
 * or only the name.
 */
export type Likeness = 'id' | 'email' | 'phone' | 'name'

/** The client whom a row resembles: a client of the book, or an earlier row of the file. */
interface ImportMatch {
  likeness: Likeness
  person: { id: string; name: string; row: number | undefined }
}

export interface ImportDuplicate extends ImportMatch {
  row: number
  name: string
  email: string
}

interface ImportProblem {
  row: number
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

/** A list that may be long: the total, and the first entries. */
export interface LimitedList<T> {
  count: number
  first: T[]
}

export interface ImportPlan {
  rows: number
  newClients: number
  /** Rows that an earlier import of the same file already added. */
  importedBefore: number
  empty: number
  /**
   * Rows that are certainly an existing client: the same id, or the same address with a matching
   * name.
   */
  same: LimitedList<ImportDuplicate>
  /** Rows about the same new person as an earlier row, for certain. */
  joined: LimitedList<ImportDuplicate>
  /**
   * Rows that may be an existing client: an address that several people share, the same number, or
   * the same name.
   */
  similar: LimitedList<ImportDuplicate>
  problems: LimitedList<ImportProblem>
  /** Cells that do not fit their column's field; their text goes into the notes. */
  unreadable: LimitedList<CellText & { row: number }>
  /** How many of these a spreadsheet destroyed before the file was saved. */
  destroyed: number
  samples: ImportSample[]
}

export interface ImportChoices {
  same: DuplicateChoice
  joined: DuplicateChoice
  similar: DuplicateChoice
  /** Choices for single rows, by row number. */
  rows: Record<number, DuplicateChoice>
}

/** A client to add, or to fill missing fields of. */
export interface ImportItem {
  id: string
  /** `fill` sets empty fields only. `complete` also adds missing list items and lines of notes. */
  mode: 'add' | 'fill' | 'complete'
  set: RecordData
}

/** Result for one item. `isDiffering`: a value of the client stays although the file differs. */
export interface ImportWriteResult {
  /** `none`: nothing was missing. */
  action: 'added' | 'completed' | 'none'
  isDiffering: boolean
}

export interface ImportProgress {
  done: number
  total: number
}

/** `first sync`: clients and imports may still be missing on this device. */
export type UndoRefusal = 'first sync'

export type UndoAnswer = ImportUndo | { refused: UndoRefusal }
