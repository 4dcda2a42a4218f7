import * as v from 'valibot'
import { defineCollection, type RecordData } from '#shared/lib/define-collection.ts'
import { formatDate } from '#shared/lib/format-date.ts'
import {
  defaultContent,
  type PartName,
  type PartValue,
  type Rule,
  replaceParts,
  ruleNames,
  type ScheduleContent,
} from './merge-schedules.ts'
import {
  formatBuffer,
  formatHours,
  formatNotice,
  formatWindow,
  listSlots,
  weekDays,
} from './schedule-text.ts'
import {
  BookingRules,
  DaySchedule,
  defaultSchedule,
  MAX_EXCEPTIONS,
  PlainDateText,
  ScheduleException,
  type TimeRange,
  TOO_MANY_EXCEPTIONS,
} from './schema.ts'
import { SLOT_MISSING_TEXT, sortSlots, validateSlots } from './time-ranges.ts'

// The schedule is synced as one record for each weekday, rule and exception, so that edits of different
// parts never meet. A part without a record has its default; a date without one follows its weekday.

const { timeSlots, note } = ScheduleException.entries

function getSlotProblem(slots: readonly TimeRange[]): string | undefined {
  return validateSlots(slots)[0]?.message
}

/** Hours of a day that is off may be invalid: they are kept only for when it is switched on again. */
function getDayProblem({ enabled, timeSlots: slots }: DaySchedule): string | undefined {
  if (!enabled) return undefined
  return slots.length === 0 ? SLOT_MISSING_TEXT : getSlotProblem(slots)
}

const Day = v.pipe(
  DaySchedule,
  v.rawCheck(({ dataset, addIssue }) => {
    const message = dataset.typed ? getDayProblem(dataset.value) : undefined
    if (message) addIssue({ message })
  }),
)

/** An exception; its date is in the record's id. */
const DateHours = v.pipe(
  v.object({ timeSlots, note }),
  v.rawCheck(({ dataset, addIssue }) => {
    const message = dataset.typed ? getSlotProblem(dataset.value.timeSlots) : undefined
    if (message) addIssue({ message })
  }),
)

const rule = (name: Rule, label: string, format: (value: number) => string = String) => ({
  schema: BookingRules.entries[name],
  empty: defaultSchedule[name],
  label,
  merge: 'value' as const,
  format,
})

/** `09:00 to 17:00`, `Not available (Christmas)` */
function formatDayHours(hours: { note?: string }): string {
  const text = formatHours(listSlots(hours))
  return hours.note ? `${text} (${hours.note})` : text
}

/** Each record has one of the fields, which its id names. */
const fields = {
  day: {
    schema: Day,
    empty: { enabled: false, timeSlots: [] },
    label: 'Weekly hours',
    merge: 'value',
    format: formatDayHours,
  },
  date: {
    schema: DateHours,
    empty: { timeSlots: [] },
    label: 'Exception',
    merge: 'value',
    format: formatDayHours,
  },
  timeZone: rule('timeZone', 'Time zone'),
  noticeMinutes: rule('noticeMinutes', 'Minimum notice', formatNotice),
  windowDays: rule('windowDays', 'Bookable ahead', formatWindow),
  bufferMinutes: rule('bufferMinutes', 'Buffer after calls', formatBuffer),
} as const

export const scheduleCollection = defineCollection({
  name: 'schedule',
  noun: 'Opening hours',
  fields,
  hasField: (id, name) => {
    const part = parseRecordId(id)
    return part !== undefined && getPartField(part) === name
  },
  getLabel: (_name, { id }) => getDayLabel(id),
  valueWithout: 'As the week',
  maxFields: 4,
  idForm: { test: (id) => parseRecordId(id) !== undefined },
  limit: { prefix: 'date-', max: MAX_EXCEPTIONS, message: TOO_MANY_EXCEPTIONS },
  startsAnew: true,
  parent: null,
  personalData: { kind: 'of nobody' },
  exported: null,
  rows: 'single',
  // If two devices switch a day off, they may keep different hours for it. That is no conflict.
  pickAccepted: ({ set }, current) => (isOff(set.day) && isOff(current.day) ? undefined : set),
  page: { title: 'Calendar Settings', path: '/admin/settings' },
  conflictText: {
    title: 'The schedule was changed on two devices',
    meanwhile: 'The website offers the hours in use until you choose.',
  },
})

/** `Friday`, `Thu 24 Dec 2026`; undefined for a rule, whose field says it. */
function getDayLabel(id: string): string | undefined {
  const [, kind, which = ''] = /^(day|date)-(.+)$/.exec(id) ?? []
  if (kind === 'date') return formatDate(which, 'shortFull')
  return weekDays.find(({ index }) => String(index) === which)?.name
}

function isOff(day: unknown): boolean {
  return v.is(DaySchedule, day) && !day.enabled
}

/** `day-1`, `date-2026-12-24`, `rule-timeZone` */
export function toRecordId(part: PartName): string {
  return part.includes(':') ? part.replace(':', '-') : `rule-${part}`
}

/** The part that a record is; undefined if no part has this id. */
export function parseRecordId(id: string): PartName | undefined {
  const [, kind = '', name = ''] = /^(day|date|rule)-(.+)$/.exec(id) ?? []
  if (kind === 'day') return /^[0-6]$/.test(name) ? `day:${Number(name)}` : undefined
  if (kind === 'date') return v.is(PlainDateText, name) ? `date:${name}` : undefined
  return ruleNames.find((known) => known === name && kind === 'rule')
}

function getPartField(part: PartName): keyof typeof fields {
  const [kind = ''] = part.split(':')
  return kind === 'day' || kind === 'date' ? kind : (part as Rule)
}

/** The data of a part's record; null where it has no record, as a date without an exception. */
export function toRecordData(part: PartName, value: PartValue | null): RecordData {
  return { [getPartField(part)]: toFieldValue(value) }
}

function toFieldValue(value: PartValue | null): unknown {
  if (value === null || typeof value !== 'object') return value
  const slots = sortSlots(value.timeSlots)
  if ('enabled' in value) return { enabled: value.enabled, timeSlots: slots }
  return { timeSlots: slots, ...(value.note && { note: value.note }) }
}

/**
 * The part's value in the data of its record; null if it has none. Throws for a value that the checks of
 * a push would have refused.
 */
export function toPartValue(part: PartName, data: Readonly<RecordData>): PartValue | null {
  const field = getPartField(part)
  const { [field]: stored } = data
  if (stored === undefined || stored === null) return null
  if (field === 'date') {
    const { timeSlots: slots, note: text } = v.parse(DateHours, stored)
    const date = part.slice('date:'.length)
    return { date, timeSlots: slots, ...(text && { note: text }) }
  }
  return field === 'day' ? v.parse(Day, stored) : v.parse(BookingRules.entries[field], stored)
}

/** The schedule that the living records of the collection make. */
export function buildContent(
  records: Iterable<{ id: string; data: Readonly<RecordData> }>,
): ScheduleContent {
  const values = [...records].flatMap(({ id, data }) => {
    const part = parseRecordId(id)
    const value = part && toPartValue(part, data)
    return part && value !== null && value !== undefined ? [[part, value] as const] : []
  })
  return replaceParts(defaultContent, values)
}
