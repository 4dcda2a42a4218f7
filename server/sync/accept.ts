import type { EditedBy, Intent, MutationStatus, OpenConflict } from '#shared/sync/protocol.ts'
import { kindOf } from '#shared/sync/records.ts'
import { sameValue } from '#shared/sync/values.ts'
import { mergeField } from './merge.ts'
import type { Records } from './records.ts'
import type { FieldRev, StoredRecord } from './store.ts'

/** Context of one mutation: its device, its times, and the records of its batch. */
export interface Editing {
  deviceId: string
  deviceName: string
  /** The mutation's number; a conflict's id consists of `deviceId`, `mid` and the field. */
  mid: number
  records: Records
  /** Whether the mutation's base is of this database's epoch, so that revisions can be compared. */
  sameEpoch: boolean
  now: number
  /** When the device made the edit, ISO 8601; see `editTime`. */
  editedAt: string
}

/** A field and its value: mostly the earlier value, for the history. */
interface Before {
  field: string
  value: unknown
}

/** Outcome of a mutation. `record`: its new state, absent if nothing changes. */
export interface Accepted {
  status: MutationStatus
  record?: StoredRecord
  before?: Before[]
}

type Patch = Extract<Intent, { op: 'patch' }>
type Delete = Extract<Intent, { op: 'delete' }>
type Resolve = Extract<Intent, { op: 'resolve' }>

/**
 * Merges a patch field by field: a field that nobody else changed is set; a field that others
 * changed too is merged, or becomes a conflict for a person to decide.
 */
export function acceptPatch(
  found: StoredRecord | undefined,
  patch: Patch,
  editing: Editing,
): Accepted {
  const record = next(found ?? newRecord(patch, editing), editing)
  const before: Before[] = []
  const fields = Object.keys(patch.set)
  const mixed = fields.filter((field) => setOrAsk(record, { field, patch, before }, editing))
  const returned = found?.deleted ?? false
  if (returned) revive(record, patch, editing)
  const touched = before.length > 0 || returned || !found
  if (!touched && sameRecord(found, record)) return { status: 'unchanged' }
  const status = statusOf(record, { returned, merged: mixed.length > 0, editing })
  // A new record has no history.
  return { status, record, before: found ? before : [] }
}

interface FieldEdit {
  field: string
  patch: Patch
  /** Collects the earlier value of each changed field. */
  before: Before[]
}

/**
 * Sets the field or opens a conflict; returns whether the value was merged with another device's.
 */
function setOrAsk(
  record: StoredRecord,
  { field, patch, before }: FieldEdit,
  editing: Editing,
): boolean {
  const { [field]: base } = patch.base
  const { [field]: value } = patch.set
  const { [field]: current } = record.data
  const outcome = mergeField(kindOf(patch.coll, field), { base, current, next: value })
  // The edit was made from the device's own open alternative, and replaces it.
  const over = ownAlternative(record, { field, base, deviceId: editing.deviceId })
  if (over) record.conflicts = record.conflicts.filter((open) => open !== over)
  if (outcome === 'conflict') {
    addAlternative(record, { field, value }, editing)
    return false
  }
  if (sameValue(outcome.value, current)) {
    record.data[field] ??= value
    return false
  }
  const mixed = !sameValue(outcome.value, value)
  before.push({ field, value: current ?? null })
  // No device has seen a merged value, not even the one whose edit was merged.
  setField(record, { field, value: outcome.value }, { ...editorOf(editing), isMixed: mixed })
  return mixed
}

/**
 * Deletes the record, unless others changed it and the deleting device had not seen that: then the
 * record is kept, with a conflict of kind `delete`.
 */
export function acceptDelete(
  found: StoredRecord | undefined,
  { baseRev }: Delete,
  editing: Editing,
): Accepted {
  if (!found || found.deleted) return { status: 'unchanged' }
  const record = next(found, editing)
  if (hasSeen(found, baseRev, editing)) return { status: 'applied', record: gone(record, editing) }
  if (
    found.conflicts.some(({ kind, deviceId }) => kind === 'delete' && deviceId === editing.deviceId)
  )
    return { status: 'kept' }
  record.conflicts = [...record.conflicts, deletion(record, editorOf(editing), editing)]
  return { status: 'kept', record }
}

/**
 * Closes a conflict: a person has chosen the value in use (`keep`) or the alternative (`take`).
 * Status `changed`: the value in use is not the one that the person saw; nothing is done.
 */
export function acceptResolve(
  found: StoredRecord | undefined,
  { cid, choice, seen, baseRev }: Resolve,
  editing: Editing,
): Accepted {
  const open = found?.conflicts.find((one) => one.cid === cid)
  if (!found || found.deleted || !open) return { status: 'unchanged' }
  const record = next(found, editing)
  record.conflicts = record.conflicts.filter((one) => one.cid !== cid)
  if (choice === 'keep') {
    const before = open.kind === 'field' ? [{ field: open.field, value: open.value }] : []
    return { status: 'applied', record, before }
  }
  if (open.kind === 'delete')
    return hasSeen(found, baseRev, editing)
      ? { status: 'applied', record: gone(record, editing) }
      : { status: 'changed' }
  const current = found.data[open.field]
  if (!sameValue(current, seen)) return { status: 'changed' }
  const { deviceId, deviceName, at } = open
  const seenBy = editing.deviceId
  setField(record, { field: open.field, value: open.value }, { deviceId, deviceName, at, seenBy })
  return { status: 'applied', record, before: [{ field: open.field, value: current ?? null }] }
}

/** Whether a device that knows revision `baseRev` has seen every change by others to the record. */
function hasSeen(record: StoredRecord, baseRev: number, { deviceId, sameEpoch }: Editing): boolean {
  if (!sameEpoch) return false
  const known = (rev: number, by: string) => rev <= baseRev || by === deviceId
  return (
    Object.values(record.revs).every(([rev, by]) => known(rev, by)) &&
    // An open conflict of kind `delete` asks for the same as this deletion, so it may be unseen.
    record.conflicts.every((open) => open.kind === 'delete' || known(open.rev, open.deviceId))
  )
}

function newRecord({ coll, id }: Patch, { now, records }: Editing): StoredRecord {
  return {
    coll,
    id,
    // The id may have had a record whose tombstone is purged; no revision exceeds the last seq.
    rev: records.last,
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
function next(record: StoredRecord, { now }: Editing): StoredRecord {
  return {
    ...record,
    rev: record.rev + 1,
    data: { ...record.data },
    revs: { ...record.revs },
    conflicts: [...record.conflicts],
    updatedAt: now,
  }
}

function editorOf({ deviceId, deviceName, editedAt }: Editing): EditedBy {
  return { deviceId, deviceName, at: editedAt }
}

interface Editor extends EditedBy {
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
  { field, value }: Before,
  { seenBy, isMixed, ...inUse }: Editor,
): void {
  const { deviceId, at } = inUse
  const known = isMixed ? '' : (seenBy ?? deviceId)
  record.data[field] = value
  record.revs[field] =
    known === deviceId ? [record.rev, known, at] : [record.rev, known, at, deviceId]
  record.conflicts = record.conflicts.map((open) =>
    open.kind === 'field' && open.field === field ? { ...open, inUse } : open,
  )
}

/** The device that made the field's value in use, and when. */
function editorOfField(record: StoredRecord, field: string, { records }: Editing): EditedBy {
  const [, known = '', at = '', by] = record.revs[field] ?? []
  const deviceId = by ?? known
  return { deviceId, deviceName: records.deviceName(deviceId), at }
}

/** The device's own open alternative in this field, if the edit was made from it (`base`). */
function ownAlternative(
  record: StoredRecord,
  { field, base, deviceId }: { field: string; base: unknown; deviceId: string },
): OpenConflict | undefined {
  return record.conflicts.find(
    (open) =>
      open.kind === 'field' &&
      open.field === field &&
      open.deviceId === deviceId &&
      sameValue(open.value, base),
  )
}

function addAlternative(record: StoredRecord, { field, value }: Before, editing: Editing): void {
  const { deviceId, mid } = editing
  if (record.conflicts.some((open) => open.field === field && sameValue(open.value, value))) return
  record.conflicts.push({
    cid: `${deviceId}:${mid}:${field}`,
    kind: 'field',
    field,
    value,
    ...editorOf(editing),
    inUse: editorOfField(record, field, editing),
    rev: record.rev,
  })
}

/**
 * Restores a deleted record that was edited. If the editing device had not seen the deletion, a
 * conflict of kind `delete` is opened, so that a person decides.
 */
function revive(record: StoredRecord, { baseRev }: Patch, editing: Editing): void {
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
  record.conflicts = [...record.conflicts, deletion(record, by, editing)]
}

function deletion(record: StoredRecord, by: EditedBy, { deviceId, mid }: Editing): OpenConflict {
  return {
    cid: `${deviceId}:${mid}:delete`,
    kind: 'delete',
    field: '',
    value: null,
    ...by,
    rev: record.rev,
  }
}

function gone(record: StoredRecord, { deviceId, editedAt, now }: Editing): StoredRecord {
  const revs = { ...record.revs, '': [record.rev, deviceId, editedAt] satisfies FieldRev }
  return { ...record, revs, deleted: true, conflicts: [], deletedAt: now, deletedBy: deviceId }
}

function statusOf(
  record: StoredRecord,
  { returned, merged, editing }: { returned: boolean; merged: boolean; editing: Editing },
): MutationStatus {
  const mine = `${editing.deviceId}:${editing.mid}:`
  if (returned) return 'returned'
  if (record.conflicts.some(({ cid }) => cid.startsWith(mine))) return 'conflict'
  return merged ? 'merged' : 'applied'
}

function sameRecord(a: StoredRecord, b: StoredRecord): boolean {
  return (
    JSON.stringify(a.data) === JSON.stringify(b.data) &&
    JSON.stringify(a.conflicts) === JSON.stringify(b.conflicts)
  )
}
