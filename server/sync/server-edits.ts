import type { Tx } from '#server/db/database.ts'
import { type Collection, collections, type RecordData } from '#shared/sync/collections.ts'
import { BatchRecords } from './batch-records.ts'
import type { ChangeSource } from './ports.ts'
import { applyDelete, applyPatch, type EditContext, toHistory } from './record-edits.ts'
import { type FieldHistoryEntry, findOldIds, insertFieldHistory } from './store.ts'

/** An edit that no device made. */
interface ServerEdit {
  coll: Collection
  id: string
  /** Null deletes the record. */
  set: RecordData | null
}

/** Deletes the records of collections whose records expire. */
export async function deleteExpiredRecords(tx: Tx, now: number): Promise<void> {
  for (const [coll, { expires }] of collections) {
    if (!expires) continue
    const ids = await findOldIds(tx, coll, now - expires.after)
    const edits = ids.flatMap((id) => [expires.emptied, null].map((set) => ({ coll, id, set })))
    if (edits.length > 0) await writeServerEdits(tx, edits, { now, deviceName: '' })
  }
}

/** Edits records as a device would that has seen their present state; the changes sync to all devices. */
export async function writeServerEdits(
  tx: Tx,
  edits: readonly ServerEdit[],
  { now, deviceName }: ChangeSource,
): Promise<void> {
  const records = await BatchRecords.load(tx, edits)
  const at = new Date(now).toISOString()
  const by = { deviceId: '', deviceName, mid: 0 }
  const context: EditContext = { ...by, records, sameEpoch: true, now, editedAt: at }
  const history: FieldHistoryEntry[] = []
  for (const { coll, id, set } of edits) {
    const found = (await records.find({ coll, id }))?.record
    const target = { coll, id, baseEpoch: '', baseRev: found?.rev ?? 0, at }
    const { record, previousValues = [] } = set
      ? await applyPatch(found, { op: 'patch', ...target, base: found?.data ?? {}, set }, context)
      : applyDelete(found, { op: 'delete', ...target }, context)
    if (!record) continue
    history.push(...toHistory(record, previousValues, at))
    await records.put(record)
  }
  await insertFieldHistory(tx, history, { deviceId: '', at: now })
  await records.flush()
}
