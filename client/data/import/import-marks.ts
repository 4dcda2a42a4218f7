import { IMPORT_RETENTION, type ImportMark, MAX_IMPORT_MARKS } from '#shared/clients/imports.ts'
import { isSameValue, toCanonicalJson } from '#shared/lib/values/value-equality.ts'
import type { RecordData } from '#shared/sync/collections.ts'
import { contentId } from './content-id.ts'

/** Characters of a hash: it tells apart two values of one field. */
const HASH_LENGTH = 10

/** An import, as its marks name it. `at`: UTC milliseconds by the server's clock. */
export interface ImportStamp {
  id: string
  at: number
  salt: string
}

export const toImportRef = (id: string) => ({ coll: 'import', id }) as const

/** Returns the client's marks and one more for this import. `before`: the client's fields; undefined if the import added it. */
export function addMark(
  { id, at, salt }: ImportStamp,
  before: RecordData | undefined,
  after: RecordData,
): ImportMark[] {
  const mark = before
    ? { id, at, completed: toCompleted(before, after, salt) }
    : { id, at, added: hashClient(after, salt) }
  return keepLatest([...readMarks(after), mark], at)
}

export function readMarks({ imports }: RecordData): ImportMark[] {
  return Array.isArray(imports) ? imports : []
}

/** The marks of imports that can still be undone. The server adds up those of several devices, so they may be too many. */
export function keepLatest(marks: readonly ImportMark[], now: number): ImportMark[] {
  return marks
    .filter(({ at }) => at > now - IMPORT_RETENTION)
    .toSorted((a, b) => a.at - b.at)
    .slice(-MAX_IMPORT_MARKS)
}

function toCompleted(
  before: RecordData,
  after: RecordData,
  salt: string,
): NonNullable<ImportMark['completed']> {
  const fields = Object.keys(after).filter((field) => !isSameValue(before[field], after[field]))
  return Object.fromEntries(
    fields.map((field) => [
      field,
      { hash: hashValue(after[field], salt), kept: countKept(before, after, field) },
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

export function cut(value: unknown, length: number): unknown {
  return typeof value === 'string' || Array.isArray(value) ? value.slice(0, length) : value
}

/** The values of the fields that an edit sets; null where there is none. */
export function pickFields(data: RecordData, set: RecordData): RecordData {
  return Object.fromEntries(Object.keys(set).map((field) => [field, data[field] ?? null]))
}

/** Without `distinctFrom`, because marking two clients as different people does not change either. */
export function hashClient(
  { distinctFrom: _others, imports: _marks, ...data }: RecordData,
  salt: string,
): string {
  const filled = Object.entries(data).filter(([, value]) => !isSameValue(value, ''))
  return hashValue(Object.fromEntries(filled), salt)
}

export function hashValue(value: unknown, salt: string): string {
  return contentId(`${salt}/${toCanonicalJson(value)}`).slice(0, HASH_LENGTH)
}
