import type { OwnerDatabase } from '#client/data/store/database.ts'
import { isNumbered } from '#client/data/store/device.ts'
import type { FieldsEdit } from '#client/data/store/overlay.ts'
import { joinEdits } from '#client/data/store/overlay.ts'
import type { PageHints } from '#client/data/store/pages.ts'
import {
  getOptimistic,
  lacksField,
  loadRecords,
  mergeEditedFields,
  putOptimistic,
  readPendingByKey,
  withOptimistic,
} from '#client/data/store/record.ts'
import {
  type DeviceState,
  type PendingMutation,
  type RecordKey,
  type RecordRef,
  type RejectedMutation,
  type StoredRecord,
  toRecordKey,
} from '#client/data/store/schema.ts'
import { isSameValue } from '#shared/lib/values/value-equality.ts'
import type { RecordData } from '#shared/sync/collections.ts'
import type { Intent } from '#shared/sync/protocol.ts'
import type { EditOf, RecordEdit } from './types.ts'

/** Rows per request: other work of the worker, such as a search, goes on between two. */
const SLICE = 1000

type Patch = Extract<Intent, { op: 'patch' }>

export interface EditedRecord {
  /** With the optimistic value that results from `pending`. */
  row: StoredRecord
  pending: readonly PendingMutation[]
  /** The mutations that were in the queue before the action. */
  queued: readonly PendingMutation[]
  /** If the server lacks a field that the record must have: its rejected mutations. */
  rejected: readonly RejectedMutation[]
}

/** Reads these records, and what is queued of them. */
export async function loadEditedRecords(
  db: OwnerDatabase,
  refs: readonly RecordRef[],
  here: { device: DeviceState; hints: PageHints },
): Promise<Map<RecordKey, EditedRecord>> {
  const keys = [...new Set(refs.map(toRecordKey))]
  const rows = await loadRecords(db, keys, here)
  const pending = await readPendingByKey(db, keys)
  const incomplete = rows.filter(lacksField).map(({ key }) => key)
  const rejected =
    incomplete.length > 0 ? await db.rejected.where('key').anyOf(incomplete).sortBy('n') : []
  return new Map(
    rows.map((row) => {
      const queued = pending.get(row.key) ?? []
      const ofRow = rejected.filter(({ key }) => key === row.key)
      return [row.key, { row, pending: queued, queued, rejected: ofRow }]
    }),
  )
}

/** What an edit does to the queue: adds a mutation, or replaces the record's last one; null removes that. */
type QueueChange = { add: Intent } | { replaceLast: Intent | null }

/** The edits of one action, made in memory and stored together. */
export class Action {
  private readonly records: ReadonlyMap<RecordKey, EditedRecord>
  private readonly device: DeviceState
  /** ISO 8601. */
  private readonly at: string
  /** In the order of their edits. */
  private added: PendingMutation[] = []
  private readonly takenRejected: number[] = []

  constructor(records: ReadonlyMap<RecordKey, EditedRecord>, device: DeviceState, at: string) {
    this.records = records
    this.device = device
    this.at = at
  }

  apply(edit: RecordEdit): void {
    const record = this.records.get(toRecordKey(edit))
    if (!record) throw new Error('A record was edited without having been read')
    const change = this.findChange(record, edit)
    if (!change) return
    record.pending = this.changeQueue(record, change)
    record.row = withOptimistic(record.row, record.pending)
  }

  private findChange(record: EditedRecord, edit: RecordEdit): QueueChange | undefined {
    const context = { ...record, device: this.device, target: toTarget(record, edit, this.at) }
    if (edit.op === 'set') return setFields(context, this.includeRejected(record, edit))
    if (edit.op === 'delete') return deleteRecord(context)
    if (edit.op === 'restore') return restoreRecord(context)
    if (edit.op === 'erase') return eraseRecord(context)
    return edit.op === 'replace' ? replaceRecord(context, edit) : resolveConflict(context, edit)
  }

  /**
   * If the server rejected the mutation that created this record, the edit also carries everything
   * typed in rejected edits.
   */
  private includeRejected(record: EditedRecord, { base, set }: FieldsEdit): FieldsEdit {
    const { row, pending, rejected } = record
    if (rejected.length === 0) return { base, set }
    record.rejected = []
    this.takenRejected.push(...rejected.map(({ n }) => n))
    const typed = mergeEditedFields(rejected)
    for (const field of Object.keys({ ...row.data, ...mergeEditedFields(pending) }))
      delete typed[field]
    return { base: { ...base, ...toNulls(typed) }, set: { ...typed, ...set } }
  }

  private changeQueue({ row, pending }: EditedRecord, change: QueueChange): PendingMutation[] {
    const { at } = this
    if ('add' in change) {
      const item = { key: row.key, intent: change.add, at }
      this.added.push(item)
      return [...pending, item]
    }
    const last = pending.at(-1)
    const before = pending.slice(0, -1)
    const { replaceLast: intent } = change
    const item = last && intent && !isNothing(intent, row) ? { ...last, intent, at } : undefined
    if (last?.n === undefined)
      this.added = this.added.flatMap((one) => (one === last ? (item ?? []) : one))
    return item ? [...before, item] : before
  }

  async store(db: OwnerDatabase): Promise<void> {
    const { added, takenRejected } = this
    const records = [...this.records.values()].filter(({ queued, pending }) => queued !== pending)
    const kept = new Set(records.flatMap(({ pending }) => pending.map(({ n }) => n)))
    const removed = records.flatMap(({ queued }) =>
      queued.flatMap(({ n }) => (n === undefined || kept.has(n) ? [] : n)),
    )
    const replaced = records.flatMap(({ queued, pending }) =>
      pending.filter((item) => item.n !== undefined && !queued.includes(item)),
    )
    if (takenRejected.length > 0) await db.rejected.bulkDelete(takenRejected)
    if (removed.length > 0) await db.queue.bulkDelete(removed)
    if (replaced.length > 0) await db.queue.bulkPut(replaced)
    for (const slice of toSlices(added)) {
      const numbers = await db.queue.bulkAdd(slice, { allKeys: true })
      for (const [i, item] of slice.entries()) Object.assign(item, { n: numbers[i] })
    }
    for (const slice of toSlices(records)) {
      // Again, because the optimistic value has the number of the last mutation.
      const rows = slice.map(({ row, pending }) => withOptimistic(row, pending))
      const pending = new Map(slice.map((record) => [record.row.key, record.pending]))
      await putOptimistic(db, rows, { pending })
    }
  }
}

function toSlices<Item>(items: readonly Item[]): Item[][] {
  const starts = Array.from({ length: Math.ceil(items.length / SLICE) }, (_, i) => i * SLICE)
  return starts.map((from) => items.slice(from, from + SLICE))
}

/** The record, with the epoch and revision that its oldest pending mutation was made from, or `rev` if that is older. */
function toTarget({ row, pending }: EditedRecord, edit: RecordEdit, at: string) {
  const base = pending[0]?.intent ?? { baseEpoch: row.epoch, baseRev: row.rev }
  const seen = ('rev' in edit ? edit.rev : undefined) ?? Number.POSITIVE_INFINITY
  const baseRev = Math.min(base.baseRev, seen)
  return { coll: edit.coll, id: edit.id, baseEpoch: base.baseEpoch, baseRev, at }
}

interface EditContext extends EditedRecord {
  device: DeviceState
  target: ReturnType<typeof toTarget>
}

/** Coalesces the fields into the record's last patch if that was not sent. */
function setFields(
  { row, pending, target, device }: EditContext,
  { base, set: typed }: FieldsEdit,
): QueueChange | undefined {
  const set = nullifyUndefined(typed)
  const last = pending.at(-1)
  if (last && canCoalesce(last, device)) {
    const { baseRev } = target
    return { replaceLast: { ...joinEdits(last.intent, { base, set }), baseRev } }
  }
  const isNew = row.rev === 0 && pending.length === 0
  if (!isChanged(base, set) && !isNew && !isDeleted(row)) return undefined
  return { add: { op: 'patch', ...target, base, set } }
}

function restoreRecord({ row, pending, target, device }: EditContext): QueueChange | undefined {
  const last = pending.at(-1)
  if (last?.intent.op === 'delete' && !isNumbered(last, device)) return { replaceLast: null }
  return isDeleted(row) ? { add: { op: 'patch', ...target, base: {}, set: {} } } : undefined
}

function deleteRecord({ row, pending, target, device }: EditContext): QueueChange | undefined {
  if (isDeleted(row)) return undefined
  const [before, last] = pending.slice(-2)
  // After delete, restore and delete, the last delete and an unsent restore cancel out; the
  // first delete remains.
  if (last && before?.intent.op === 'delete' && isUndelete(last, device))
    return { replaceLast: null }
  return { add: { op: 'delete', ...target } }
}

function eraseRecord({ row, target }: EditContext): QueueChange | undefined {
  if (!isDeleted(row) || row.erased || row.optimistic?.erased) return undefined
  return { add: { op: 'erase', ...target } }
}

function replaceRecord(
  { row, pending, target, device }: EditContext,
  { base, set }: EditOf<'replace'>,
): QueueChange | undefined {
  const unsent = pending.slice(-1).find((item) => isReplaceable(item, device))
  const sent = pending.filter((item) => item !== unsent)
  const kept = withOptimistic(row, sent)
  const from = unsent ? getBase(unsent.intent, getOptimistic(kept).data) : base
  const exists = !isDeleted(kept) && (row.rev > 0 || sent.length > 0)
  const intent = toReplacement(target, { exists, base: from, set })
  if (unsent) return { replaceLast: intent ?? null }
  return intent && { add: intent }
}

/** The mutation that gives a record these values or, with null, deletes it; undefined if nothing has to change. */
function toReplacement(
  target: EditContext['target'],
  { exists, base, set }: { exists: boolean; base: RecordData; set: RecordData | null },
): Intent | undefined {
  if (!set) return exists ? { op: 'delete', ...target } : undefined
  return isChanged(base, set) ? { op: 'patch', ...target, base, set } : undefined
}

function resolveConflict(
  { pending, target: { at: _at, ...target } }: EditContext,
  { cid, choice, seen }: EditOf<'resolve'>,
): QueueChange | undefined {
  if (pending.some(({ intent }) => intent.op === 'resolve' && intent.cid === cid)) return undefined
  return { add: { op: 'resolve', ...target, cid, choice, seen: seen ?? null } }
}

/** Whether a patch, coalesced with others, changes nothing: it neither creates nor restores the record. */
function isNothing(intent: Intent, row: StoredRecord): boolean {
  const isEmpty = intent.op === 'patch' && Object.keys(intent.set).length === 0
  return isEmpty && row.rev > 0 && !isDeleted(row)
}

/** Replaces undefined by null: JSON drops undefined, and the server would keep the old value. */
function nullifyUndefined(set: RecordData): RecordData {
  return Object.fromEntries(Object.entries(set).map(([field, value]) => [field, value ?? null]))
}

/** Base values of fields that the server does not have: all null. */
function toNulls(set: RecordData): RecordData {
  return Object.fromEntries(Object.keys(set).map((field) => [field, null]))
}

/** Whether a mutation only restores a deleted record: it sets no fields. */
function isUndelete(item: PendingMutation, device: DeviceState): boolean {
  return canCoalesce(item, device) && Object.keys(item.intent.set).length === 0
}

function isDeleted(row: StoredRecord): boolean {
  return row.optimistic ? row.optimistic.deleted : row.deleted
}

export function isChanged(base: RecordData, set: RecordData): boolean {
  return Object.keys(set).some((field) => !isSameValue(set[field], base[field]))
}

function isReplaceable(item: PendingMutation, device: DeviceState): boolean {
  return item.intent.op !== 'resolve' && !isNumbered(item, device) && !item.isResend
}

/** The values that a mutation was made from: those of `before`, if it does not say. */
function getBase(intent: Intent, before: RecordData): RecordData {
  return intent.op === 'patch' ? intent.base : before
}

/** Whether a later edit may be coalesced into this mutation: only if it was never sent. */
function canCoalesce(
  item: PendingMutation,
  device: DeviceState,
): item is PendingMutation & { intent: Patch } {
  return item.intent.op === 'patch' && !isNumbered(item, device) && !item.isResend
}
