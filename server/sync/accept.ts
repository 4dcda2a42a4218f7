import type { EditedBy, Intent, MutationStatus, OpenConflict } from '#shared/sync/protocol.ts'
import { kindOf } from '#shared/sync/records.ts'
import { sameValue } from '#shared/sync/values.ts'
import { mergeField } from './merge.ts'
import type { Records } from './records.ts'
import type { FieldRev, StoredRecord } from './store.ts'

/** Who edits, and when. */
export interface Editing {
  deviceId: string
  deviceName: string
  /** The mutation's number; with the device it names what comes of it. */
  mid: number
  records: Records
  /** Whether the edit's revisions are of this database's own past. */
  sameEpoch: boolean
  now: number
  /** When its device made the edit, ISO 8601; see `editTime`. */
  editedAt: string
}

/** What a field was before; for the history. */
interface Before {
  field: string
  value: unknown
}

/** A rule's verdict: what the record becomes, where it changes at all. */
export interface Accepted {
  status: MutationStatus
  record?: StoredRecord
  before?: Before[]
}

type Patch = Extract<Intent, { op: 'patch' }>
type Delete = Extract<Intent, { op: 'delete' }>
type Resolve = Extract<Intent, { op: 'resolve' }>

/** Field by field: what nobody else changed is set, what others changed too is merged or asked. */
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
  // Of a record that begins there is nothing to look back to.
  return { status, record, before: found ? before : [] }
}

interface FieldEdit {
  field: string
  patch: Patch
  /** Takes what the field was. */
  before: Before[]
}

/** Whether the edit was mixed with what another device had made of the field. */
function setOrAsk(
  record: StoredRecord,
  { field, patch, before }: FieldEdit,
  editing: Editing,
): boolean {
  const { [field]: base } = patch.base
  const { [field]: value } = patch.set
  const { [field]: current } = record.data
  const outcome = mergeField(kindOf(patch.coll, field), { base, current, next: value })
  // The device saw its own alternative in this field, and wrote over it.
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
  // What was mixed with another's work is not what its own device has seen.
  setField(record, { field, value: outcome.value }, { ...editorOf(editing), isMixed: mixed })
  return mixed
}

/** The record goes, unless others changed it and the deleting device had not seen that. */
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

/** A person has chosen between what is in use and an alternative. */
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

/** Whether a device that saw revision `baseRev` knew all that others have done to the record. */
function hasSeen(record: StoredRecord, baseRev: number, { deviceId, sameEpoch }: Editing): boolean {
  if (!sameEpoch) return false
  const known = (rev: number, by: string) => rev <= baseRev || by === deviceId
  return (
    Object.values(record.revs).every(([rev, by]) => known(rev, by)) &&
    // Whoever deletes agrees with a deletion that nobody has decided on yet.
    record.conflicts.every((open) => open.kind === 'delete' || known(open.rev, open.deviceId))
  )
}

function newRecord({ coll, id }: Patch, { now, records }: Editing): StoredRecord {
  return {
    coll,
    id,
    // One that is made anew begins above all it ever was.
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

/** A copy one revision on. */
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
  /** The device that put the value in use, where that is another than the one that made it. */
  seenBy?: string
  /** With what others had made of the field: no device has seen the outcome. */
  isMixed?: boolean
}

/** Open conflicts of the field are told who made the value that is in use from now on. */
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

/** Who made the value of a field that is in use. */
function editorOfField(record: StoredRecord, field: string, { records }: Editing): EditedBy {
  const [, known = '', at = '', by] = record.revs[field] ?? []
  const deviceId = by ?? known
  return { deviceId, deviceName: records.deviceName(deviceId), at }
}

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

/** An edit brings a deleted record back; whoever had not known of the deletion asks what to do. */
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
