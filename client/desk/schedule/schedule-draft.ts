import type { PartEdit } from '#client/data/schedule/types.ts'
import {
  diffSchedules,
  getPart,
  hasPartValue,
  isSamePart,
  type PartName,
  type PartValue,
  replaceParts,
  type ScheduleContent,
} from '#shared/schedule/merge-schedules.ts'
import { parseRecordId, toRecordId } from '#shared/schedule/schedule-records.ts'

interface DraftPart {
  /** The saved value when the draft began; null is a date without an exception, as in `value`. */
  base: PartValue | null
  value: PartValue | null
}

/** Unsaved changes of this device, by part. */
export type DraftParts = Partial<Record<PartName, DraftPart>>

/** Reads stored drafts, possibly from an earlier version of the site; leaves out what is not one. */
export function parseDrafts(stored: unknown): DraftParts {
  if (typeof stored !== 'object' || stored === null) return {}
  return Object.fromEntries(
    Object.entries(stored).filter(
      ([part, draft]) =>
        parseRecordId(toRecordId(part as PartName)) === part &&
        typeof draft === 'object' &&
        draft !== null &&
        'value' in draft,
    ),
  )
}

/** The parts whose drafts differ from the saved schedule. */
export function listDraftedParts(drafts: DraftParts, saved: ScheduleContent): PartName[] {
  return (Object.keys(drafts) as PartName[]).filter(
    (part) => !hasPartValue(saved, part, drafts[part]?.value ?? null),
  )
}

/** The drafts without those that the saved schedule already has. */
export function dropSaved(drafts: DraftParts, saved: ScheduleContent): DraftParts {
  return Object.fromEntries(listDraftedParts(drafts, saved).map((part) => [part, drafts[part]]))
}

export function applyDrafts(saved: ScheduleContent, drafts: DraftParts): ScheduleContent {
  return replaceParts(
    saved,
    listDraftedParts(drafts, saved).map((part) => [part, drafts[part]?.value ?? null]),
  )
}

/** The drafts after the schedule was edited to `content`. */
export function updateDrafts(
  drafts: DraftParts,
  saved: ScheduleContent,
  content: ScheduleContent,
): DraftParts {
  const next = { ...drafts }
  for (const part of diffSchedules(applyDrafts(saved, drafts), content)) {
    const { base } = drafts[part] ?? { base: getPart(saved, part) }
    const value = getPart(content, part)
    // What was typed back is no change: a save would leave what another device has saved meanwhile.
    if (isSamePart(base, value)) delete next[part]
    else next[part] = { base, value }
  }
  return dropSaved(next, saved)
}

/** The edits that make `content` of the saved schedule; removed dates first, as their number is limited. */
export function toPartEdits(
  drafts: DraftParts,
  saved: ScheduleContent,
  content: ScheduleContent,
): PartEdit[] {
  const edits = diffSchedules(saved, content).map((part) => {
    const { base } = drafts[part] ?? { base: getPart(saved, part) }
    return { part, base, value: getPart(content, part) }
  })
  const isRemoval = ({ value }: PartEdit) => value === null
  return [...edits.filter(isRemoval), ...edits.filter((edit) => !isRemoval(edit))]
}
