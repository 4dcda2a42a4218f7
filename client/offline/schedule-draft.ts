import type { ScheduleContent } from '../../shared/schedule/merge.ts'
import { dropDraft, keepDraft, readDraft } from './desk-copies.ts'

/** The owner's edit of the schedule, as it waits on this device to be saved. */
export interface ScheduleDraft {
  content: ScheduleContent
  /** What it began from; version 0 where nothing was ever loaded. */
  base: { content: ScheduleContent; version: number }
  /** When each part was last changed here, by this device's clock, UTC milliseconds. */
  editedAt: Record<string, number>
}

const KEY = 'schedule'

export async function readScheduleDraft(userId: string): Promise<ScheduleDraft | undefined> {
  const found = await readDraft(userId, KEY)
  return isDraft(found) ? found : undefined
}

/** Whether it is on the disk. */
export function keepScheduleDraft(userId: string, draft: ScheduleDraft): Promise<boolean> {
  return keepDraft(userId, KEY, draft)
}

export function dropScheduleDraft(userId: string): Promise<boolean> {
  return dropDraft(userId, KEY)
}

function isDraft(value: unknown): value is ScheduleDraft {
  return typeof value === 'object' && value !== null && 'content' in value && 'editedAt' in value
}
