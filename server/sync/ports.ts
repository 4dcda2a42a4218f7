import type { Database, Tx } from '#server/db/database.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { ScheduleUpdate } from '#shared/schedule/desk-api.ts'

/**
 * Result of publishing a schedule. `refused`: it is invalid. `conflict`: it was changed elsewhere.
 */
interface PublishResult {
  status: 'applied' | 'refused' | 'conflict'
  /** The same answer as from the schedule's own endpoint. */
  answer: unknown
  reason?: string
}

export interface SyncParts {
  db: Database
  clock: Clock
  /** Saves the schedule; `baseVersion` is undefined if the edit was made from another epoch. */
  publishSchedule(
    tx: Tx,
    update: ScheduleUpdate,
    baseVersion: number | undefined,
  ): Promise<PublishResult>
  /** Signs a device out. */
  endSession(userId: string, sessionId: string): Promise<void>
}
