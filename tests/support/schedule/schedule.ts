import type { Database, Tx } from '#server/db/database.ts'
import { writeParts } from '#server/schedule/commands.ts'
import { readSchedule } from '#server/schedule/store.ts'
import { diffSchedules, type ScheduleContent } from '#shared/schedule/merge-schedules.ts'

const SAVED_AT = Date.parse('2026-11-21T12:00:00Z')

/** Saves the schedule with this change, as the owner does. */
export function changeSchedule(db: Database, change: Partial<ScheduleContent>): Promise<void> {
  return db.write((tx) => writeChange(tx, change))
}

async function writeChange(tx: Tx, change: Partial<ScheduleContent>): Promise<void> {
  const { version: _version, ...before } = await readSchedule(tx)
  const content = { ...before, ...change }
  const names = diffSchedules(before, content)
  await writeParts(tx, { content, names }, { now: SAVED_AT, deviceName: '' })
}
