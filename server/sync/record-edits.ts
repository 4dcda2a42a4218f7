import type { EditedBy, Intent, MutationStatus, OpenConflict } from '#shared/sync/protocol.ts'
import { getMergeKind } from '#shared/sync/records.ts'
import { isSameValue } from '#shared/sync/value-equality.ts'
import type { BatchRecords } from './batch-records.ts'
import { mergeField } from './merge.ts'
import type { FieldRev, StoredRecord } from './store.ts'

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

/** A field and its value: mostly the earlier value, for the history. */
interface PreviousValue {
  field: string
  value: unknown
}

/** Outcome of a mutation. `record`: its new state, absent if nothing changes. */
export interface EditOutcome {
  status: MutationStatus
  record?: StoredRecord
  previousValues?: PreviousValue[]
}

type Patch = Extract<Intent, { op: 'patch' }>
type Delete = Extract<Intent, { op: 'delete' }>
type Resolve = Extract<Intent, { op: 'resolve' }>

/**
 * Merges a patch field by field: a field that nobody else changed is set; a field that others
 * changed too is merged, or becomes a conflict for a person to decide.
 */
export function applyPatch(
  found: StoredRecord | undefined,
  patch: Patch,
  editing: EditContext,
): EditOutcome {
  const record = toNextRevision(found ?? createRecord(patch, editing), editing)
  const before: PreviousValue[] = []
  const fields = Object.keys(patch.set)
  const mixed = fields.filter((field) =>
    mergeFieldEdit(record, { field, patch, previousValues: before }, editing),
  )
  const returned = found?.deleted ?? false
  if (returned) undeleteRecord(record, patch, editing)
  const touched = before.length > 0 || returned || !found
  if (!touched && isSameRecord(found, record)) return { status: 'unchanged' }
  const status = getStatus(record, { returned, merged: mixed.length > 0, editing })
  // A new record has no history.
  return { status, record, previousValues: found ? before : [] }
}

interface FieldEdit {
  field: string
  patch: Patch
  /** Collects the earlier value of each changed field. */
  previousValues: PreviousValue[]
}

/**
 * Sets the field or opens a conflict; returns whether the value was merged with another device's.
 */
function mergeFieldEdit(
  record: StoredRecord,
  { field, patch, previousValues }: FieldEdit,
  editing: EditContext,
): boolean {
  const { [field]: base } = patch.base
  const { [field]: value } = patch.set
  const { [field]: current } = record.data
  const outcome = mergeField(getMergeKind(patch.coll, field), { base, current, next: value })
  // The edit was made from the device's own open alternative, and replaces it.
  const over = findOwnConflict(record, { field, base, deviceId: editing.deviceId })
  if (over) record.conflicts = record.conflicts.filter((open) => open !== over)
  if (outcome === 'conflict') {
    addConflict(record, { field, value }, editing)
    return false
  }
  if (isSameValue(outcome.value, current)) {
    record.data[field] ??= value
    return false
  }
  const mixed = !isSameValue(outcome.value, value)
  previousValues.push({ field, value: current ?? null })
  // No device has seen a merged value, not even the one whose edit was merged.
  setField(record, { field, value: outcome.value }, { ...toEditedBy(editing), isMixed: mixed })
  return mixed
}

/**
 * Deletes the record, unless others changed it and the deleting device had not seen that: then the
 * record is kept, with a conflict of kind `delete`.
 */
export function applyDelete(
  found: StoredRecord | undefined,
  { baseRev }: Delete,
  editing: EditContext,
): EditOutcome {
  if (!found || found.deleted) return { status: 'unchanged' }
  const record = toNextRevision(found, editing)
  if (hasSeenAllChanges(found, baseRev, editing))
    return { status: 'applied', record: toTombstone(record, editing) }
  if (
    found.conflicts.some(({ kind, deviceId }) => kind === 'delete' && deviceId === editing.deviceId)
  )
    return { status: 'not_deleted' }
  record.conflicts = [
    ...record.conflicts,
    createDeleteConflict(record, toEditedBy(editing), editing),
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
  editing: EditContext,
): EditOutcome {
  const open = found?.conflicts.find((one) => one.cid === cid)
  if (!found || found.deleted || !open) return { status: 'unchanged' }
  const record = toNextRevision(found, editing)
  record.conflicts = record.conflicts.filter((one) => one.cid !== cid)
  if (choice === 'keep') {
    const before = open.kind === 'field' ? [{ field: open.field, value: open.value }] : []
    return { status: 'applied', record, previousValues: before }
  }
  if (open.kind === 'delete')
    return hasSeenAllChanges(found, baseRev, editing)
      ? { status: 'applied', record: toTombstone(record, editing) }
      : { status: 'outdated' }
  const current = found.data[open.field]
  if (!isSameValue(current, seen)) return { status: 'outdated' }
  const { deviceId, deviceName, at } = open
  const seenBy = editing.deviceId
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
  const known = (rev: number, by: string) => rev <= baseRev || by === deviceId
  return (
    Object.values(record.revs).every(([rev, by]) => known(rev, by)) &&
    // An open conflict of kind `delete` asks for the same as this deletion, so it may be unseen.
    record.conflicts.every((open) => open.kind === 'delete' || known(open.rev, open.deviceId))
  )
}

function createRecord({ coll, id }: Patch, { now, records }: EditContext): StoredRecord {
  return {
    coll,
    id,
    // The id may have had a record whose tombstone is purged; no revision exceeds the last seq.
    rev: records.lastSeq,
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

/** A copy with the next revision. */
function toNextRevision(record: StoredRecord, { now }: EditContext): StoredRecord {
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
  isMixed?: boolean
}

/**
 * Sets a field and its revision, and names the new value's editor in the field's open conflicts.
 */
function setField(
  record: StoredRecord,
  { field, value }: PreviousValue,
  { seenBy, isMixed, ...inUse }: FieldEditor,
): void {
  const { deviceId, at } = inUse
  const known = isMixed ? '' : (seenBy ?? deviceId)
  record.data[field] = value
  record.revs[field] =
    known === deviceId ? [record.rev, known, at] : [record.rev, known, at, deviceId]
  record.conflicts = record.conflicts.map((open) =>
    open.kind === 'field' && open.field === field ? { ...open, currentBy: inUse } : open,
  )
}

/** The device that made the field's value in use, and when. */
function getFieldEditor(record: StoredRecord, field: string, { records }: EditContext): EditedBy {
  const [, known = '', at = '', by] = record.revs[field] ?? []
  const deviceId = by ?? known
  return { deviceId, deviceName: records.deviceName(deviceId), at }
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

function addConflict(
  record: StoredRecord,
  { field, value }: PreviousValue,
  editing: EditContext,
): void {
  const { deviceId, mid } = editing
  if (record.conflicts.some((open) => open.field === field && isSameValue(open.value, value)))
    return
  record.conflicts.push({
    cid: `${deviceId}:${mid}:${field}`,
    kind: 'field',
    field,
    value,
    ...toEditedBy(editing),
    currentBy: getFieldEditor(record, field, editing),
    rev: record.rev,
  })
}

/**
 * Restores a deleted record that was edited. If the editing device had not seen the deletion, a
 * conflict of kind `delete` is opened, so that a person decides.
 */
function undeleteRecord(record: StoredRecord, { baseRev }: Patch, editing: EditContext): void {
  const { deletedBy } = record
  const [, , at = ''] = record.revs[''] ?? []
  const saw = deletedBy === editing.deviceId || (editing.sameEpoch && baseRev >= record.rev - 1)
  record.deleted = false
  record.deletedAt = null
  record.deletedBy = null
  record.revs[''] = [record.rev, editing.deviceId, editing.editedAt]
  if (saw) return
  const deviceId = deletedBy ?? ''
  const by = { deviceId, deviceName: editing.records.deviceName(deviceId), at }
  record.conflicts = [...record.conflicts, createDeleteConflict(record, by, editing)]
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

function toTombstone(record: StoredRecord, { deviceId, editedAt, now }: EditContext): StoredRecord {
  const revs = { ...record.revs, '': [record.rev, deviceId, editedAt] satisfies FieldRev }
  return { ...record, revs, deleted: true, conflicts: [], deletedAt: now, deletedBy: deviceId }
}

function getStatus(
  record: StoredRecord,
  { returned, merged, editing }: { returned: boolean; merged: boolean; editing: EditContext },
): MutationStatus {
  const mine = `${editing.deviceId}:${editing.mid}:`
  if (returned) return 'restored'
  if (record.conflicts.some(({ cid }) => cid.startsWith(mine))) return 'conflict'
  return merged ? 'merged' : 'applied'
}

function isSameRecord(a: StoredRecord, b: StoredRecord): boolean {
  return (
    JSON.stringify(a.data) === JSON.stringify(b.data) &&
    JSON.stringify(a.conflicts) === JSON.stringify(b.conflicts)
  )
}
