import type { OwnerDatabase } from '#client/data/store/database.ts'
import { getOpenConflicts, getOptimistic } from '#client/data/store/record.ts'
import type { PendingMutation, StoredRecord } from '#client/data/store/schema.ts'
import type { PageCollection, RecordData } from '#shared/sync/collections.ts'
import type { OpenConflict } from '#shared/sync/protocol.ts'

/** The records of a collection on this device, and its pending edits. */
export interface StoredCollection {
  rows: StoredRecord[]
  pending: PendingMutation[]
}

/** Call it in a transaction on `records` and `queue`. */
export async function readStoredCollection(
  { records, queue }: Pick<OwnerDatabase, 'records' | 'queue'>,
  coll: PageCollection,
): Promise<StoredCollection> {
  const [rows, pending] = await Promise.all([
    records.where('key').startsWith(`${coll}/`).toArray(),
    queue.where('key').startsWith(`${coll}/`).toArray(),
  ])
  return { rows, pending }
}

export interface CollectionRecord {
  id: string
  rev: number
  /** The optimistic value; null if it is deleted. */
  data: RecordData | null
  /** Open conflicts that the owner has not decided on this device. */
  conflicts: OpenConflict[]
}

export function listCollectionRecords({ rows, pending }: StoredCollection): CollectionRecord[] {
  return rows.map((row) => {
    const { data, deleted } = getOptimistic(row)
    const ofRow = pending.filter(({ key }) => key === row.key)
    return {
      id: row.id,
      rev: row.rev,
      data: deleted ? null : data,
      conflicts: getOpenConflicts(row, ofRow),
    }
  })
}
