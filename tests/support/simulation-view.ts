import { readPendingByKey, withOptimistic, withRejectedFields } from '#client/data/store/record.ts'
import { type RecordRef, type StoredRecord, toRecordRef } from '#client/data/store/schema.ts'
import type { SyncDevice } from './sync-device.ts'

/**
 * A sentence for each record whose stored optimistic value differs from the confirmed value with
 * the pending mutations on top.
 */
export function findWrongViews(device: SyncDevice): Promise<string[]> {
  const { records, pages, queue, rejected, device: states } = device.db
  const tables = [records, pages, queue, rejected, states]
  // One transaction, because a sync may be in progress.
  return device.db.transaction('r', tables, async () => compareViews(device))
}

async function compareViews(device: SyncDevice): Promise<string[]> {
  const { db, name } = device
  const state = await db.device.get('device')
  const pendingByKey = await readPendingByKey(db)
  const refs = [...pendingByKey.keys()].map(toRecordRef)
  const rows = await device.readRecords(refs)
  const single = new Set(await db.records.toCollection().primaryKeys())
  const pending = rows.map((row) => withOptimistic(row, pendingByKey.get(row.key) ?? []))
  const expected = await withRejectedFields(db, pending, pendingByKey)
  return rows.flatMap((row, i) => {
    // A packed record from before a restore keeps its edits until the server sends it again.
    const isStale = row.epoch !== state?.epoch && !single.has(row.key)
    const [actual, meant] = [formatOptimistic(row), formatOptimistic(expected[i] ?? row)]
    return isStale || actual === meant
      ? []
      : [`${name} shows ${row.key} as ${actual}, not ${meant}`]
  })
}

/** A device's rows of these records, from packed pages or from the table `records`. */
export function readRecords(
  device: SyncDevice,
  refs: readonly RecordRef[],
): Promise<StoredRecord[]> {
  const { records, pages, device: states } = device.db
  return device.db.transaction('r', [records, pages, states], async () => {
    return device.readRecords(refs)
  })
}

function formatOptimistic({ optimistic }: StoredRecord): string {
  return JSON.stringify(optimistic && { ...optimistic, through: 0 })
}
