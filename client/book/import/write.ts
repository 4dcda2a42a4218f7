import { type EditParts, Edits } from '#client/book/edits/edits.ts'
import { readDevice } from '#client/book/store/device.ts'
import { findPacked, type Packed } from '#client/book/store/pages.ts'
import { asShown, rowOf, withShown } from '#client/book/store/row.ts'
import {
  type DeviceState,
  keyOf,
  type Queued,
  type Row,
  type StoredImport,
} from '#client/book/store/schema.ts'
import { type RecordData, recordProblems } from '#shared/sync/records.ts'
import { canonical, sameValue } from '#shared/sync/values.ts'
import { contentId } from './content-id.ts'
import { hashOfClient, hashOfValue } from './log.ts'
import type { ImportItem, ImportWritten } from './types.ts'

/** Builds the log entries of a batch from the results of its items. */
type KeepRecord = (written: readonly ImportWritten[]) => StoredImport[]

/**
 * Writes a batch and its log for undo in one transaction. A commit takes about as long for a
 * thousand clients as for one.
 */
export function writeImported(
  parts: EditParts,
  items: readonly ImportItem[],
  keepRecord: KeepRecord = () => [],
): Promise<ImportWritten[]> {
  const { db, newId } = parts
  const { rows, pages, queue, refused, device, imports } = db
  const tables = [rows, pages, queue, refused, device, imports]
  return db.transaction('rw', tables, async () => {
    const state = await readDevice(db, newId)
    const found = await rows.bulkGet(items.map((item) => keyOf(named(item))))
    const written: ImportWritten[] = items.map(() => ({ did: 'none', left: [] }))
    const fresh: ImportItem[] = []
    const known: { at: number; item: ImportItem; packed: Packed | undefined }[] = []
    for (const [at, item] of items.entries()) {
      const packed = found[at] ? undefined : await findPacked(db, named(item), parts.hints)
      // Applied after `addAll`, because such an item may refer to a client that this batch adds.
      if (found[at] || packed || item.mode !== 'add') known.push({ at, item, packed })
      else {
        fresh.push(item)
        written[at] = { did: 'added', hash: hashOfClient(item.set) }
      }
    }
    await addAll(parts, fresh, state)
    const edits = new Edits(parts)
    for (const { at, item, packed } of known)
      written[at] = await change({ parts, edits, state }, item, packed)
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
  const made = items.map((item): [Queued, Row] => {
    const { epoch } = state
    const about = { ...named(item), baseEpoch: epoch, baseRev: 0 }
    const queued: Queued = {
      key: keyOf(named(item)),
      at,
      intent: { op: 'patch', ...about, base: {}, set: item.set, at },
    }
    return [queued, withShown(rowOf(named(item), undefined, state), [queued])]
  })
  await db.queue.bulkAdd(made.map(([queued]) => queued))
  await db.rows.bulkPut(made.map(([, row]) => row))
}

interface Changing {
  parts: EditParts
  edits: Edits
  state: DeviceState
}

/** Fills a client's missing values, or restores a deleted client. An erased client stays erased. */
async function change(
  { parts, edits, state }: Changing,
  item: ImportItem,
  packed: Packed | undefined,
): Promise<ImportWritten> {
  const stored = await parts.db.rows.get(keyOf(named(item)))
  const row = stored ?? rowOf(named(item), packed, state)
  const shown = asShown(row)
  if (row.erased || (item.mode === 'add') !== shown.deleted) return { did: 'none', left: [] }
  if (item.mode === 'add') {
    await edits.patch(named(item), { base: basesOf(shown.data, item.set), set: item.set })
    return { did: 'added', hash: hashOfClient({ ...shown.data, ...item.set }) }
  }
  const { set, left } = missing(shown.data, item)
  const fields = Object.keys(set)
  if (fields.length === 0) return { did: 'none', left }
  const base = basesOf(shown.data, set)
  await edits.patch(named(item), { base, set })
  const made = Object.fromEntries(fields.map((field) => [field, hashOfValue(set[field])]))
  return { did: 'completed', left, fields: { before: base, made } }
}

function basesOf(data: RecordData, set: RecordData): RecordData {
  return Object.fromEntries(Object.keys(set).map((field) => [field, data[field] ?? null]))
}

/**
 * Returns the values that a client lacks, and the fields that keep their value although the file
 * differs.
 */
function missing(data: RecordData, item: ImportItem): { set: RecordData; left: string[] } {
  const given = item.mode === 'complete' ? withAddresses(data, item.set) : item.set
  const set: RecordData = {}
  const left: string[] = []
  for (const [field, value] of Object.entries(given)) {
    const before = data[field]
    const more = item.mode === 'complete' ? joined(before, field, value) : undefined
    if (sameValue(before, '')) set[field] = value
    else if (more === undefined || !isAllowed(field, more)) {
      if (!sameValue(before, value)) left.push(field)
    } else if (!sameValue(more, before)) set[field] = more
  }
  return { set, left }
}

/** An address that differs from the client's main address becomes another address. */
function withAddresses(data: RecordData, { email, ...set }: RecordData): RecordData {
  if (sameValue(data.email, '') || email === undefined)
    return { ...set, ...(email ? { email } : {}) }
  const others = Array.isArray(set.otherEmails) ? set.otherEmails : []
  const more = [email, ...others].filter((one) => sameness(one) !== sameness(data.email))
  return more.length > 0 ? { ...set, otherEmails: more } : set
}

function isAllowed(field: string, value: unknown): boolean {
  return Object.keys(recordProblems('client', { [field]: value })).length === 0
}

/** Combines lists, and the lines of notes; undefined for a field with a single value. */
function joined(before: unknown, field: string, value: unknown): unknown {
  if (Array.isArray(before) && Array.isArray(value)) return joinedLists(before, value)
  if (field !== 'notes' || typeof before !== 'string' || typeof value !== 'string') return undefined
  const lines = new Set(before.split('\n'))
  const more = value.split('\n').filter((line) => !lines.has(line))
  return [before, ...more].join('\n')
}

function joinedLists(before: readonly unknown[], value: readonly unknown[]): unknown[] {
  const has = new Set(before.map(sameness))
  const ids = new Set(before.map(idIn))
  const more = value.filter((one) => !has.has(sameness(one)))
  // Ids come from the file, so an earlier import may have used the same id for other content.
  return [...before, ...more.map((one) => (ids.has(idIn(one) ?? '') ? withOtherId(one) : one))]
}

function idIn(value: unknown): string | undefined {
  return typeof value === 'object' && value !== null && 'id' in value ? String(value.id) : undefined
}

function withOtherId(value: unknown): unknown {
  return { ...(value as object), id: contentId(canonical(value)) }
}

/** Comparison key of a list item. Trips and journal notes are compared without their id. */
function sameness(value: unknown): string {
  if (typeof value === 'string') return value.trim().toLowerCase()
  if (typeof value !== 'object' || value === null) return canonical(value)
  const { id: _own, ...rest } = value as Record<string, unknown>
  return canonical(rest)
}

const named = ({ id }: ImportItem) => ({ coll: 'client', id }) as const
