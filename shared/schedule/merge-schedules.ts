import {
  type DaySchedule,
  defaultSchedule,
  type Schedule,
  type ScheduleException,
  type TimeRange,
} from './schema.ts'
import { sortSlots } from './time-ranges.ts'

/** What the owner edits; the server sets the version. */
export type ScheduleContent = Omit<Schedule, 'version'>

const { version: _version, ...defaultContent } = defaultSchedule

export { defaultContent }

export const ruleNames = ['timeZone', 'noticeMinutes', 'windowDays', 'bufferMinutes'] as const

export type Rule = (typeof ruleNames)[number]

/** The unit of merging: two devices may change different weekdays, dates or rules at once. */
export type PartName = `day:${number}` | `date:${string}` | Rule

export type PartValue = DaySchedule | ScheduleException | string | number

type Parts = Map<PartName, PartValue>

function toParts(content: ScheduleContent): Parts {
  const parts: Parts = new Map()
  for (const [day, entry] of content.weekly.entries()) parts.set(`day:${day}`, entry)
  for (const exception of content.exceptions) parts.set(`date:${exception.date}`, exception)
  for (const rule of ruleNames) parts.set(rule, content[rule])
  return parts
}

/** A value as text, for comparison: slots sorted, and none if the day is off. */
function fingerprint(value: PartValue | undefined): string {
  if (typeof value !== 'object') return JSON.stringify(value) ?? ''
  if ('enabled' in value)
    return JSON.stringify(value.enabled ? formatSlots(value.timeSlots) : 'off')
  return JSON.stringify([formatSlots(value.timeSlots), value.note ?? ''])
}

function formatSlots(slots: readonly TimeRange[]): string[] {
  return sortSlots(slots).map(({ start, end }) => `${start}-${end}`)
}

/** The value of a part in a schedule; null if there is no exception on that date. */
export function getPart(content: ScheduleContent, name: PartName): PartValue | null {
  return toParts(content).get(name) ?? null
}

/** Whether a schedule already has this value for a part. */
export function hasPartValue(
  content: ScheduleContent,
  name: PartName,
  value: PartValue | null,
): boolean {
  return isSamePart(toParts(content).get(name) ?? null, value)
}

/** Whether two values of a part are the same hours or the same rule. */
export function isSamePart(a: PartValue | null, b: PartValue | null): boolean {
  return fingerprint(a ?? undefined) === fingerprint(b ?? undefined)
}

function listPartNames(...all: Parts[]): PartName[] {
  return [...new Set(all.flatMap((parts) => [...parts.keys()]))]
}

/** The parts in which two schedules differ; weekdays from Sunday, then dates, then rules. */
export function diffSchedules(before: ScheduleContent, after: ScheduleContent): PartName[] {
  const [a, b] = [toParts(before), toParts(after)]
  return listPartNames(a, b)
    .filter((name) => fingerprint(a.get(name)) !== fingerprint(b.get(name)))
    .sort((x, y) => rank(x) - rank(y) || x.localeCompare(y))
}

function rank(name: PartName): number {
  if (name.startsWith('day:')) return 0
  return name.startsWith('date:') ? 1 : 2
}

interface MergeSides {
  /** The common base of both sides; undefined if it is unknown. */
  base: ScheduleContent | undefined
  theirs: ScheduleContent
  mine: ScheduleContent
}

interface MergeResult {
  /** The merged content; a conflicting part has the value of `theirs`. */
  content: ScheduleContent
  conflicts: PartName[]
}

/**
 * Three-way merge by part. A part that one side changed takes that side's value; one that both
 * changed differently is a conflict. Without a base every difference is a conflict.
 */
export function mergeSchedules({ base, theirs, mine }: MergeSides): MergeResult {
  const differences = diffSchedules(theirs, mine)
  const sinceBase = (side: ScheduleContent) =>
    new Set(base ? diffSchedules(base, side) : differences)
  const byMe = sinceBase(mine)
  const byThem = sinceBase(theirs)
  const conflicts = differences.filter((name) => byMe.has(name) && byThem.has(name))
  const onlyMine = differences.filter((name) => byMe.has(name) && !byThem.has(name))
  return { content: takeParts(theirs, mine, onlyMine), conflicts }
}

/** `from`, with the named parts taken from `other`. */
export function takeParts(
  from: ScheduleContent,
  other: ScheduleContent,
  names: readonly PartName[],
): ScheduleContent {
  const source = toParts(other)
  return replaceParts(
    from,
    names.map((name) => [name, source.get(name) ?? null]),
  )
}

/** `content` with other values for some parts; null removes the exception of that date. */
export function replaceParts(
  content: ScheduleContent,
  values: Iterable<readonly [PartName, PartValue | null]>,
): ScheduleContent {
  const parts = toParts(content)
  for (const [name, value] of values)
    if (value === null) parts.delete(name)
    else parts.set(name, value)
  return toContent(parts)
}

function toContent(parts: Parts): ScheduleContent {
  const named = (start: string) => [...parts].filter(([name]) => name.startsWith(start))
  const days = named('day:').sort(([a], [b]) => a.localeCompare(b))
  const dates = named('date:').sort(([a], [b]) => a.localeCompare(b))
  const values = Object.fromEntries(ruleNames.map((rule) => [rule, parts.get(rule)]))
  return {
    weekly: days.map(([, day]) => day as DaySchedule),
    exceptions: dates.map(([, exception]) => exception as ScheduleException),
    ...(values as Pick<ScheduleContent, Rule>),
  }
}
