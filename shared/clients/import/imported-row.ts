import { type RecordData, validateRecord } from '#shared/sync/collections.ts'
import { removeNul } from './cell-format.ts'
import { getColumnName } from './import-columns.ts'

/** A cell, or a part of one. */
export interface CellText {
  column: string
  value: string
  /** Set if a spreadsheet destroyed the value before the file was saved. */
  isDestroyed?: true
}

export interface ImportedRow {
  /** The client's id in the file, which may be that of another program. */
  id: string | undefined
  /** Only the fields that are not empty; `{}` for an empty row. */
  set: RecordData
  /** Text that was not understood and was added to the notes. */
  unreadable: CellText[]
  /** Why the row cannot be imported; undefined if it can. */
  problem: string | undefined
}

export const NAME_MISSING = 'The name is missing.'

/** The ids that sync accepts. */
export const ID_PATTERN = /^[A-Za-z0-9-]{1,64}$/

/** Ids that programs make at random; other numbers are those of another program's list. */
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Whether an id of a file can be the id of a new client: no other client has it by chance. */
export function isUniqueId(id: string): boolean {
  return UUID.test(id)
}

/** Checks a record by the rules of stored clients, and drops an id that sync would not accept. */
export function validateRow(given: string | undefined, set: RecordData): ImportedRow {
  const id = given && ID_PATTERN.test(given) ? given : undefined
  const unread: CellText[] = []
  if (typeof set.name !== 'string' || set.name.trim() === '')
    return { id, set, unreadable: unread, problem: NAME_MISSING }
  const [first] = Object.entries(validateRecord('client', set))
  return {
    id,
    set,
    unreadable: unread,
    problem: first && `${getColumnName(first[0])}: ${first[1]}`,
  }
}

/** Reads a record of our own JSON export, including fields that only a later version knows. */
export function parseExportedRecord(record: unknown): ImportedRow {
  if (typeof record !== 'object' || record === null || Array.isArray(record))
    return validateRow(undefined, {})
  const { id, ...set } = removeNul(record) as Record<string, unknown>
  return validateRow(typeof id === 'string' && id !== '' ? id : undefined, set)
}
