import { filterInOrder } from '#server/lib/in-order.ts'
import { isSameValue } from '#shared/lib/values/value-equality.ts'
import { getCollection, getMergeKind, isExtension } from '#shared/sync/collections.ts'
import type { EditedBy, Intent, MutationStatus, OpenConflict } from '#shared/sync/protocol.ts'
import type { BatchRecords } from './batch-records.ts'
import { mergeField } from './merge.ts'
import type { FieldHistoryEntry, FieldRev, StoredRecord } from './store.ts'

// `push.ts` skips erased records and validates the values of a patch before it calls these functions.

/** Context of one mutation: its device, its times, and the records of its batch. */
export interface EditContext {
  deviceId: string
  deviceName: string
  /** The mutation's number; a conflict's id consists of `deviceId`, `mid` and the field. */
  mid: number
  records: BatchRecords
  /** Whether the mutation's base is of this database's epoch, so that revisions can be compared. */
  sameEpoch: boolean
  now: number
  /** When the device made the edit, ISO 8601; see `getEditTime`. */
  editedAt: string
}

/** A field and a value of it: a new one, or the earlier one for the history. */
interface FieldValue {
  field: string
  value: unknown
}

/** Outcome of a mutation. `record`: its new state, absent if nothing changes. */
export interface EditOutcome {
  status: MutationStatus
  record?: StoredRecord
  previousValues?: FieldValue[]
}

/** The entries of the history for the values that an edit has replaced. */
export function toHistory(
  { coll, id, rev }: StoredRecord,
  previousValues: readonly FieldValue[],
  editedAt: string,
): FieldHistoryEntry[] {
  return previousValues
    .filter(({ field }) => getMergeKind(coll, field) !== 'latest')
    .map(({ field, value }) => {
      const text = JSON.stringify(value)
      return { coll, id, field, value: text, rev, edited_at: editedAt }
    })
}

type Patch = Extract<Intent, { op: 'patch' }>
type Delete = Extract<Intent, { op: 'delete' }>
type Resolve = Extract<Intent, { op: 'resolve' }>

/**
 * Merges a patch field by field: a field that nobody else changed is set; a field that others
 * changed too is merged, or becomes a conflict for a person to decide.
 */
export async function applyPatch(
  found: StoredRecord | undefined,
  sent: Patch,
  context: EditContext,
): Promise<EditOutcome> {
  const { pickAccepted, startsAnew } = getCollection(sent.coll)
  const set = found && !found.deleted && pickAccepted ? pickAccepted(sent, found.data) : sent.set
  if (!set) return { status: 'unchanged' }
  const patch = { ...sent, set }
  const record = toNextRevision(found ?? (await createRecord(patch, context)), context)
  if (found?.deleted && startsAnew) record.data = {}
  const before: FieldValue[] = []
  const fields = Object.keys(patch.set)
  const mergedFields = await filterInOrder(fields, (field) =>
    mergeFieldEdit(record, { field, patch, previousValues: before }, context),
  )
  const restored = found?.deleted ?? false
  if (restored) await undeleteRecord(record, patch, context)
  const touched = before.length > 0 || restored || !found
  if (!touched && isSameRecord(found, record)) return { status: 'unchanged' }
  const status = getStatus(record, { restored, merged: mergedFields.length > 0, context })
  // A new record has no history.
  return { status, record, previousValues: found ? before : [] }
}

interface FieldEdit {
  field: string
  patch: Patch
  /** Collects the earlier value of each changed field. */
  previousValues: FieldValue[]
}

/**
 * Sets the field or opens a conflict; returns whether the value was merged with another device's.
 */
async function mergeFieldEdit(
  record: StoredRecord,
  { field, patch, previousValues }: FieldEdit,
  context: EditContext,
): Promise<boolean> {
  const { [field]: base } = patch.base
  const { [field]: value } = patch.set
  const { [field]: current } = record.data
  const kind = getMergeKind(patch.coll, field)
  const age = compareAge(record, { field, patch }, context)
  const edits = { base, current, next: value, isOlder: age === 'older' }
  const outcome = mergeField(kind, edits)
  // The edit was made from the device's own open alternative, and replaces it.
  const replaced = findOwnConflict(record, { field, base, deviceId: context.deviceId })
  if (replaced) record.conflicts = record.conflicts.filter((open) => open !== replaced)
  if (outcome === 'conflict') {
    await addConflict(record, { field, value }, context)
    return false
  }
  // If both devices set the same value, the later time counts for edits that arrive after them.
  const isSetLater = kind === 'latest' && age === 'later' && isSameValue(value, current)
  if (isSameValue(outcome.value, current) && !isSetLater) {
    // An empty value of a field that the record lacks: from now on it has the field.
    if (current === undefined) record.data[field] = value
    return false
  }
  const isMerged = !isSameValue(outcome.value, value)
  previousValues.push({ field, value: current ?? null })
  // No device has seen a merged value, not even the one whose edit was merged.
  setField(record, { field, value: outcome.value }, { ...toEditedBy(context), isMerged })
  return isMerged
}

/**
 * Whether an edit was made before or after the one that set the field's value; `seen`: its device had that value, or
 * made it, so the times do not matter.
 */
function compareAge(
  { revs }: StoredRecord,
  { field, patch }: Pick<FieldEdit, 'field' | 'patch'>,
  { deviceId, sameEpoch, editedAt }: EditContext,
): 'seen' | 'later' | 'older' {
  const [rev, knownBy, at] = revs[field] ?? []
  if (rev === undefined || at === undefined || knownBy === deviceId) return 'seen'
  if (sameEpoch && rev <= patch.baseRev) return 'seen'
  return editedAt < at ? 'older' : 'later'
}

/**
 * Deletes the record, unless others changed it and the deleting device had not seen that: then the
 * record is kept, with a conflict of kind `delete`.
 */
export function applyDelete(
  found: StoredRecord | undefined,
  { baseRev }: Delete,
  context: EditContext,
): EditOutcome {
  if (!found || found.deleted) return { status: 'unchanged' }
  const record = toNextRevision(found, context)
  if (hasSeenAllChanges(found, baseRev, context))
    return { status: 'applied', record: toTombstone(record, context) }
  if (
    found.conflicts.some(({ kind, deviceId }) => kind === 'delete' && deviceId === context.deviceId)
  )
    return { status: 'not_deleted' }
  record.conflicts = [
    ...record.conflicts,
    createDeleteConflict(record, toEditedBy(context), context),
  ]
  return { status: 'not_deleted', record }
}

/**
 * Closes a conflict: a person has chosen the value in use (`keep`) or the alternative (`take`).
 * Status `outdated`: the value in use is not the one that the person saw; nothing is done.
 */
export function applyResolve(
  found: StoredRecord | undefined,
  { cid, choice, seen, baseRev }: Resolve,
  context: EditContext,
): EditOutcome {
  const open = found?.conflicts.find((one) => one.cid === cid)
  if (!found || found.deleted || !open) return { status: 'unchanged' }
  const record = toNextRevision(found, context)
  record.conflicts = record.conflicts.filter((one) => one.cid !== cid)
  if (choice === 'keep') {
    const before = open.kind === 'field' ? [{ field: open.field, value: open.value }] : []
    return { status: 'applied', record, previousValues: before }
  }
  if (open.kind === 'delete')
    return hasSeenAllChanges(found, baseRev, context)
      ? { status: 'applied', record: toTombstone(record, context) }
      : { status: 'outdated' }
  const current = found.data[open.field]
  if (!isSameValue(current, seen)) return { status: 'outdated' }
  const { deviceId, deviceName, at } = open
  const seenBy = context.deviceId
  setField(record, { field: open.field, value: open.value }, { deviceId, deviceName, at, seenBy })
  return {
    status: 'applied',
    record,
    previousValues: [{ field: open.field, value: current ?? null }],
  }
}

/** Whether a device that knows revision `baseRev` has seen every change by others to the record. */
function hasSeenAllChanges(
  record: StoredRecord,
  baseRev: number,
  { deviceId, sameEpoch }: EditContext,
): boolean {
  if (!sameEpoch) return false
  const hasSeen = (rev: number, by: string) => rev <= baseRev || by === deviceId
  return (
    Object.values(record.revs).every(([rev, by]) => hasSeen(rev, by)) &&
    // An open conflict of kind `delete` asks for the same as this deletion, so it may be unseen.
    record.conflicts.every((open) => open.kind === 'delete' || hasSeen(open.rev, open.deviceId))
  )
}

async function createRecord(
  { coll, id }: Patch,
  { now, records }: EditContext,
): Promise<StoredRecord> {
  return {
    coll,
    id,
    rev: await records.startingRev(),
    deleted: false,
    erased: false,
    data: {},
    revs: {},
    conflicts: [],
    createdAt: now,
    updatedAt: now,
    deletedAt: null,
    deletedBy: null,
  }
}

/** The tombstone of a record that was never stored, because what it belongs to is erased. */
export async function createErasedRecord(
  patch: Patch,
  context: EditContext,
): Promise<StoredRecord> {
  const { now } = context
  const record = toNextRevision(await createRecord(patch, context), context)
  return { ...record, deleted: true, erased: true, deletedAt: now }
}

/** A copy with the next revision. */
export function toNextRevision(record: StoredRecord, { now }: EditContext): StoredRecord {
  return {
    ...record,
    rev: record.rev + 1,
    data: { ...record.data },
    revs: { ...record.revs },
    conflicts: [...record.conflicts],
    updatedAt: now,
  }
}

function toEditedBy({ deviceId, deviceName, editedAt }: EditContext): EditedBy {
  return { deviceId, deviceName, at: editedAt }
}

interface FieldEditor extends EditedBy {
  /** The device that chose the value in a conflict, if another device made it. */
  seenBy?: string
  /** The value was merged with another device's: no device has seen it. */
  isMerged?: boolean
}

/**
 * Sets a field and its revision, and names the new value's editor in the field's open conflicts.
 */
function setField(
  record: StoredRecord,
  { field, value }: FieldValue,
  { seenBy, isMerged, ...inUse }: FieldEditor,
): void {
  const { deviceId, at } = inUse
  const knownBy = isMerged ? '' : (seenBy ?? deviceId)
  record.data[field] = value
  record.revs[field] =
    knownBy === deviceId ? [record.rev, knownBy, at] : [record.rev, knownBy, at, deviceId]
  record.conflicts = record.conflicts.map((open) =>
    open.kind === 'field' && open.field === field ? { ...open, currentBy: inUse } : open,
  )
}

/** The device that made the field's value in use, and when. */
async function getFieldEditor(
  record: StoredRecord,
  field: string,
  { records }: EditContext,
): Promise<EditedBy> {
  const [, knownBy = '', at = '', editedBy] = record.revs[field] ?? []
  const deviceId = editedBy ?? knownBy
  return { deviceId, deviceName: await records.deviceName(deviceId), at }
}

/** The device's own open alternative in this field, if the edit was made from it (`base`). */
function findOwnConflict(
  record: StoredRecord,
  { field, base, deviceId }: { field: string; base: unknown; deviceId: string },
): OpenConflict | undefined {
  return record.conflicts.find(
    (open) =>
      open.kind === 'field' &&
      open.field === field &&
      open.deviceId === deviceId &&
      isSameValue(open.value, base),
  )
}

async function addConflict(
  record: StoredRecord,
  { field, value }: FieldValue,
  context: EditContext,
): Promise<void> {
  const { deviceId, mid } = context
  if (record.conflicts.some((open) => open.field === field && isSameValue(open.value, value)))
    return
  record.conflicts.push({
    cid: `${deviceId}:${mid}:${field}`,
    kind: 'field',
    field,
    value,
    ...toEditedBy(context),
    currentBy: await getFieldEditor(record, field, context),
    rev: record.rev,
  })
}

/**
 * Restores a deleted record that was edited. If the editing device had not seen the deletion, a
 * conflict of kind `delete` is opened, so that a person decides.
 */
async function undeleteRecord(
  record: StoredRecord,
  { baseRev }: Patch,
  context: EditContext,
): Promise<void> {
  const { deletedBy } = record
  // The empty name stands for the record's deletion.
  const [, , at = ''] = record.revs[''] ?? []
  // `record` already has the revision of this edit, so the deletion is at most one below.
  const saw = deletedBy === context.deviceId || (context.sameEpoch && baseRev >= record.rev - 1)
  record.deleted = false
  record.deletedAt = null
  record.deletedBy = null
  record.revs[''] = [record.rev, context.deviceId, context.editedAt]
  // An extension comes back with the record that it extends, which asks.
  if (saw || isExtension(record.coll)) return
  const deviceId = deletedBy ?? ''
  const by = { deviceId, deviceName: await context.records.deviceName(deviceId), at }
  record.conflicts = [...record.conflicts, createDeleteConflict(record, by, context)]
}

function createDeleteConflict(
  record: StoredRecord,
  by: EditedBy,
  { deviceId, mid }: EditContext,
): OpenConflict {
  return {
    cid: `${deviceId}:${mid}:delete`,
    kind: 'delete',
    field: '',
    value: null,
    ...by,
    rev: record.rev,
  }
}

export function toTombstone(
  record: StoredRecord,
  { deviceId, editedAt, now }: EditContext,
): StoredRecord {
  const revs = { ...record.revs, '': [record.rev, deviceId, editedAt] satisfies FieldRev }
  return { ...record, revs, deleted: true, conflicts: [], deletedAt: now, deletedBy: deviceId }
}

function getStatus(
  record: StoredRecord,
  { restored, merged, context }: { restored: boolean; merged: boolean; context: EditContext },
): MutationStatus {
  const mine = `${context.deviceId}:${context.mid}:`
  if (restored) return 'restored'
  if (record.conflicts.some(({ cid }) => cid.startsWith(mine))) return 'conflict'
  return merged ? 'merged' : 'applied'
}

function isSameRecord(a: StoredRecord, b: StoredRecord): boolean {
  return (
    JSON.stringify(a.data) === JSON.stringify(b.data) &&
    JSON.stringify(a.conflicts) === JSON.stringify(b.conflicts)
  )
}
