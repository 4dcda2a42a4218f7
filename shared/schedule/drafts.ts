import * as v from 'valibot'
import {
  changedParts,
  type PartName,
  type PartValue,
  partValue,
  type ScheduleContent,
  withPart,
} from './merge.ts'
import { DaySchedule, ScheduleException } from './schema.ts'

/** Before the name of a part, where the owner's unpublished work on it is synced. */
const PREFIX = 'draft.'

const PART = /^(day:[0-6]|date:\d{4}-\d\d-\d\d|timeZone|noticeMinutes|windowDays|bufferMinutes)$/

// Spelled out, because a union of schemas would weigh on every public form's script.
const Value = v.nullable(
  v.pipe(v.unknown(), v.check(isPartValue)) as v.GenericSchema<unknown, PartValue>,
)

function isPartValue(value: unknown): boolean {
  if (typeof value !== 'object') return typeof value === 'string' || typeof value === 'number'
  return v.is(DaySchedule, value) || v.is(ScheduleException, value)
}

/**
 * Unpublished work on one part of the schedule: what it is to be, and what it was. Null: no exception
 * of that date.
 */
const DraftPart = v.object({
  value: Value,
  base: Value,
  /** Of the schedule that it was changed from; a version counts only within its epoch. */
  baseVersion: v.number(),
  baseEpoch: v.string(),
  /** Where it was last changed, and when by that device's clock, ISO 8601. */
  deviceId: v.string(),
  device: v.string(),
  at: v.string(),
})

export type DraftPart = v.InferOutput<typeof DraftPart>

export type DraftParts = Partial<Record<PartName, DraftPart>>

export function fieldOf(part: PartName): string {
  return PREFIX + part
}

/** The part whose draft a field holds; undefined for any other field. */
export function partOf(field: string): PartName | undefined {
  const name = field.startsWith(PREFIX) ? field.slice(PREFIX.length) : ''
  return PART.test(name) ? (name as PartName) : undefined
}

/** What a field holds, where it holds a draft that can be read. */
export function readDraft(value: unknown): DraftPart | undefined {
  const parsed = v.safeParse(DraftPart, value)
  return parsed.success ? parsed.output : undefined
}

/** The unpublished work in a record's fields. */
export function draftsIn(data: Readonly<Record<string, unknown>>): DraftParts {
  const drafts: DraftParts = {}
  for (const [field, value] of Object.entries(data)) {
    const part = partOf(field)
    const draft = readDraft(value)
    if (part && draft) drafts[part] = draft
  }
  return drafts
}

export function namesOf(drafts: DraftParts): PartName[] {
  return Object.keys(drafts) as PartName[]
}

export function isSaid(content: ScheduleContent, part: PartName, value: PartValue | null): boolean {
  return changedParts(content, withPart(content, part, value)).length === 0
}

/** Whether the server has something else than the draft began from, or nobody knows what that was. */
export function isMet(
  draft: DraftPart | undefined,
  part: PartName,
  { content, epoch }: { content: ScheduleContent; epoch: string },
): boolean {
  if (!draft) return false
  const known = draft.baseEpoch === '' || draft.baseEpoch === epoch
  return !known || !isSaid(content, part, draft.base)
}

/** The fields whose work a schedule has in it: there is nothing left to publish in them. */
export function publishedFields(
  data: Readonly<Record<string, unknown>>,
  content: ScheduleContent,
): string[] {
  const drafts = draftsIn(data)
  return namesOf(drafts)
    .filter((part) => isSaid(content, part, drafts[part]?.value ?? null))
    .map(fieldOf)
}

/** What a schedule says of a part; null where it has no such date. */
export function valueIn(content: ScheduleContent, part: PartName): PartValue | null {
  return partValue(content, part) ?? null
}
