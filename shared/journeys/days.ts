import { addDays, daysBetween, type PlainDate } from '#shared/lib/date.ts'
import { getFirstInstant } from '#shared/lib/wall-time.ts'
import { parseMinute } from '#shared/schedule/time-ranges.ts'
import { type ItemData, type JourneyData, travelKinds } from './journey-fields.ts'
import { compareOrder } from './order.ts'

/** The owner's time zone, which applies to items without one. */
export const HOME_ZONE = 'Europe/Oslo'

export interface JourneyItem extends ItemData {
  id: string
}

/** What the owner's items and those of a guest's copy have in common. */
export type PlannedItem = Omit<JourneyItem, 'order' | 'ownerText' | 'removedDocuments'>

export interface JourneyDay<Item extends PlannedItem = JourneyItem> {
  id: string
  order: string
  /** Counts from 1. */
  number: number
  /** Empty while the journey has no dates. */
  date: PlainDate | ''
  /** In order; without the stays of earlier days. */
  items: Item[]
  /** Stays that began earlier, with the number of tonight's night. */
  nights: { item: Item; night: number }[]
  /** The day, or the journey, was removed on one device while another planned something on it. */
  isRestored: boolean
}

/**
 * The days of a journey in order, with their items. A removed day is listed while it has items. Days that
 * only items name are listed last.
 */
export function listDays(
  journey: JourneyData & Record<string, unknown>,
  items: readonly JourneyItem[],
): JourneyDay[] {
  const stored = Object.entries(journey).flatMap(([name, order]) =>
    name.startsWith('day.') && typeof order === 'string' ? [{ id: name.slice(4), order }] : [],
  )
  const isRemoved = (id: string) => journey[`removed.${id}`] === true
  const used = new Set(items.map(({ day }) => day))
  const living = stored.filter(({ id }) => !isRemoved(id) || used.has(id)).sort(compareOrder)
  const unknown = [...used].filter((id) => !stored.some((day) => day.id === id)).sort()
  const days = [...living, ...unknown.map((id) => ({ id, order: '' }))].map(
    ({ id, order }, index): JourneyDay => ({
      id,
      order,
      number: index + 1,
      date: journey.start && addDays(journey.start, index),
      items: [],
      nights: [],
      isRestored: isRemoved(id) || unknown.includes(id),
    }),
  )
  placeItems(days, [...items].sort(compareOrder))
  return days
}

/** Adds sorted items to their days. */
export function placeItems<Item extends PlannedItem>(
  days: readonly JourneyDay<Item>[],
  items: readonly Item[],
): void {
  const indexes = new Map(days.map(({ id }, index) => [id, index]))
  for (const item of items) {
    const index = indexes.get(item.day)
    if (index === undefined) continue
    days[index]?.items.push(item)
    if (item.kind !== 'stay') continue
    for (let night = 2; night <= item.nights; night++)
      days[index + night - 1]?.nights.push({ item, night })
  }
}

/** First and last date; undefined while the journey has no dates or no days. */
export function getDates(
  days: readonly { date: PlainDate | '' }[],
): { start: PlainDate; end: PlainDate } | undefined {
  const [start, end] = [days[0]?.date, days.at(-1)?.date]
  return start && end ? { start, end } : undefined
}

export type JourneyState = 'draft' | 'shared' | 'under way' | 'past'

/** `today`: the date where the journey begins. A journey that was never shared is a draft until it is over. */
export function getStateByDates(
  dates: { start: PlainDate; end: PlainDate } | undefined,
  { isShared, today }: { isShared: boolean; today: PlainDate },
): JourneyState {
  if (dates && today > dates.end) return 'past'
  if (dates && isShared && today >= dates.start) return 'under way'
  return isShared ? 'shared' : 'draft'
}

/** The places of a journey in order, without immediate repetitions. */
export function listPlaces(days: readonly JourneyDay<PlannedItem>[]): string[] {
  const names = days.flatMap((day) => listDayPlaces(day))
  return names.filter((name, index) => name !== names[index - 1])
}

/** Where a day is spent: `Bodø, Svolvær`. */
export function listDayPlaces({ items, nights }: JourneyDay<PlannedItem>): string[] {
  const names = [
    ...nights.slice(0, 1).map(({ item }) => item.place),
    ...items.flatMap(({ kind, place, toPlace }) =>
      travelKinds.includes(kind) ? [place, toPlace] : [place],
    ),
  ].filter((name) => name !== '')
  return names.filter((name, index) => name !== names[index - 1])
}

/** The time zone in which an item begins. */
export function getZone(item: Pick<PlannedItem, 'zone'> | undefined): string {
  return item?.zone || HOME_ZONE
}

export function getEndZone(item: Pick<PlannedItem, 'zone' | 'endZone'>): string {
  return item.endZone || getZone(item)
}

/**
 * When an item begins, UTC milliseconds; undefined without a date or time. A wall time that the clocks skip
 * is read as the end of the gap, one that occurs twice as the first.
 */
export function getStart(item: PlannedItem, date: PlainDate | ''): number | undefined {
  if (!date || !item.begins) return undefined
  return getFirstInstant(date, parseMinute(item.begins), getZone(item))
}

/** When an item ends, UTC milliseconds; undefined without a date or time. */
export function getEnd(item: PlannedItem, date: PlainDate | ''): number | undefined {
  if (!date || !item.ends) return undefined
  return getFirstInstant(addDays(date, item.endDay), parseMinute(item.ends), getEndZone(item))
}

export interface JourneyWarning {
  /** The item that the warning is shown at. */
  itemId: string
  text: string
}

/**
 * Warns of impossible times and a wrong order, which are allowed nevertheless. Stays and notes overlap other
 * items and have no warnings.
 */
export function findWarnings(days: readonly JourneyDay[]): JourneyWarning[] {
  const warnings: JourneyWarning[] = []
  let last: TimedItem | undefined
  for (const timed of listTimed(days)) {
    const { item, start, end } = timed
    if (end < start) warnings.push({ itemId: item.id, text: 'Ends before it begins.' })
    const clash = last && describeClash(last, timed)
    if (clash) warnings.push({ itemId: item.id, text: clash })
    if (!last || end >= last.end) last = timed
  }
  return warnings
}

interface TimedItem {
  item: JourneyItem
  /** UTC milliseconds, as is `end`, which equals `start` for an item without an end. */
  start: number
  end: number
}

function listTimed(days: readonly JourneyDay[]): TimedItem[] {
  return days.flatMap(({ items, date }) =>
    items.flatMap((item) => {
      const start = getStart(item, date)
      if (start === undefined || item.kind === 'stay' || item.kind === 'note') return []
      return [{ item, start, end: getEnd(item, date) ?? start }]
    }),
  )
}

function describeClash(before: TimedItem, { item, start }: TimedItem): string | undefined {
  const name = toName(before.item)
  if (start < before.start) return `Begins before ${name}, which is above it.`
  if (start >= before.end) return undefined
  const [arrives, leaves] = [before.item, item].map(({ kind }) => travelKinds.includes(kind))
  return `${leaves ? 'Leaves' : 'Begins'} before ${name} ${arrives ? 'arrives' : 'ends'}.`
}

function toName({ title, kind }: JourneyItem): string {
  return title ? `“${title}”` : `the ${kind}`
}

/** Turns times into instants in a journey without dates, where only the times of day are compared. */
const ANY_DATE = '2001-01-01'

/**
 * The index at which an item with a time belongs among the day's others: before the first that begins later.
 */
export function findTimedIndex(
  others: readonly JourneyItem[],
  item: JourneyItem,
  date: PlainDate | '',
): number {
  const day = date || ANY_DATE
  const start = getStart(item, day)
  if (start === undefined) return others.length
  const index = others.findIndex((other) => (getStart(other, day) ?? -1) > start)
  return index === -1 ? others.length : index
}

/** Whether no item above begins later, and no item below earlier. */
export function isTimeInOrder(
  { items, date }: Pick<JourneyDay, 'items' | 'date'>,
  item: JourneyItem,
): boolean {
  const start = getStart(item, date || ANY_DATE)
  const index = items.findIndex(({ id }) => id === item.id)
  if (start === undefined || index === -1) return start === undefined
  return items.every((other, at) => {
    const begins = at === index ? undefined : getStart(other, date || ANY_DATE)
    return begins === undefined || (at < index ? begins <= start : begins >= start)
  })
}

/** Index of the day with a date; -1 if the date is outside the journey. */
export function findDayIndex(days: readonly { date: PlainDate | '' }[], date: PlainDate): number {
  const first = days[0]?.date
  if (!first) return -1
  const index = daysBetween(first, date)
  return index >= 0 && index < days.length ? index : -1
}
