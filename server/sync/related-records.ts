import type { Tx } from '#server/db/database.ts'
import {
  findParent,
  isExtension,
  listExtensions,
  type RecordData,
  type RecordRef,
  toExtended,
} from '#shared/sync/collections.ts'
import type { Intent } from '#shared/sync/protocol.ts'
import type { SyncParts } from './ports.ts'
import { type EditContext, toNextRevision, toTombstone } from './record-edits.ts'
import type { FieldRev, StoredRecord } from './store.ts'

/**
 * Whether a record with the fields of `set` belongs to one that is erased, such as an item, or its price, of a journey
 * that was planned on a device without a connection.
 */
export async function isAncestorErased(
  { set, ...ref }: RecordRef & { set: RecordData },
  { records }: EditContext,
): Promise<boolean> {
  for (let one = findParent(ref, set); one; one = findParent(one, {}))
    if ((await records.find(one))?.record.erased) return true
  return false
}

/** Whether an edit moves a record to a parent that is erased. No later erasure would find the record there. */
export async function isMovedToErased(
  before: StoredRecord,
  after: StoredRecord,
  context: EditContext,
): Promise<boolean> {
  const parent = findParent(after, after.data)
  if (!parent || parent.id === findParent(before, before.data)?.id) return false
  return isAncestorErased({ ...after, set: after.data }, context)
}

/** A record with those that extend it. */
export function withExtensions({ coll, id }: RecordRef): RecordRef[] {
  return [{ coll, id }, ...listExtensions(coll).map(({ name }) => ({ coll: name, id }))]
}

/** Whether a record extends one that exists and is not deleted. */
export async function extendsLiving(ref: RecordRef, { records }: EditContext): Promise<boolean> {
  if (!isExtension(ref.coll)) return false
  const extended = await records.find(toExtended(ref))
  return extended !== undefined && !extended.record.deleted
}

/** Deletes and restores what extends a record together with it. Devices pull these changes. */
export async function updateExtensions(record: StoredRecord, context: EditContext): Promise<void> {
  const { records } = context
  for (const { name: coll } of listExtensions(record.coll)) {
    const found = (await records.find({ coll, id: record.id }))?.record
    if (!found || found.erased || found.deleted === record.deleted) continue
    const next = toNextRevision(found, context)
    await records.put(record.deleted ? toTombstone(next, context) : toRestored(next, context))
  }
}

function toRestored(record: StoredRecord, { deviceId, editedAt }: EditContext): StoredRecord {
  const revs = { ...record.revs, '': [record.rev, deviceId, editedAt] satisfies FieldRev }
  return { ...record, revs, deleted: false, deletedAt: null, deletedBy: null }
}

/** Refuses to delete a record that another feature still needs. */
export async function refuseDelete(
  tx: Tx,
  parts: Pick<SyncParts, 'refuseDelete'>,
  { op, coll, id }: Intent,
): Promise<{ status: 'refused'; reason: string } | undefined> {
  const reason = op === 'delete' ? await parts.refuseDelete?.[coll]?.(tx, id) : undefined
  return reason === undefined ? undefined : { status: 'refused', reason }
}
