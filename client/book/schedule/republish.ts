import { safeParse } from 'valibot'
import type { OwnerDatabase } from '#client/book/store/database.ts'
import {
  contentOf,
  getScheduleSettings,
  type ScheduleUpdate,
  updateSchedule,
  wireOf,
} from '#shared/schedule/desk-api.ts'
import { draftsIn, isMet, isSaid, namesOf } from '#shared/schedule/drafts.ts'
import { mergeSchedules, type ScheduleContent } from '#shared/schedule/merge.ts'
import type { Intent } from '#shared/sync/protocol.ts'
import type { RecordData } from '#shared/sync/records.ts'

type Publish = Extract<Intent, { op: 'publish' }>

/**
 * Rebases a publish that was queued while an earlier one was being sent: its changes are relative
 * to the earlier update, not to the common base. `before.published`: the server's answer to the
 * earlier update. Undefined if a conflict needs the owner's choice, or one of the three cannot be
 * read.
 */
export function rebase(
  next: Publish,
  before: { update: unknown; published: unknown },
): Publish | undefined {
  const base = contentIn(before.update)
  const mine = contentIn(next.update)
  const published = safeParse(updateSchedule.output, before.published)
  if (!base || !mine || !published.success) return undefined
  const { version, epoch } = published.output
  const merged = mergeSchedules({ base, theirs: contentOf(published.output), mine })
  if (merged.conflicts.length > 0) return undefined
  const { device } = next.update as Pick<ScheduleUpdate, 'device'>
  const update = { ...wireOf(merged.content), ...(device && { device }) }
  return { ...next, baseVersion: version, baseEpoch: epoch, update }
}

/** The schedule in a complete update; undefined if a part is missing. */
export function contentIn(update: unknown): ScheduleContent | undefined {
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
export async function meetsServer(db: OwnerDatabase, work: Readonly<RecordData>): Promise<boolean> {
  const drafts = draftsIn(work)
  if (namesOf(drafts).length === 0) return false
  const copy = await db.copies.get(getScheduleSettings.path)
  const parsed = safeParse(getScheduleSettings.output, copy?.data)
  if (!parsed.success) return false
  const server = { content: contentOf(parsed.output), epoch: parsed.output.epoch }
  return namesOf(drafts).some(
    (part) =>
      !isSaid(server.content, part, drafts[part]?.value ?? null) &&
      isMet(drafts[part], part, server),
  )
}
