import { dropDraft, readDraft } from '#client/book/desk-copies.ts'
import {
  changedParts,
  type PartName,
  type PartValue,
  partValue,
  type ScheduleContent,
} from '#shared/schedule/merge.ts'

/** As drafts were kept before they were synced. */
interface OldDraft {
  content: ScheduleContent
  base: { content: ScheduleContent; version: number }
  editedAt: Record<string, number>
}

/** One part of an old draft; null: no exception of that date. */
export interface OldPart {
  part: PartName
  value: PartValue | null
  base: PartValue | null
  version: number
  /** UTC milliseconds. */
  at: number
}

const KEY = 'schedule'

/** What an earlier version of the site kept on this device. */
export async function readOldDraft(userId: string): Promise<OldPart[]> {
  const found = await readDraft(userId, KEY)
  if (!isOldDraft(found)) return []
  const { content, base, editedAt } = found
  return changedParts(base.content, content).map((part) => ({
    part,
    value: partValue(content, part) ?? null,
    base: partValue(base.content, part) ?? null,
    version: base.version,
    at: editedAt[part] ?? 0,
  }))
}

export async function dropOldDraft(userId: string): Promise<void> {
  await dropDraft(userId, KEY)
}

function isOldDraft(value: unknown): value is OldDraft {
  return typeof value === 'object' && value !== null && 'content' in value && 'editedAt' in value
}
