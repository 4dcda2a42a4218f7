import type { RecordEdit } from '#client/data/edits/types.ts'
import { getOptimistic } from '#client/data/store/record.ts'
import type { StoredRecord } from '#client/data/store/schema.ts'
import { type ImportMark, type ImportUndo, MAX_IMPORT_MARKS } from '#shared/clients/imports.ts'
import type { RecordData } from '#shared/sync/collections.ts'
import { isSameValue, toCanonicalJson } from '#shared/sync/value-equality.ts'
import { contentId } from './content-id.ts'

/** Characters of a hash: it tells apart two values of one field. */
const HASH_LENGTH = 10

/** Returns the client's marks and one more for this import. `before`: the client's fields; undefined if the import added it. */
export function addMark(
  importId: string,
  before: RecordData | undefined,
  after: RecordData,
): ImportMark[] {
  const mark = before
    ? { id: importId, completed: toCompleted(before, after) }
    : { id: importId, added: hashClient(after) }
  return [...readMarks(after), mark].slice(-MAX_IMPORT_MARKS)
}

export function hasMark(data: RecordData, importId: string): boolean {
  return readMarks(data).some(({ id }) => id === importId)
}

function readMarks({ imports }: RecordData): ImportMark[] {
  return Array.isArray(imports) ? imports : []
}

function toCompleted(before: RecordData, after: RecordData): NonNullable<ImportMark['completed']> {
  const fields = Object.keys(after).filter((field) => !isSameValue(before[field], after[field]))
  return Object.fromEntries(
    fields.map((field) => [
      field,
      { hash: hashValue(after[field]), kept: countKept(before, after, field) },
    ]),
  )
}

/**
 * How much of the earlier value an import kept. It adds at the end of texts and lists. It replaces only a name that was
 * missing, for which the email address or the phone number was shown: then the result says which of the two.
 */
function countKept(before: RecordData, after: RecordData, field: string) {
  const [was, is] = [before[field], after[field]]
  const kept = typeof was === 'string' || Array.isArray(was) ? was.length : 0
  if (kept === 0 || isSameValue(cut(is, kept), was)) return kept
  return was === before.email ? 'email' : 'phone'
}

function cut(value: unknown, length: number): unknown {
  return typeof value === 'string' || Array.isArray(value) ? value.slice(0, length) : value
}

/** The edits that undo an import in these clients; what somebody has changed since stays. */
export function planUndo(
  rows: readonly StoredRecord[],
  importId: string,
): { edits: RecordEdit[]; result: ImportUndo } {
  const result = { deleted: 0, restored: 0, changed: 0 }
  const edits = rows.flatMap((row) => {
    const { edit, isChanged } = undoInClient(row, importId)
    if (isChanged) result.changed++
    if (edit) result[edit.op === 'delete' ? 'deleted' : 'restored']++
    return edit ?? []
  })
  return { edits, result }
}

/** `isChanged`: something was changed since the import, and stays. */
interface ClientUndo {
  edit?: RecordEdit
  isChanged: boolean
}

function undoInClient(row: StoredRecord, importId: string): ClientUndo {
  const { data, deleted } = getOptimistic(row)
  const mark = readMarks(data).find(({ id }) => id === importId)
  if (row.erased || deleted || !mark) return { isChanged: false }
  const ref = { coll: 'client', id: row.id } as const
  if (mark.added === undefined) {
    const { set, isChanged } = takeOut(data, mark)
    const base = pickFields(data, set)
    const isNothing = Object.keys(set).length === 0
    return isNothing ? { isChanged } : { edit: { ...ref, op: 'set', base, set }, isChanged }
  }
  const isSame = mark.added === hashClient(data) && row.conflicts.length === 0
  return isSame ? { edit: { ...ref, op: 'delete' }, isChanged: false } : { isChanged: true }
}

/** Removes what an import added to a client from those fields that have not been changed since. */
function takeOut(data: RecordData, mark: ImportMark): { set: RecordData; isChanged: boolean } {
  const completed = Object.entries(mark.completed ?? {})
  const back = completed.flatMap(([field, { hash, kept }]) => {
    const value = typeof kept === 'string' ? data[kept] : cut(data[field], kept)
    const isRequired = field === 'name' && !value
    return hashValue(data[field]) !== hash || isRequired ? [] : [[field, value] as const]
  })
  const isChanged = back.length < completed.length
  if (back.length === 0) return { set: {}, isChanged }
  const imports = readMarks(data).filter((one) => one !== mark)
  return { set: { ...Object.fromEntries(back), imports }, isChanged }
}

/** The values of the fields that an edit sets; null where there is none. */
export function pickFields(data: RecordData, set: RecordData): RecordData {
  return Object.fromEntries(Object.keys(set).map((field) => [field, data[field] ?? null]))
}

/** Without `distinctFrom`, because marking two clients as different people does not change either. */
function hashClient({ distinctFrom: _others, imports: _marks, ...data }: RecordData): string {
  const filled = Object.entries(data).filter(([, value]) => !isSameValue(value, ''))
  return hashValue(Object.fromEntries(filled))
}

function hashValue(value: unknown): string {
  return contentId(toCanonicalJson(value)).slice(0, HASH_LENGTH)
}
