import { compileOnce, type Tx } from '#server/db/database.ts'
import type { ScheduleVersionTable } from '#server/db/tables.ts'
import type { Interval } from '#shared/booking/slots.ts'
import {
  defaultContent,
  type PartName,
  type ScheduleContent,
} from '#shared/schedule/merge-schedules.ts'
import { defaultSchedule, type Schedule } from '#shared/schedule/schema.ts'

/** The owner's schedule; `defaultSchedule` until the owner has saved one. */
export async function readSchedule(tx: Tx): Promise<Schedule> {
  const { content: saved, version: current } = (await findLatestVersion(tx)) ?? FIRST_VERSION
  return { ...saved, version: current }
}

export interface StoredVersion {
  version: number
  content: ScheduleContent
  /** When each part was last changed, UTC milliseconds. */
  changedAt: Partial<Record<PartName, number>>
  savedAt: number
  /** Name of the device that saved it; empty if the device gave none. */
  savedBy: string
}

/** In force until the owner saves another. Of unknown age, so that it is kept as a merge base. */
export const FIRST_VERSION: StoredVersion = {
  version: defaultSchedule.version,
  content: defaultContent,
  changedAt: {},
  savedAt: 0,
  savedBy: '',
}

export async function findVersion(tx: Tx, version: number): Promise<StoredVersion | undefined> {
  const versions = tx.selectFrom('schedule_version').selectAll()
  const row = await versions.where('version', '=', version).executeTakeFirst()
  return row && toStoredVersion(row)
}

/** The version in force; undefined until the owner has saved one. */
export async function findLatestVersion(tx: Tx): Promise<StoredVersion | undefined> {
  const versions = tx.selectFrom('schedule_version').selectAll()
  const row = await versions.orderBy('version', 'desc').limit(1).executeTakeFirst()
  return row && toStoredVersion(row)
}

function toStoredVersion(row: ScheduleVersionTable): StoredVersion {
  return {
    version: row.version,
    content: JSON.parse(row.content),
    changedAt: JSON.parse(row.changed_at),
    savedAt: row.saved_at,
    savedBy: row.saved_by,
  }
}

export async function insertVersion(tx: Tx, stored: StoredVersion): Promise<void> {
  const { version, content, changedAt, savedAt, savedBy } = stored
  await tx
    .insertInto('schedule_version')
    .values({
      version,
      content: JSON.stringify(content),
      changed_at: JSON.stringify(changedAt),
      saved_at: savedAt,
      saved_by: savedBy,
    })
    .execute()
}

/** Deletes old merge bases; a version with `saved_at` 0 (of unknown age) is kept. */
export async function deleteOldVersions(
  tx: Tx,
  old: { before: number; savedBefore: number },
): Promise<void> {
  await tx
    .deleteFrom('schedule_version')
    .where('version', '<', old.before)
    .where('saved_at', '<', old.savedBefore)
    .where('saved_at', '>', 0)
    .execute()
}

/** Busy times of the owner's calendar that overlap an interval, in order of their starts. */
export async function readBusyTimes(tx: Tx, within: Interval): Promise<Interval[]> {
  return (await selectBusyTimes(tx, within)).rows
}

const selectBusyTimes = compileOnce((tx, { start, end }: Interval) =>
  tx
    .selectFrom('busy_time')
    .select(['starts_at as start', 'ends_at as end'])
    .where('starts_at', '<', end)
    .where('ends_at', '>', start)
    .orderBy('starts_at'),
)

/** 30 days, ms. The schema's triggers number the records of busy times by it. */
const MONTH = 2_592_000_000

/** The busy times that begin in each of these numbers of 30 days, in order of their starts. */
export async function readBusyMonths(
  tx: Tx,
  ids: readonly string[],
): Promise<Map<string, Interval[]>> {
  const months = new Map<string, Interval[]>()
  for (const id of ids) {
    const start = Number(id) * MONTH
    const busy = await selectBusyTimesFrom(tx, { start, end: start + MONTH })
    if (busy.rows.length > 0) months.set(id, busy.rows)
  }
  return months
}

const selectBusyTimesFrom = compileOnce((tx, { start, end }: Interval) =>
  tx
    .selectFrom('busy_time')
    .select(['starts_at as start', 'ends_at as end'])
    .where('starts_at', '>=', start)
    .where('starts_at', '<', end)
    .orderBy('starts_at'),
)
