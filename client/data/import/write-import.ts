import { type EditParts, Edits } from '#client/data/edits/edits.ts'
import type { RecordEdit } from '#client/data/edits/types.ts'
import { getOptimistic } from '#client/data/store/record.ts'
import { type StoredRecord, toRecordKey } from '#client/data/store/schema.ts'
import type { ImportReport } from '#shared/clients/imports.ts'
import { isPartOfName } from '#shared/clients/person-names.ts'
import { normalizeForSearch } from '#shared/lib/normalize-text.ts'
import { isSameValue, toCanonicalJson } from '#shared/lib/values/value-equality.ts'
import { getFieldLabel, type RecordData, validateRecord } from '#shared/sync/collections.ts'
import { contentId } from './content-id.ts'
import { addMark, type ImportStamp, pickFields, toImportRef } from './import-marks.ts'
import type { ImportItem, ImportWriteResult } from './types.ts'

interface ImportTarget {
  row: StoredRecord
  isLiving: boolean
  isAdded: boolean
  data: RecordData
}

/** What is stored with the clients: the record of the import. */
export interface ImportEntry extends ImportStamp {
  toReport: (written: readonly ImportWriteResult[]) => ImportReport
}

/** Writes an import as one action, so that an interrupted one leaves nothing. Several items may be of one client. */
export async function writeImport(
  parts: EditParts,
  items: readonly ImportItem[],
  entry?: ImportEntry,
): Promise<ImportWriteResult[]> {
  let written: ImportWriteResult[] = []
  const record = entry ? [toImportRef(entry.id)] : []
  await new Edits(parts).applyTo([...items.map(toRecordRef), ...record], (rows) => {
    const targets = new Map([...rows].map(([key, row]) => [key, toTarget(row)]))
    written = items.map((item) => changeClient(targets.get(toRecordKey(toRecordRef(item))), item))
    const edits = [...targets.values()].flatMap((target) => toEdit(target, entry))
    if (!entry) return edits
    const set = { report: entry.toReport(written), salt: entry.salt }
    // Last, so that no device lists an import before it has its clients.
    return [...edits, { ...toImportRef(entry.id), op: 'set', base: {}, set }]
  })
  return written
}

function toTarget(row: StoredRecord): ImportTarget {
  const { data, deleted } = getOptimistic(row)
  const isKnown = row.rev > 0 || row.optimistic !== undefined
  return { row, data, isLiving: isKnown && !deleted, isAdded: false }
}

/** Adds or restores a client, or fills its missing values. An erased client stays erased. */
function changeClient(target: ImportTarget | undefined, item: ImportItem): ImportWriteResult {
  if (!target || target.row.erased || (item.mode === 'add') === target.isLiving)
    return { action: 'none', isDiffering: false }
  const { set, isDiffering } =
    item.mode === 'add'
      ? { set: item.set, isDiffering: false }
      : findMissingFields(target.data, item)
  const isEmpty = item.mode !== 'add' && Object.keys(set).length === 0
  if (isEmpty) return { action: 'none', isDiffering }
  target.isAdded ||= item.mode === 'add'
  target.isLiving = true
  target.data = { ...target.data, ...set }
  return { action: item.mode === 'add' ? 'added' : 'completed', isDiffering }
}

/** The client goes to the server as one edit, with the mark of the import. */
function toEdit(
  { row, data, isAdded }: ImportTarget,
  entry: ImportStamp | undefined,
): RecordEdit[] {
  const before = getOptimistic(row).data
  const fields = Object.keys(data).filter((field) => !isSameValue(data[field], before[field]))
  if (fields.length === 0 && !isAdded) return []
  const set = Object.fromEntries(fields.map((field) => [field, data[field]]))
  if (entry) set.imports = addMark(entry, isAdded ? undefined : before, data)
  const base = Object.keys(before).length > 0 ? pickFields(before, set) : {}
  return [{ coll: 'client', id: row.id, op: 'set', base, set }]
}

/**
 * Returns the values that a client lacks, and the fields that keep their value although the file
 * differs.
 */
function findMissingFields(
  data: RecordData,
  item: ImportItem,
): { set: RecordData; isDiffering: boolean } {
  if (item.mode === 'fill') return fillEmptyFields(data, item.set)
  const given = withAddresses(data, item.set)
  const { set, notApplied } = completeFields(data, given)
  if (isPlaceholder(data) && given.name) set.name = given.name
  const differing = notApplied.filter((field) => !(field in set))
  addToNotes(data, set, listFurtherTexts(data, given, differing))
  return { set, isDiffering: differing.length > 0 }
}

function fillEmptyFields(data: RecordData, given: RecordData) {
  const fields = Object.entries(given)
  const set = Object.fromEntries(fields.filter(([field]) => isSameValue(data[field], '')))
  const differing = fields.filter(
    ([field, value]) => !(field in set) && !isSameValue(data[field], value),
  )
  return { set, isDiffering: differing.length > 0 }
}

/** Fills empty fields, and adds to lists and notes. */
function completeFields(data: RecordData, given: RecordData) {
  const set: RecordData = {}
  const notApplied: string[] = []
  for (const [field, value] of Object.entries(given)) {
    const before = data[field]
    const more = isSameValue(before, '') ? value : mergeValues(before, field, value)
    if (more === undefined || !isAllowed(field, more)) {
      if (!isSameValue(before, value)) notApplied.push(field)
    } else if (!isSameValue(more, before)) set[field] = more
  }
  return { set, notApplied }
}

/** A client without a name is shown by an email address or a telephone number. */
function isPlaceholder({ name, email, phone }: RecordData): boolean {
  return !isSameValue(name, '') && (name === email || name === phone)
}

/** Texts of a file that a client's single values do not contain, as lines for the notes. */
function listFurtherTexts(
  data: RecordData,
  given: RecordData,
  fields: readonly string[],
): string[] {
  return fields.flatMap((field) => {
    const [before, value] = [data[field], given[field]]
    if (typeof value !== 'string' || field === 'notes') return []
    const isKnown =
      field === 'name'
        ? isPartOfName(value, String(before ?? ''))
        : normalizeForSearch(String(before ?? '')).includes(normalizeForSearch(value))
    return isKnown ? [] : [`${getFieldLabel('client', field)}: ${value}`]
  })
}

function addToNotes(data: RecordData, set: RecordData, lines: readonly string[]): void {
  const before = set.notes ?? data.notes
  const notes = typeof before === 'string' ? before : ''
  const known = new Set(notes.split('\n'))
  const more = lines.flatMap((line) => line.split('\n')).filter((line) => !known.has(line))
  if (more.length === 0) return
  const joined = [...(notes === '' ? [] : [notes]), ...more].join('\n')
  if (isAllowed('notes', joined)) set.notes = joined
}

/** An address that differs from the client's main address becomes another address. */
function withAddresses(data: RecordData, { email, ...set }: RecordData): RecordData {
  if (isSameValue(data.email, '') || email === undefined)
    return { ...set, ...(email ? { email } : {}) }
  const others = Array.isArray(set.otherEmails) ? set.otherEmails : []
  const more = [email, ...others].filter((one) => toComparable(one) !== toComparable(data.email))
  return more.length > 0 ? { ...set, otherEmails: more } : set
}

function isAllowed(field: string, value: unknown): boolean {
  return Object.keys(validateRecord('client', { [field]: value })).length === 0
}

/** Combines lists, and the lines of notes; undefined for a field with a single value. */
function mergeValues(before: unknown, field: string, value: unknown): unknown {
  if (Array.isArray(before) && Array.isArray(value)) return mergeLists(before, value)
  if (field !== 'notes' || typeof before !== 'string' || typeof value !== 'string') return undefined
  const lines = new Set(before.split('\n'))
  const more = value.split('\n').filter((line) => !lines.has(line))
  return [before, ...more].join('\n')
}

function mergeLists(before: readonly unknown[], value: readonly unknown[]): unknown[] {
  const has = new Set(before.map(toComparable))
  const ids = new Set(before.map(getItemId))
  const more = value.filter((one) => !has.has(toComparable(one)))
  // Ids come from the file, so an earlier import may have used the same id for other content.
  return [
    ...before,
    ...more.map((one) => (ids.has(getItemId(one) ?? '') ? withContentId(one) : one)),
  ]
}

function getItemId(value: unknown): string | undefined {
  return typeof value === 'object' && value !== null && 'id' in value ? String(value.id) : undefined
}

function withContentId(value: unknown): unknown {
  return { ...(value as object), id: contentId(toCanonicalJson(value)) }
}

/** Comparison key of a list item. Trips and journal notes are compared without their id. */
function toComparable(value: unknown): string {
  if (typeof value === 'string') return value.trim().toLowerCase()
  if (typeof value !== 'object' || value === null) return toCanonicalJson(value)
  const { id: _own, ...rest } = value as Record<string, unknown>
  return toCanonicalJson(rest)
}

const toRecordRef = ({ id }: ImportItem) => ({ coll: 'client', id }) as const
