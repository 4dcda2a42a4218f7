import type { Tx } from '#server/db/database.ts'
import type { Declined } from '#server/http/answer.ts'
import { outsideHours, scheduleProblems } from '#shared/schedule/checks.ts'
import {
  contentOf,
  type KeptMeeting,
  type OwnerSchedule,
  type ScheduleUpdate,
  scheduleRefusals,
} from '#shared/schedule/desk-api.ts'
import { valueIn } from '#shared/schedule/drafts.ts'
import {
  changedParts,
  inOrder,
  mergeSchedules,
  type PartName,
  type PartValue,
  type ScheduleContent,
} from '#shared/schedule/merge.ts'
import type { Schedule } from '#shared/schedule/schema.ts'
import { ownerSchedule, type ScheduleParts } from './queries.ts'
import {
  findVersion,
  forgetVersions,
  keepVersion,
  readSchedule,
  type StoredVersion,
  writeSchedule,
} from './store.ts'

/** How long saved versions are kept as merge bases, ms: longer than a device stays offline. */
const HISTORY = 400 * 86_400_000

/** One part that was changed on two devices; null if that side has no exception on the date. */
interface ScheduleConflict {
  part: PartName
  mine: PartValue | null
  theirs: PartValue | null
  /** When the server's value was saved, ISO 8601. */
  changedAt: string | null
}

type Refused = Declined & { conflicts?: ScheduleConflict[] }

type Saved = { ok: true; value: OwnerSchedule & { outside: KeptMeeting[] } }

/**
 * Saves the owner's edit, merged part by part with what was saved since the edit's base version.
 * Refused, with the conflicts, if both sides changed the same part.
 */
export function saveSchedule(
  tx: Tx,
  parts: ScheduleParts,
  update: ScheduleUpdate,
): Saved | Refused {
  const refused = check(update)
  if (refused) return refused
  const current = readSchedule(tx)
  const before = historyOf(tx, current)
  const base = baseOf(tx, update, { current, epoch: parts.epoch(tx) })
  const mine = edited(update, base ?? current)
  const merged = mergeSchedules({ base, theirs: current, mine })
  if (merged.conflicts.length > 0) return conflict(ownerSchedule(tx, parts), mine, merged.conflicts)
  const changed = changedParts(current, merged.content)
  const savedBy = update.device ?? ''
  if (changed.length > 0)
    write(tx, { before, content: merged.content, now: parts.clock(), savedBy })
  parts.published(tx, merged.content)
  const saved = ownerSchedule(tx, parts)
  return { ok: true, value: { ...saved, outside: outsideHours(contentOf(saved), saved.meetings) } }
}

/** The content that the edit was made from; undefined if this database does not have it. */
function baseOf(
  tx: Tx,
  { version, epoch }: ScheduleUpdate,
  now: { current: Schedule; epoch: string },
): ScheduleContent | undefined {
  if (epoch && epoch !== now.epoch) return undefined
  return version === undefined ? now.current : findVersion(tx, version)?.content
}

function check({ schedule, settings }: ScheduleUpdate): Declined | undefined {
  const fields = scheduleProblems(schedule, settings?.exceptions ?? [])
  if (Object.keys(fields).length === 0) return undefined
  const { status, error } = scheduleRefusals.fields
  return { ok: false, status, refusal: { code: 'fields', error, fields } }
}

/** The content after the owner's edit; an edit of the weekly hours alone keeps the other parts. */
function edited({ schedule, settings }: ScheduleUpdate, before: ScheduleContent): ScheduleContent {
  const tidy = <Day extends { timeSlots: ScheduleUpdate['schedule'][number]['timeSlots'] }>(
    day: Day,
  ) => ({ ...day, timeSlots: inOrder(day.timeSlots) })
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

function conflict(current: OwnerSchedule, mine: ScheduleContent, names: PartName[]): Refused {
  const { status, error } = scheduleRefusals.changed
  const theirs = contentOf(current)
  const conflicts = names.map((part) => ({
    part,
    mine: valueIn(mine, part),
    theirs: valueIn(theirs, part),
    changedAt: current.changedAt[part] ?? null,
  }))
  return { ok: false, status, refusal: { code: 'changed', error }, conflicts }
}

/** The stored version of the current schedule; created here if the schedule has none yet. */
function historyOf(tx: Tx, { version, ...content }: Schedule): StoredVersion {
  const found = findVersion(tx, version)
  if (found) return found
  const first = { version, content, changedAt: {}, savedAt: 0, savedBy: '' }
  keepVersion(tx, first)
  return first
}

interface Change {
  before: StoredVersion
  content: ScheduleContent
  now: number
  savedBy: string
}

function write(tx: Tx, { before, content, now, savedBy }: Change): void {
  const version = before.version + 1
  const changedAt = { ...before.changedAt }
  for (const part of changedParts(before.content, content)) changedAt[part] = now
  writeSchedule(tx, { ...content, version })
  keepVersion(tx, { version, content, changedAt, savedAt: now, savedBy })
  forgetVersions(tx, { before: version, savedBefore: now - HISTORY })
}
