import { type EditParts, Edits } from '#client/data/edits/edits.ts'
import { readDevice } from '#client/data/store/device.ts'
import { findPacked, type PackedRecord } from '#client/data/store/pages.ts'
import { getOptimistic, toStoredRecord, withOptimistic } from '#client/data/store/record.ts'
import {
  type DeviceState,
  type PendingMutation,
  type StoredImport,
  type StoredRecord,
  toRecordKey,
} from '#client/data/store/schema.ts'
import { isPartOfName } from '#shared/clients/person-names.ts'
import { normalizeForSearch } from '#shared/lib/normalize-text.ts'
import { getFieldLabel, type RecordData, validateRecord } from '#shared/sync/collections.ts'
import { isSameValue, toCanonicalJson } from '#shared/sync/value-equality.ts'
import { contentId, hashClient, hashValue } from './content-id.ts'
import type { ImportItem, ImportWriteResult } from './types.ts'

/** Builds the log entries of a batch from the results of its items. */
type BuildImportRecord = (written: readonly ImportWriteResult[]) => StoredImport[]

/**
 * Writes a batch and its log for undo in one transaction. A commit takes about as long for a
 * thousand clients as for one.
 */
export function writeImportBatch(
  parts: EditParts,
  items: readonly ImportItem[],
  keepRecord: BuildImportRecord = () => [],
): Promise<ImportWriteResult[]> {
  const { db, newId } = parts
  const { records, pages, queue, rejected, device, imports } = db
  const tables = [records, pages, queue, rejected, device, imports]
  return db.transaction('rw', tables, async () => {
    const state = await readDevice(db, newId)
    const found = await records.bulkGet(items.map((item) => toRecordKey(toRecordRef(item))))
    const written: ImportWriteResult[] = items.map(() => ({ action: 'none', notApplied: [] }))
    const fresh: ImportItem[] = []
    const known: { at: number; item: ImportItem; packed: PackedRecord | undefined }[] = []
    for (const [at, item] of items.entries()) {
      const packed = found[at] ? undefined : await findPacked(db, toRecordRef(item), parts.hints)
      // Applied after `addAll`, because such an item may refer to a client that this batch adds.
      if (found[at] || packed || item.mode !== 'add') known.push({ at, item, packed })
      else {
        fresh.push(item)
        written[at] = { action: 'added', writtenHash: hashClient(item.set) }
      }
    }
    await addAll(parts, fresh, state)
    const edits = new Edits(parts)
    for (const { at, item, packed } of known)
      written[at] = await changeClient({ parts, edits, state }, item, packed)
    await imports.bulkPut(keepRecord(written))
    return written
  })
}

/** Adds clients that are not on this device. */
async function addAll(
  { db, clock }: EditParts,
  items: readonly ImportItem[],
  state: DeviceState,
): Promise<void> {
  const at = new Date(clock()).toISOString()
  const created = items.map((item): [PendingMutation, StoredRecord] => {
    const { epoch } = state
    const about = { ...toRecordRef(item), baseEpoch: epoch, baseRev: 0 }
    const queued: PendingMutation = {
      key: toRecordKey(toRecordRef(item)),
      at,
      intent: { op: 'patch', ...about, base: {}, set: item.set, at },
    }
    return [queued, withOptimistic(toStoredRecord(toRecordRef(item), undefined, state), [queued])]
  })
  await db.queue.bulkAdd(created.map(([queued]) => queued))
  await db.records.bulkPut(created.map(([, row]) => row))
}

interface ChangeContext {
  parts: EditParts
  edits: Edits
  state: DeviceState
}

/** Fills a client's missing values, or restores a deleted client. An erased client stays erased. */
async function changeClient(
  { parts, edits, state }: ChangeContext,
  item: ImportItem,
  packed: PackedRecord | undefined,
): Promise<ImportWriteResult> {
  const stored = await parts.db.records.get(toRecordKey(toRecordRef(item)))
  const row = stored ?? toStoredRecord(toRecordRef(item), packed, state)
  const optimistic = getOptimistic(row)
  if (row.erased || (item.mode === 'add') !== optimistic.deleted)
    return { action: 'none', notApplied: [] }
  if (item.mode === 'add') {
    await edits.patch(toRecordRef(item), {
      base: pickBase(optimistic.data, item.set),
      set: item.set,
    })
    return { action: 'added', writtenHash: hashClient({ ...optimistic.data, ...item.set }) }
  }
  const { set, notApplied } = findMissingFields(optimistic.data, item)
  const fields = Object.keys(set)
  if (fields.length === 0) return { action: 'none', notApplied }
  const base = pickBase(optimistic.data, set)
  await edits.patch(toRecordRef(item), { base, set })
  const writtenHashes = Object.fromEntries(fields.map((field) => [field, hashValue(set[field])]))
  return { action: 'completed', notApplied, fields: { before: base, writtenHashes } }
}

function pickBase(data: RecordData, set: RecordData): RecordData {
  return Object.fromEntries(Object.keys(set).map((field) => [field, data[field] ?? null]))
}

/**
 * Returns the values that a client lacks, and the fields that keep their value although the file
 * differs.
 */
function findMissingFields(
  data: RecordData,
  item: ImportItem,
): { set: RecordData; notApplied: string[] } {
  if (item.mode === 'fill') return fillEmptyFields(data, item.set)
  const given = withAddresses(data, item.set)
  const { set, notApplied } = completeFields(data, given)
  if (isPlaceholder(data) && given.name) set.name = given.name
  const differing = notApplied.filter((field) => !(field in set))
  addToNotes(data, set, listFurtherTexts(data, given, differing))
  return { set, notApplied: differing }
}

function fillEmptyFields(data: RecordData, given: RecordData) {
  const fields = Object.entries(given)
  const set = Object.fromEntries(fields.filter(([field]) => isSameValue(data[field], '')))
  const differing = fields.filter(
    ([field, value]) => !(field in set) && !isSameValue(data[field], value),
  )
  return { set, notApplied: differing.map(([field]) => field) }
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
