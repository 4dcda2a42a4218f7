import type { OwnerDatabase } from '#client/data/store/database.ts'
import { getOpenConflicts, getOptimistic } from '#client/data/store/record.ts'
import type { PendingMutation, RecordKey, StoredRecord } from '#client/data/store/schema.ts'
import type { RecordData } from '#shared/sync/collections.ts'
import type { OpenConflict } from '#shared/sync/protocol.ts'

export const KEY_PREFIX = 'schedule/' satisfies RecordKey

/** The schedule's records on this device, and its pending edits. */
export interface StoredSchedule {
  rows: StoredRecord[]
  pending: PendingMutation[]
}

/** Call it in a transaction on `records` and `queue`. */
export async function readStoredSchedule({
  records,
  queue,
}: Pick<OwnerDatabase, 'records' | 'queue'>): Promise<StoredSchedule> {
  const [rows, pending] = await Promise.all([
    records.where('key').startsWith(KEY_PREFIX).toArray(),
    queue.where('key').startsWith(KEY_PREFIX).toArray(),
  ])
  return { rows, pending }
}

interface ScheduleRecord {
  id: string
  rev: number
  /** The optimistic value; null if it is deleted. */
  data: RecordData | null
  /** Open conflicts that the owner has not decided on this device. */
  conflicts: OpenConflict[]
}

export function listScheduleRecords({ rows, pending }: StoredSchedule): ScheduleRecord[] {
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
