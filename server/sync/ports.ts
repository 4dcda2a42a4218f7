import type { Database, Tx } from '#server/db/database.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { ScheduleUpdate } from '#shared/schedule/desk-api.ts'

/** What came of publishing a schedule: saved, refused for what is wrong in it, or changed elsewhere too. */
interface Published {
  status: 'applied' | 'refused' | 'conflict'
  /** What the schedule's own endpoint answers. */
  answer: unknown
  reason?: string
}

export interface SyncParts {
  db: Database
  clock: Clock
  /** `baseVersion` is undefined where the edit began from a past that this database does not have. */
  publish(tx: Tx, update: ScheduleUpdate, baseVersion: number | undefined): Published
  /** Signs a device out. */
  endSession(userId: string, sessionId: string): Promise<void>
}
