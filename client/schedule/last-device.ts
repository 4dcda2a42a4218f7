import { namesOf } from '../../shared/schedule/drafts.ts'
import type { ScheduleWork } from '../offline/schedule-work.ts'

/** Whose change to the unpublished work is the last; this device's where it has not told its name yet. */
export function lastDevice(work: ScheduleWork | undefined): string {
  if (!work) return ''
  const drafts = namesOf(work.drafts).flatMap((part) => work.drafts[part] ?? [])
  return drafts.sort((a, b) => a.at.localeCompare(b.at)).at(-1)?.device || work.deviceName
}
