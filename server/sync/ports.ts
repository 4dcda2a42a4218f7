import type { Database, Tx } from '#server/db/database.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { ScheduleUpdate } from '#shared/schedule/desk-api.ts'
import type { ReadOnlyCollection, ReadOnlyRecords } from '#shared/sync/read-only-collections.ts'

/**
 * Result of publishing a schedule. `refused`: it is invalid. `conflict`: it was changed elsewhere.
 */
interface PublishResult {
  status: 'applied' | 'refused' | 'conflict'
  /** The same answer as from the schedule's own endpoint. */
  answer: unknown
  reason?: string
}

/** Reads the existing records among `ids`, by their ids. */
export type ReadOnlyReader<Data> = (tx: Tx, ids: readonly string[]) => Promise<Map<string, Data>>

export interface SyncParts {
  db: Database
  clock: Clock
  /** Saves the schedule; `baseVersion` is undefined if the edit was made from another epoch. */
  publishSchedule(
    tx: Tx,
    update: ScheduleUpdate,
    baseVersion: number | undefined,
  ): Promise<PublishResult>
  readOnly: { [Coll in ReadOnlyCollection]: ReadOnlyReader<ReadOnlyRecords[Coll]> }
  /** Signs a device out. */
  endSession(userId: string, sessionId: string): Promise<void>
}
