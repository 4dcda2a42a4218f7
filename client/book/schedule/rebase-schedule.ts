import { safeParse } from 'valibot'
import type { OwnerDatabase } from '#client/book/store/database.ts'
import {
  getScheduleSettings,
  type ScheduleUpdate,
  toScheduleContent,
  toWireSchedule,
  updateSchedule,
} from '#shared/schedule/desk-api.ts'
import { mergeSchedules, type ScheduleContent } from '#shared/schedule/merge-schedules.ts'
import {
  hasDraftConflict,
  hasPartValue,
  listDraftedParts,
  parseDrafts,
} from '#shared/schedule/schedule-drafts.ts'
import type { RecordData } from '#shared/sync/collections.ts'
import type { Intent } from '#shared/sync/protocol.ts'

type Publish = Extract<Intent, { op: 'publish' }>

/**
 * Rebases a publish that was queued while an earlier one was being sent: its changes are relative
 * to the earlier update, not to the common base. `before.published`: the server's answer to the
 * earlier update. Undefined if a conflict needs the owner's choice, or one of the three cannot be
 * read.
 */
export function rebaseSchedule(
  next: Publish,
  before: { update: unknown; published: unknown },
): Publish | undefined {
  const base = parseContent(before.update)
  const mine = parseContent(next.update)
  const published = safeParse(updateSchedule.output, before.published)
  if (!base || !mine || !published.success) return undefined
  const { version, epoch } = published.output
  const merged = mergeSchedules({ base, theirs: toScheduleContent(published.output), mine })
  if (merged.conflicts.length > 0) return undefined
  const { deviceName } = next.update as Pick<ScheduleUpdate, 'deviceName'>
  const update = { ...toWireSchedule(merged.content), ...(deviceName && { deviceName }) }
  return { ...next, baseVersion: version, baseEpoch: epoch, update }
}

/** The schedule in a complete update; undefined if a part is missing. */
export function parseContent(update: unknown): ScheduleContent | undefined {
  const parsed = safeParse(updateSchedule.input, update)
  const { schedule, settings } = parsed.success ? parsed.output : {}
  if (!schedule || !settings) return undefined
  const weekly = schedule.map(({ enabled, timeSlots }) => ({ enabled, timeSlots }))
  return { weekly, ...settings }
}

/**
 * Whether unpublished drafts conflict with the cached copy of the server's schedule. False without
 * a copy.
 */
export async function hasServerConflict(
  db: OwnerDatabase,
  work: Readonly<RecordData>,
): Promise<boolean> {
  const drafts = parseDrafts(work)
  if (listDraftedParts(drafts).length === 0) return false
  const copy = await db.queryCache.get(getScheduleSettings.path)
  const parsed = safeParse(getScheduleSettings.output, copy?.data)
  if (!parsed.success) return false
  const server = { content: toScheduleContent(parsed.output), epoch: parsed.output.epoch }
  return listDraftedParts(drafts).some(
    (part) =>
      !hasPartValue(server.content, part, drafts[part]?.value ?? null) &&
      hasDraftConflict(drafts[part], part, server),
  )
}
