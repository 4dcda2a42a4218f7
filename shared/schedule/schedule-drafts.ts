import * as v from 'valibot'
import {
  diffSchedules,
  findPart,
  type PartName,
  type PartValue,
  type ScheduleContent,
  setPart,
} from './merge-schedules.ts'
import { DaySchedule, ScheduleException } from './schema.ts'

/** Prefix of the fields that sync drafts: the owner's unpublished edits of schedule parts. */
const DRAFT_PREFIX = 'draft.'

const PART_PATTERN =
  /^(day:[0-6]|date:\d{4}-\d\d-\d\d|timeZone|noticeMinutes|windowDays|bufferMinutes)$/

// Written by hand, because a union of schemas would enlarge the script of every public form.
const PartValueField = v.nullable(
  v.pipe(v.unknown(), v.check(isPartValue)) as v.GenericSchema<unknown, PartValue>,
)

function isPartValue(value: unknown): boolean {
  if (typeof value !== 'object') return typeof value === 'string' || typeof value === 'number'
  return v.is(DaySchedule, value) || v.is(ScheduleException, value)
}

/**
 * A draft of one part of the schedule: its new value, and the value that it was made from. Null: no
 * exception on that date.
 */
const DraftPart = v.object({
  value: PartValueField,
  base: PartValueField,
  /** The schedule that it was made from; versions are comparable only within one epoch. */
  baseVersion: v.number(),
  baseEpoch: v.string(),
  /** The device that last changed it, and when by that device's clock, ISO 8601. */
  deviceId: v.string(),
  device: v.string(),
  at: v.string(),
})

export type DraftPart = v.InferOutput<typeof DraftPart>

export type DraftParts = Partial<Record<PartName, DraftPart>>

export function toDraftField(part: PartName): string {
  return DRAFT_PREFIX + part
}

/** The part whose draft a field holds; undefined for any other field. */
export function parseDraftField(field: string): PartName | undefined {
  const name = field.startsWith(DRAFT_PREFIX) ? field.slice(DRAFT_PREFIX.length) : ''
  return PART_PATTERN.test(name) ? (name as PartName) : undefined
}

/** The draft in a field's value; undefined if it is not valid. */
export function parseDraftPart(value: unknown): DraftPart | undefined {
  const parsed = v.safeParse(DraftPart, value)
  return parsed.success ? parsed.output : undefined
}

/** The drafts in a record's fields. */
export function parseDrafts(data: Readonly<Record<string, unknown>>): DraftParts {
  const drafts: DraftParts = {}
  for (const [field, value] of Object.entries(data)) {
    const part = parseDraftField(field)
    const draft = parseDraftPart(value)
    if (part && draft) drafts[part] = draft
  }
  return drafts
}

export function listDraftedParts(drafts: DraftParts): PartName[] {
  return Object.keys(drafts) as PartName[]
}

/** Whether a schedule already has this value for a part. */
export function hasPartValue(
  content: ScheduleContent,
  part: PartName,
  value: PartValue | null,
): boolean {
  return diffSchedules(content, setPart(content, part, value)).length === 0
}

/** Whether a draft conflicts with the server: the part differs from its base, or it is unknown. */
export function hasDraftConflict(
  draft: DraftPart | undefined,
  part: PartName,
  { content, epoch }: { content: ScheduleContent; epoch: string },
): boolean {
  if (!draft) return false
  const known = draft.baseEpoch === '' || draft.baseEpoch === epoch
  return !known || !hasPartValue(content, part, draft.base)
}

/** The fields whose drafts are already in the schedule, so that nothing remains to be published. */
export function listPublishedFields(
  data: Readonly<Record<string, unknown>>,
  content: ScheduleContent,
): string[] {
  const drafts = parseDrafts(data)
  return listDraftedParts(drafts)
    .filter((part) => hasPartValue(content, part, drafts[part]?.value ?? null))
    .map(toDraftField)
}

/** The value of a part in a schedule; null if there is no exception on that date. */
export function getPart(content: ScheduleContent, part: PartName): PartValue | null {
  return findPart(content, part) ?? null
}
