import type { ScheduleWork } from '#client/book/schedule/work.ts'
import { namesOf } from '#shared/schedule/drafts.ts'

/** Whose change to the unpublished work is the last; this device's where it has not told its name yet. */
export function lastDevice(work: ScheduleWork | undefined): string {
  if (!work) return ''
  const drafts = namesOf(work.drafts).flatMap((part) => work.drafts[part] ?? [])
  return drafts.sort((a, b) => a.at.localeCompare(b.at)).at(-1)?.device || work.deviceName
}
