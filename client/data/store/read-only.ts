import type {
  ReadOnlyChange,
  ReadOnlyCollection,
  ReadOnlyRecords,
} from '#shared/sync/read-only-collections.ts'
import type { OwnerDatabase } from './database.ts'
import type { DeviceState, ReadOnlyRow } from './schema.ts'
import type { RecordsAnswer, RecordsPosition } from './types.ts'

/** Stores pulled changes, inside the caller's transaction. */
export async function storeReadOnly(
  db: OwnerDatabase,
  changes: readonly ReadOnlyChange[],
  { resyncNo }: DeviceState,
): Promise<void> {
  await db.readOnly.bulkPut(
    changes.map(({ coll, id, seq, data }): ReadOnlyRow => {
      const row: ReadOnlyRow = { key: `${coll}/${id}`, coll, seq, resyncNo }
      return data === undefined ? row : { ...row, data }
    }),
  )
}

/** Deletes what a full resync did not bring. The server no longer has it, and this device cannot send it. */
export async function deleteMissingReadOnly(
  db: OwnerDatabase,
  { resyncNo }: DeviceState,
): Promise<void> {
  await db.readOnly.filter((row) => row.resyncNo < resyncNo || row.data === undefined).delete()
}

/** How many records of a collection this device has; those that the server has deleted do not count. */
export function countReadOnly(db: OwnerDatabase, coll: ReadOnlyCollection): Promise<number> {
  const rows = db.readOnly.where('key').startsWith(`${coll}/`)
  return rows.filter(({ data }) => data !== undefined).count()
}

/** The records of a collection that have changed since `position`, or all of them. */
export function listReadOnly<Coll extends ReadOnlyCollection>(
  db: OwnerDatabase,
  coll: Coll,
  position: RecordsPosition | undefined,
): Promise<RecordsAnswer<ReadOnlyRecords[Coll]>> {
  return db.transaction('r', [db.readOnly, db.device], async () => {
    const device = await db.device.get('device')
    const { deviceId, resyncNo = 0, pullMode = 'all', syncedAt } = device ?? {}
    const resync = `${deviceId} ${resyncNo} ${pullMode}`
    const isWhole = position?.resync !== resync
    const from = isWhole ? 0 : position.seq
    const found = await db.readOnly
      .where('[coll+seq]')
      .between([coll, from], [coll, Number.POSITIVE_INFINITY], false, true)
      .toArray()
    // Rows of an earlier round may be of another database, whose numbers cannot be compared.
    const seqs = found.filter((row) => row.resyncNo === resyncNo).map(({ seq }) => seq)
    return {
      position: { resync, seq: Math.max(from, ...seqs) },
      isWhole,
      isComplete: syncedAt !== undefined,
      rows: found.map(({ key, data }) => ({
        id: key.slice(coll.length + 1),
        data: data as ReadOnlyRecords[Coll] | undefined,
      })),
    }
  })
}
