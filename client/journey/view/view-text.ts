import { formatRelativeTime } from '#client/lib/data/device-zone.ts'
import { formatDates, spellCount } from '#shared/journeys/change-text.ts'
import { getDates, getEndZone, getZone, HOME_ZONE, listPlaces } from '#shared/journeys/days.ts'
import type { GuestItem } from '#shared/journeys/guest-copy.ts'
import {
  type DayRow,
  findNight,
  type GuestDay,
  type Timeline,
} from '#shared/journeys/guest-days.ts'
import { kindLabels, travelKinds } from '#shared/journeys/journey-fields.ts'
import { formatDate, formatInstantDate, formatTimeOfDay } from '#shared/lib/format-date.ts'
import { formatTenths } from '#shared/lib/format-number.ts'
import { formatZoneCity, getOffset, toWallTime } from '#shared/lib/time-zone.ts'

const MINUTE = 60_000

export function formatItemTitle({ title, kind }: GuestItem): string {
  return title || kindLabels[kind]
}

/** `14:05` today, otherwise `yesterday at 14:05`, `on 3 June at 14:05`: by this device's zone. */
export function formatMoment(instant: number, now: number): string {
  return formatRelativeTime(instant, now).replace(/^today at /, '')
}

/** `Changed at 14:02`, `Changed yesterday at 14:02` */
export function formatChanged(instant: number, now: number): string {
  const moment = formatMoment(instant, now)
  return /^\d/.test(moment) ? `Changed at ${moment}` : `Changed ${moment}`
}

/** `9 to 16 June 2026`; empty without dates. */
export function formatJourneyDates(days: readonly GuestDay[]): string {
  const dates = getDates(days)
  return dates ? formatDates(dates.start, dates.end) : ''
}

/**
 * The names of a journey's stops, each once: where guests sleep, and where they travel from and to, except
 * where they come from at first and go home to.
 */
export function listStopNames(days: readonly GuestDay[]): string[] {
  const main = days.map((day) => ({ ...day, items: day.items.filter(isOnRoute) }))
  const stops = [...new Set(listPlaces(main))]
  const slept = new Set(
    days.flatMap(({ items }) => items.flatMap(({ kind, place }) => (kind === 'stay' ? place : []))),
  )
  const inner = stops.filter(
    (stop, index) => slept.has(stop) || (index > 0 && index < stops.length - 1),
  )
  return inner.length > 0 ? inner : [...new Set(listPlaces(days))]
}

/** The stops in the order of the journey, with repetitions. */
export function listRoute(days: readonly GuestDay[]): string[] {
  const stops = new Set(listStopNames(days))
  const main = days.map((day) => ({ ...day, items: day.items.filter(isOnRoute) }))
  const route = listPlaces(main).filter((name) => stops.has(name))
  return route.length > 0 ? route : [...stops]
}

/**
 * The stops of an item, first where it is or begins: of a journey both ends, otherwise where its day is
 * spent.
 */
export function findStops(days: readonly GuestDay[], item: GuestItem): string[] {
  const stops = listStopNames(days)
  const isStop = (name: string | undefined) => name !== undefined && stops.includes(name)
  const ends = [item.place, item.toPlace].filter(isStop)
  if (travelKinds.includes(item.kind) && ends.length > 0) return ends
  const day = days.find(({ id }) => id === item.day)
  const here = [...ends, findNight(day)?.place, day?.nights[0]?.item.place].find(isStop)
  return here === undefined ? [] : [here]
}

/**
 * Where the clock of an item's first time is: of a journey where it leaves, or arrives if only that
 * has a time; otherwise where its day is spent, unless that keeps another time. Empty if not known.
 */
export function nameClockPlace(days: readonly GuestDay[], item: GuestItem): string {
  if (travelKinds.includes(item.kind)) {
    const [place = ''] = (item.begins ? item.place : item.toPlace).split(',')
    return place.trim()
  }
  const [stop = ''] = findStops(days, item)
  const stay = days
    .flatMap(({ items }) => items)
    .find(({ kind, place }) => kind === 'stay' && place === stop)
  return stay && getZone(stay) !== getZone(item) ? formatZoneCity(getZone(item)) : stop
}

/** ` Oslo time` for each end of an item whose ends are in two zones; otherwise empty. */
export function nameZones(item: GuestItem): { begin: string; end: string } {
  const [begin, end] = [getZone(item), getEndZone(item)]
  if (begin === end) return { begin: '', end: '' }
  return { begin: ` ${formatZoneCity(begin)} time`, end: ` ${formatZoneCity(end)} time` }
}

const isOnRoute = ({ kind }: GuestItem) => kind === 'stay' || travelKinds.includes(kind)

/** `Bodø, then Svolvær`: where a day leads; `Day 3` if its plans name no place. */
export function formatDayTitle(day: GuestDay): string {
  const from = day.nights[0]?.item.place
  const route = day.items.filter(isOnRoute)
  const items = route.length > 0 || from ? route : day.items
  const places = items.flatMap(({ kind, place, toPlace }) =>
    travelKinds.includes(kind) ? [place, toPlace] : [place],
  )
  const all = places.filter((place) => place !== '')
  const names = all.filter((name, index) => name !== all[index - 1])
  // Guests know where they wake up.
  const wakeUp = items[0] && travelKinds.includes(items[0].kind) ? items[0].place : from
  const later = names.length > 1 && names[0] === wakeUp ? names.slice(1) : names
  return later.join(', then ') || from || `Day ${day.number}`
}

/** What a day brings, in a line: its travel, or else its first plans. */
export function formatDaySummary({ items }: GuestDay): string {
  const planned = items.filter(({ kind }) => kind !== 'stay')
  if (items.length === 0) return 'Nothing planned. The day is yours.'
  const travel = planned.filter(({ kind }) => travelKinds.includes(kind))
  const chosen = travel.length > 0 ? travel : planned.length > 0 ? planned : items
  const named = chosen.slice(0, 2).map((item) => {
    const isTimed = item.begins && travelKinds.includes(item.kind)
    return `${formatItemTitle(item)}${isTimed ? ` at ${item.begins}` : ''}`
  })
  const more = chosen.length - named.length
  return `${named.join(', ')}${more > 0 ? `, and ${more} more` : ''}`
}

/** `In twelve days`, `Tomorrow` */
export function formatCountdown({ daysUntil }: Timeline): string {
  return daysUntil === 1 ? 'Tomorrow' : `In ${spellCount(daysUntil)} days`
}

/** `Eight days, all times local` */
export function formatDayCount(count: number): string {
  const words = spellCount(count)
  const days = count === 1 ? 'day' : 'days'
  return `${words.charAt(0).toUpperCase()}${words.slice(1)} ${days}, all times local`
}

/** `14:32 here, 08:32 in New York`; undefined if the clocks at home show the same. */
export function formatClocks(now: number, zone: string, homeZone: string): string | undefined {
  if (getOffset(now, zone) === getOffset(now, homeZone)) return undefined
  const clock = (where: string) => formatTimeOfDay(toWallTime(now, where).minute)
  return `${clock(zone)} here, ${clock(homeZone)} in ${formatZoneCity(homeZone)}`
}

/** `Next, in 2 h 28 min`, `Now, until 19:00` */
export function formatRowState(row: DayRow, now: number): string | undefined {
  if (row.state === 'now') return row.item.ends ? `Now, until ${row.item.ends}` : 'Now'
  const at = row.start ?? row.end
  if (row.state !== 'next' || at === undefined) return undefined
  const minutes = Math.max(1, Math.ceil((at - now) / MINUTE))
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  const parts = [hours > 0 && `${hours} h`, (rest > 0 || hours === 0) && `${rest} min`]
  return `Next, in ${parts.filter(Boolean).join(' ')}`
}

/** Longest text for the guests that stands in place of where an item is. */
const SHORT_TEXT = 80

/** The line below an item's title: where it goes, a short text for the guests, or where it is. */
export function formatLine(row: DayRow): string {
  const { guestText, toPlace } = row.item
  const isShort = guestText !== '' && guestText.length <= SHORT_TEXT && !guestText.includes('\n')
  return isShort && !toPlace && row.role !== 'arrival' ? guestText : formatWhere(row)
}

/** Where an item is, or where it goes and when it arrives. */
export function formatWhere({ item, role }: DayRow): string {
  const { kind, place, toPlace, address } = item
  if (role === 'arrival')
    return [place && `From ${place}`, toPlace && `to ${toPlace}`].filter(Boolean).join(' ')
  if (!travelKinds.includes(kind)) return formatPlace(item)
  const route = [place, toPlace].filter(Boolean).join(' to ')
  return [route || address, formatArrival(item)].filter(Boolean).join(', ')
}

/** Place and address, without saying the same twice. */
function formatPlace({ place, address }: GuestItem): string {
  return address.includes(place) ? address : [place, address].filter(Boolean).join(', ')
}

/** `arrives 17:15`, `arrives 11:00 the next day, Oslo time`; empty without a time. */
function formatArrival(item: GuestItem): string {
  if (!item.ends) return ''
  const zone = getEndZone(item)
  const elsewhere = zone !== getZone(item) ? `, ${formatZoneCity(zone)} time` : ''
  return `arrives ${item.ends}${formatLaterDay(item)}${elsewhere}`
}

/** `Until 12:30`, `Until 02:00 the next day`; empty for journeys and stays, whose ends are said otherwise. */
export function formatUntil(item: GuestItem): string {
  const { kind, ends } = item
  if (!ends || kind === 'stay' || travelKinds.includes(kind)) return ''
  return `Until ${ends}${formatLaterDay(item)}`
}

/** `Check-in from 15:00, check-out by 11:00`; empty without times. */
export function formatStayHours({ begins, ends }: GuestItem): string {
  const hours = [begins && `check-in from ${begins}`, ends && `check-out by ${ends}`]
  const text = hours.filter(Boolean).join(', ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function formatLaterDay({ endDay }: GuestItem): string {
  if (endDay === 0) return ''
  if (endDay < 0) return ' the day before'
  return endDay === 1 ? ' the next day' : ` ${spellCount(endDay)} days later`
}

/** `Thursday 11 June`; `Day 3` without dates. */
export function formatDayDate({ date, number }: GuestDay): string {
  return date ? formatDate(date, 'weekday') : `Day ${number}`
}

/** The last day of a link, which ends at midnight where the owner is: the day before. */
export function formatLastDay(endsAt: number): string {
  return formatInstantDate(endsAt - 1, HOME_ZONE, 'long')
}

/** `38 KB`, `1.4 MB` */
export function formatSize(bytes: number): string {
  const kilobytes = bytes / 1000
  return kilobytes < 1000 ? `${Math.ceil(kilobytes)} KB` : `${formatTenths(kilobytes / 1000)} MB`
}
