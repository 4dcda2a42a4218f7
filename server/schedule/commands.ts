import type { Tx } from '#server/db/database.ts'
import type { HttpRefusal } from '#server/http/http-result.ts'
import type { ChangeSource } from '#server/sync/ports.ts'
import { writeServerEdits } from '#server/sync/server-edits.ts'
import { readLivingRecords } from '#server/sync/store.ts'
import {
  type OwnerSchedule,
  type ScheduleUpdate,
  scheduleRefusals,
  toScheduleContent,
  type UpcomingMeeting,
} from '#shared/schedule/desk-api.ts'
import {
  diffSchedules,
  getPart,
  mergeSchedules,
  type PartName,
  type PartValue,
  type ScheduleContent,
} from '#shared/schedule/merge-schedules.ts'
import { buildContent, toRecordData, toRecordId } from '#shared/schedule/schedule-records.ts'
import { findMeetingsOutsideHours, validateSchedule } from '#shared/schedule/schedule-validation.ts'
import { MAX_EXCEPTIONS, type Schedule, TOO_MANY_EXCEPTIONS } from '#shared/schedule/schema.ts'
import { sortSlots } from '#shared/schedule/time-ranges.ts'
import { readOwnerSchedule, type ScheduleParts } from './queries.ts'
import {
  deleteOldVersions,
  FIRST_VERSION,
  findLatestVersion,
  findVersion,
  insertVersion,
  readSchedule,
} from './store.ts'

/** How long saved versions are kept as merge bases, ms: longer than a device stays offline. */
const VERSION_RETENTION = 400 * 86_400_000

/** One part that was changed on two devices; null if that side has no exception on the date. */
interface ScheduleConflict {
  part: PartName
  mine: PartValue | null
  theirs: PartValue | null
  /** When the server's value was saved, ISO 8601. */
  changedAt: string | null
}

type SaveRefusal = HttpRefusal & { conflicts?: ScheduleConflict[] }

type SaveSuccess = { ok: true; value: OwnerSchedule & { meetingsOutsideHours: UpcomingMeeting[] } }

/**
 * Saves the owner's edit, merged part by part with what was saved since the edit's base version.
 * Refused, with the conflicts, if both sides changed the same part.
 */
export async function saveSchedule(
  tx: Tx,
  parts: ScheduleParts,
  update: ScheduleUpdate,
): Promise<SaveSuccess | SaveRefusal> {
  const refused = validateUpdate(update)
  if (refused) return refused
  const current = await readSchedule(tx)
  const base = await findBase(tx, update, { current, epoch: await parts.readEpoch(tx) })
  const mine = applyUpdate(update, base ?? current)
  const merged = mergeSchedules({ base, theirs: current, mine })
  if (merged.conflicts.length > 0)
    return refuseConflict(await readOwnerSchedule(tx, parts), mine, merged.conflicts)
  const { length } = merged.content.exceptions
  // Each side may be within the limit, but not both together.
  if (length > MAX_EXCEPTIONS && length > current.exceptions.length) return refuseTooMany()
  const changed = diffSchedules(current, merged.content)
  if (changed.length > 0) {
    const source = { now: parts.clock(), deviceName: update.deviceName ?? '' }
    await writeParts(tx, { content: merged.content, names: changed }, source)
  }
  const saved = await readOwnerSchedule(tx, parts)
  return {
    ok: true,
    value: {
      ...saved,
      meetingsOutsideHours: findMeetingsOutsideHours(toScheduleContent(saved), saved.meetings),
    },
  }
}

/** The content that the edit was made from; undefined if this database does not have it. */
async function findBase(
  tx: Tx,
  { version, epoch }: ScheduleUpdate,
  now: { current: Schedule; epoch: string },
): Promise<ScheduleContent | undefined> {
  if (epoch && epoch !== now.epoch) return undefined
  if (version === undefined || version === now.current.version) return now.current
  return (await findVersion(tx, version))?.content
}

function validateUpdate({ schedule, settings }: ScheduleUpdate): HttpRefusal | undefined {
  const fields = validateSchedule(schedule, settings?.exceptions ?? [])
  if (Object.keys(fields).length === 0) return undefined
  const { status, error } = scheduleRefusals.fields
  return { ok: false, status, refusal: { code: 'fields', error, fields } }
}

function refuseTooMany(): HttpRefusal {
  const fields = { 'settings.exceptions': TOO_MANY_EXCEPTIONS }
  const { status } = scheduleRefusals.fields
  return { ok: false, status, refusal: { code: 'fields', error: TOO_MANY_EXCEPTIONS, fields } }
}

/** The content after the owner's edit; an edit of the weekly hours alone keeps the other parts. */
function applyUpdate(
  { schedule, settings }: ScheduleUpdate,
  before: ScheduleContent,
): ScheduleContent {
  const tidy = <Day extends { timeSlots: ScheduleUpdate['schedule'][number]['timeSlots'] }>(
    day: Day,
  ) => ({ ...day, timeSlots: sortSlots(day.timeSlots) })
  const weekly = schedule.map(({ enabled, timeSlots }) => tidy({ enabled, timeSlots }))
  const { timeZone, noticeMinutes, windowDays, bufferMinutes, exceptions } = settings ?? before
  return {
    weekly,
    exceptions: exceptions.map(tidy),
    timeZone,
    noticeMinutes,
    windowDays,
    bufferMinutes,
  }
}

function refuseConflict(
  current: OwnerSchedule,
  mine: ScheduleContent,
  names: PartName[],
): SaveRefusal {
  const { status, error } = scheduleRefusals.changed
  const theirs = toScheduleContent(current)
  const conflicts = names.map((part) => ({
    part,
    mine: getPart(mine, part),
    theirs: getPart(theirs, part),
    changedAt: current.changedAt[part] ?? null,
  }))
  return { ok: false, status, refusal: { code: 'changed', error }, conflicts }
}

/** Writes parts of a schedule to their records, which sync to the owner's devices. */
export async function writeParts(
  tx: Tx,
  { content, names }: { content: ScheduleContent; names: readonly PartName[] },
  source: ChangeSource,
): Promise<void> {
  const edits = names.map((part) => {
    const value = getPart(content, part)
    const set = value === null ? null : toRecordData(part, value)
    return { coll: 'schedule' as const, id: toRecordId(part), set }
  })
  await writeServerEdits(tx, edits, source)
  await recordVersion(tx, source)
}

/**
 * Stores the schedule that the records now make as the next version, if it differs from the last. Call it
 * in the transaction that changed them.
 */
export async function recordVersion(tx: Tx, { now, deviceName }: ChangeSource): Promise<void> {
  const content = buildContent(await readLivingRecords(tx, 'schedule'))
  const last = await findLatestVersion(tx)
  const before = last ?? FIRST_VERSION
  const changed = diffSchedules(before.content, content)
  if (changed.length === 0) return
  // The first version is a base as well: forms and pages that show it may send it.
  if (!last) await insertVersion(tx, before)
  const version = before.version + 1
  const changedAt = { ...before.changedAt }
  for (const part of changed) changedAt[part] = now
  await insertVersion(tx, { version, content, changedAt, savedAt: now, savedBy: deviceName })
  await deleteOldVersions(tx, { before: version, savedBefore: now - VERSION_RETENTION })
}
