import type { JourneyListItem } from '#client/data/journeys/types.ts'
import { formatWeekday } from '#client/desk/kit/format-date.ts'
import { getDisplayZone } from '#client/lib/data/device-zone.ts'
import { formatTripDates } from '#shared/clients/format-trip.ts'
import { getDates, HOME_ZONE, type JourneyDay, type PlannedItem } from '#shared/journeys/days.ts'
import { type ItemKind, kindLabels, travelKinds } from '#shared/journeys/journey-fields.ts'
import { addDays, daysBetween, type PlainDate } from '#shared/lib/date.ts'
import type { Names } from '#shared/lib/define-collection.ts'
import { formatDate } from '#shared/lib/format-date.ts'
import { formatCount, formatTenths, pluralize } from '#shared/lib/format-number.ts'
import { capitalize } from '#shared/lib/normalize-text.ts'
import { formatZone, formatZoneCity, getOffset, toWallTime } from '#shared/lib/time-zone.ts'
import { getFirstInstant } from '#shared/lib/wall-time.ts'
import { getJourneyState, getToday, type JourneyGroups } from './list/journey-groups.ts'

type Day = JourneyDay<PlannedItem>

/** The kinds in the order of the form. */
export const kindOrder: readonly ItemKind[] = [
  'stay',
  'transfer',
  'flight',
  'train',
  'ferry',
  'table',
  'activity',
  'note',
]

/** An item's title, or `Untitled ferry`. */
export function getItemName({ title, kind }: Pick<PlannedItem, 'title' | 'kind'>): string {
  return title || `Untitled ${kindLabels[kind].toLowerCase()}`
}

/** `Thursday 11 June`; `Day 3` while the journey has no dates. */
export function formatDay({ date, number }: Pick<Day, 'date' | 'number'>): string {
  return date ? formatDate(date, 'weekday') : `Day ${number}`
}

/** By id: the days and the clients, for showing values that name them. */
export function listNames(
  days: readonly Pick<Day, 'id' | 'date' | 'number'>[],
  clients: readonly { id: string; name: string }[] = [],
): Names {
  const dayNames = days.map((day) => [day.id, formatDay(day)] as const)
  return new Map([...dayNames, ...clients.map(({ id, name }) => [id, name] as const)])
}

/** The two parts of a day in the rail: `Thu` and `11 June`, or `Day` and `3`. */
export function formatDayParts({ date, number }: Pick<Day, 'date' | 'number'>): [string, string] {
  return date ? [formatWeekday(date), formatDate(date, 'day')] : ['Day', String(number)]
}

/** `9 to 16 June 2026`, `8 days`, `No days yet`. */
export function formatSpan(days: readonly Day[]): string {
  const dates = getDates(days)
  if (dates) return formatTripDates(dates)
  return days.length === 0 ? 'No days yet' : pluralize(days.length, 'day')
}

/**
 * Where a day is spent: where guests sleep and between which places they travel, or else what the
 * day's other items name. `Bodø, then Svolvær`.
 */
export function formatDayPlaces({ items, nights }: Day): string {
  const towns = [
    ...nights.slice(0, 1).map(({ item }) => item.place),
    ...items.flatMap(({ kind, place, toPlace }) =>
      travelKinds.includes(kind) ? [place, toPlace] : kind === 'stay' ? [place] : [],
    ),
  ].filter(Boolean)
  const names =
    towns.length > 0
      ? towns
      : items
          .map(({ place }) => place)
          .filter(Boolean)
          .slice(0, 1)
  return names.filter((name, index) => name !== names[index - 1]).join(', then ')
}

/** The number of items on a day, including stays that began earlier; a day with only these is free. */
export function countItems({ items, nights }: Day): number {
  return items.length === 0 ? 0 : items.length + nights.length
}

/** The time zone at the end of a day: that of the last item with a zone, on this day or an earlier one. */
export function getDayZone(days: readonly Day[], index: number): string {
  for (const day of days.slice(0, index + 1).reverse())
    for (const { zone, endZone, kind } of [...day.items].reverse()) {
      const last = (travelKinds.includes(kind) && endZone) || zone
      if (last) return last
    }
  return HOME_ZONE
}

/** All time zones of a day's times. */
function listDayZones({ items }: Day): string[] {
  const zones = items.flatMap(({ begins, ends, zone, endZone, kind }) => [
    ...(begins || ends ? [zone || HOME_ZONE] : []),
    ...(ends && endZone && travelKinds.includes(kind) ? [endZone] : []),
  ])
  return [...new Set(zones)]
}

/** `Day 3 of 8. All times in Europe/Oslo, 6 hours ahead of New York.` */
export function describeDay(days: readonly Day[], index: number): string {
  const day = days[index]
  if (!day) return ''
  const where = `Day ${day.number} of ${days.length}.`
  const zones = listDayZones(day)
  if (zones.length > 1) return `${where} Times in ${zones.map(formatZone).join(', then in ')}.`
  const zone = zones[0] ?? getDayZone(days, index)
  return `${where} All times in ${formatZone(zone)}${day.date && compareZones(zone, day.date)}.`
}

/** `, 6 hours ahead of New York`; empty if the desk's clock shows the same time. */
function compareZones(zone: string, date: PlainDate): string {
  const here = getDisplayZone()
  const noon = getFirstInstant(date, 720, zone)
  const minutes = Math.round((getOffset(noon, zone) - getOffset(noon, here)) / 60_000)
  if (minutes === 0) return ''
  const hours = Math.abs(minutes) / 60
  const span = `${formatTenths(hours)} hour${hours === 1 ? '' : 's'}`
  return `, ${span} ${minutes > 0 ? 'ahead of' : 'behind'} ${formatZoneCity(here)}`
}

/** Index of today by the clock where the guests are; -1 unless they are under way. */
export function findToday(days: readonly Day[], now: number): number {
  // In every zone today is at most one day away from the date in UTC.
  const { date: utcDate } = toWallTime(now, 'UTC')
  const near = [addDays(utcDate, -1), utcDate, addDays(utcDate, 1)]
  return days.findIndex(
    ({ date }, index) =>
      near.includes(date) && toWallTime(now, getDayZone(days, index)).date === date,
  )
}

/** `to 14:00`, `to 07:10 next day`, after the begin `Oslo time, to 18:05 Helsinki time`; empty without an end. */
export function formatEnd({ begins, ends, endDay, endZone, zone, kind }: PlannedItem): string {
  if (!ends) return ''
  const near: Record<number, string> = { [-1]: ' the day before', 0: '', 1: ' next day' }
  const days = near[endDay] ?? ` +${endDay} days`
  const differs = travelKinds.includes(kind) && endZone && endZone !== (zone || HOME_ZONE)
  if (!differs) return `to ${ends}${days}`
  const begin = begins ? `${formatZoneCity(zone || HOME_ZONE)} time, ` : ''
  return `${begin}to ${ends} ${formatZoneCity(endZone)} time${days}`
}

/** The line below an item's title: where it is, and the first line for the guests. */
export function summarizeItem(item: PlannedItem): string {
  const { guestText, contact, included } = item
  const rest = guestText ? [guestText.split('\n')[0] ?? ''] : [contact, included]
  return [formatWhere(item), ...rest].filter(Boolean).map(endSentence).join(' ')
}

/** `Bodø to Svolvær`, `Havnehuset, Torget 22`. */
export function formatWhere({ kind, place, toPlace, address }: PlannedItem): string {
  if (travelKinds.includes(kind)) return [place, toPlace].filter(Boolean).join(' to ')
  return kind === 'stay' ? [place, address].filter(Boolean).join(', ') : place || address
}

function endSentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`
}

/** The last day of a link: `30 June`. */
export function formatLastDay(endsAt: number): string {
  return formatDate(toLastDay(endsAt), 'day')
}

/** The last date on which a link that ends at this instant works. */
export function toLastDay(endsAt: number): PlainDate {
  return addDays(toWallTime(endsAt, HOME_ZONE).date, -1)
}

/** Parses `17:00`, `1700`, `17.00` or `17` to `HH:MM`; empty for empty text, undefined if it is no time. */
export function parseTime(text: string): string | undefined {
  const typed = text.trim()
  if (typed === '') return ''
  const [, hours = '', minutes = '00'] = /^(\d{1,2})(?:[:.\s]?(\d{2}))?$/.exec(typed) ?? []
  const isTime = hours !== '' && Number(hours) < 24 && Number(minutes) < 60
  return isTime ? `${hours.padStart(2, '0')}:${minutes}` : undefined
}

const numerals = [
  ...['no', 'one', 'two', 'three', 'four', 'five', 'six'],
  ...['seven', 'eight', 'nine', 'ten'],
]

/** `One under way, two ahead, three still being drawn.`; empty if there are no journeys. */
export function formatLead({ underWay, ahead, drafts, past }: JourneyGroups): string {
  const parts = [
    underWay.length > 0 && `${toNumeral(underWay.length)} under way`,
    ahead.length > 0 && `${toNumeral(ahead.length)} ahead`,
    drafts.length > 0 && `${toNumeral(drafts.length)} still being drawn`,
  ].filter((part) => part !== false)
  if (parts.length === 0 && past.length > 0) parts.push(`${toNumeral(past.length)} in the past`)
  const text = parts.join(', ')
  return text && `${capitalize(text)}.`
}

function toNumeral(count: number): string {
  return numerals[count] ?? formatCount(count)
}

export function formatListDates({ dates }: Pick<JourneyListItem, 'dates'>): string {
  return dates ? formatTripDates(dates) : 'No dates yet'
}

/** `8 days, in 11 days`, `7 days, 4 still empty`, `7 days` */
export function formatLength(item: JourneyListItem, now: number): string {
  const { dates, zone, dayCount, emptyDayCount } = item
  const state = getJourneyState(item, now)
  const days = pluralize(dayCount, 'day')
  if (state === 'shared' && dates) {
    const until = daysBetween(getToday(now, zone), dates.start)
    return `${days}, ${until === 1 ? 'tomorrow' : `in ${pluralize(until, 'day')}`}`
  }
  const isDraft = state === 'draft' && emptyDayCount > 0
  return isDraft ? `${days}, ${emptyDayCount} still empty` : days
}
