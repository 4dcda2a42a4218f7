import type { RecordRef } from '#client/data/store/schema.ts'
import type { Tx } from '#server/db/database.ts'
import { readSchedule } from '#server/schedule/store.ts'
import { readLivingRecords } from '#server/sync/store.ts'
import { diffSchedules } from '#shared/schedule/merge-schedules.ts'
import { buildContent } from '#shared/schedule/schedule-records.ts'

/** An exception, which devices set and remove. */
export const DATE = { coll: 'schedule', id: 'date-2026-12-24' } as const satisfies RecordRef

/** A weekday that devices switch off, to the same value. */
export const DAY_OFF = {
  ref: { coll: 'schedule', id: 'day-1' } as const satisfies RecordRef,
  set: { day: { enabled: false, timeSlots: [] } },
}

export const PART_REFS: readonly RecordRef[] = [DATE, DAY_OFF.ref]

/** A sentence for each part in which the server's schedule differs from its records. */
export async function findScheduleProblems(tx: Tx): Promise<string[]> {
  const meant = buildContent(await readLivingRecords(tx, 'schedule'))
  return diffSchedules(meant, await readSchedule(tx)).map(
    (part) => `The server offers other hours than the record of ${part} has`,
  )
}
