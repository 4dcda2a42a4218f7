import { safeParse } from 'valibot'
import {
  contentOf,
  type ScheduleUpdate,
  updateSchedule,
  wireOf,
} from '#shared/schedule/desk-api.ts'
import { mergeSchedules, type ScheduleContent } from '#shared/schedule/merge.ts'
import type { Intent } from '#shared/sync/intent.ts'

type Publish = Extract<Intent, { op: 'publish' }>

/**
 * A schedule that was saved again while the one before was under way: its owner changed it from that
 * one, not from what both began with. Undefined where it has to be asked.
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

/** The schedule that an update says; undefined where it leaves something unsaid. */
export function contentIn(update: unknown): ScheduleContent | undefined {
  const parsed = safeParse(updateSchedule.input, update)
  const { schedule, settings } = parsed.success ? parsed.output : {}
  if (!schedule || !settings) return undefined
  const weekly = schedule.map(({ enabled, timeSlots }) => ({ enabled, timeSlots }))
  return { weekly, ...settings }
}
