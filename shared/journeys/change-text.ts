import { addDays, daysBetween, getWeekday } from '#shared/lib/date.ts'
import { formatDate, isSameYear } from '#shared/lib/format-date.ts'
import { pluralize } from '#shared/lib/format-number.ts'
import { formatZoneCity, toWallTime } from '#shared/lib/time-zone.ts'
import { parseMinute } from '#shared/schedule/time-ranges.ts'
import { getDates, getEndZone, getZone } from './days.ts'
import { type CopyChange, compareCopies, type GuestCopy, type GuestItem } from './guest-copy.ts'
import { travelKinds } from './journey-fields.ts'

interface Change {
  before: GuestItem
  item: GuestItem
}

/** What changed between two copies: a sentence for each item, in the order of the days; or for one item only. */
export function describeChanges(before: GuestCopy, after: GuestCopy, itemId?: string): string[] {
  const changes = compareCopies(before, after).filter(
    (change) => itemId === undefined || (change.kind !== 'journey' && change.item.id === itemId),
  )
  return changes.flatMap((change) => {
    if (change.kind === 'journey') return describeJourney(change.fields, before, after)
    if (change.kind === 'removed')
      return `${nameItem(change.item)}${onDay(before, change.item)} is no longer planned.`
    if (change.kind === 'added')
      return `New${onDay(after, change.item)}: ${nameItem(change.item)}${atTime(change.item)}.`
    return describeItem(change, { before, after })
  })
}

function nameItem({ title, kind }: GuestItem): string {
  return title || `The ${kind}`
}

function onDay(copy: GuestCopy, item: GuestItem): string {
  const name = nameDay(copy, item.day)
  return name && ` on ${name}`
}

function nameDay({ days }: GuestCopy, id: string): string {
  const index = days.findIndex((day) => day.id === id)
  const date = days[index]?.date
  if (date) return formatDate(date, 'weekday')
  return index < 0 ? '' : `day ${index + 1}`
}

const atTime = ({ begins }: GuestItem) => (begins ? ` at ${begins}` : '')

type ItemChange = Extract<CopyChange, { before: GuestItem }>

function describeItem(change: ItemChange, copies: { before: GuestCopy; after: GuestCopy }) {
  const { item, before, fields } = change
  const clauses = [
    ...(change.kind === 'moved' ? [describeMove(change, copies)] : []),
    ...describeTimes(change),
    ...fields.flatMap((field) => describers[field]?.(change) ?? []),
  ]
  if (clauses.length === 0) return []
  return [`${nameItem(before.title ? before : item)} ${clauses.join('; it ')}.`]
}

function describeMove({ item, before }: Change, copies: { before: GuestCopy; after: GuestCopy }) {
  const was = nameDay(copies.before, before.day)
  return `is now${onDay(copies.after, item)}${atTime(item)}${was && `, instead of ${was}`}`
}

function describeTimes({ kind, item, before, fields }: ItemChange): string[] {
  const changed = { item, before }
  const begin = kind === 'changed' && beginsOtherwise(changed) ? [describeBegin(changed)] : []
  const isMoved = fields.includes('begins') || fields.includes('day')
  const isShifted = isMoved && getLength(item) === getLength(before)
  const end = endsOtherwise(changed) && !isShifted ? [describeEnd(changed)] : []
  return [...begin, ...end]
}

/** A zone without a time changes nothing for guests. */
function beginsOtherwise({ item, before }: Change): boolean {
  return item.begins !== before.begins || (item.begins !== '' && getZone(item) !== getZone(before))
}

function endsOtherwise({ item, before }: Change): boolean {
  if (item.ends === '' || before.ends === '') return item.ends !== before.ends
  return (
    item.ends !== before.ends ||
    item.endDay !== before.endDay ||
    getEndZone(item) !== getEndZone(before)
  )
}

/** Minutes of wall time; undefined without both times. */
export function getLength({ begins, ends, endDay }: GuestItem): number | undefined {
  return begins && ends ? parseMinute(ends) + endDay * 1440 - parseMinute(begins) : undefined
}

function describeBegin({ item, before }: Change): string {
  if (!item.begins) return 'no longer has a fixed time'
  const verb = chooseVerb(item, ['leaves at', 'has check-in from', 'begins at'])
  const zone = getZone(item)
  if (zone !== getZone(before)) return `${verb} ${item.begins}, ${formatZoneCity(zone)} time`
  return `${verb} ${item.begins}${formatShift(before.begins, item.begins)}`
}

function describeEnd({ item, before }: Change): string {
  if (!item.ends) return 'no longer has a time at which it ends'
  const verb = chooseVerb(item, ['arrives at', 'has check-out by', 'ends at'])
  const zone = getEndZone(item)
  if (zone !== getEndZone(before)) return `${verb} ${item.ends}, ${formatZoneCity(zone)} time`
  const days = item.endDay - before.endDay
  if (days === 0) return `${verb} ${item.ends}${formatShift(before.ends, item.ends)}`
  return `${verb} ${item.ends}, ${Math.abs(days) === 1 ? 'a day' : `${Math.abs(days)} days`} ${days > 0 ? 'later' : 'earlier'}`
}

function chooseVerb({ kind }: GuestItem, [travel, stay, other]: [string, string, string]): string {
  if (travelKinds.includes(kind)) return travel
  return kind === 'stay' ? stay : other
}

/** `, an hour later`; empty if there was no time before. */
function formatShift(before: string, after: string): string {
  if (!before || before === after) return ''
  const minutes = parseMinute(after) - parseMinute(before)
  return `, ${formatAmount(Math.abs(minutes))} ${minutes > 0 ? 'later' : 'earlier'}`
}

function formatAmount(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (minutes === 30) return 'half an hour'
  if (minutes === 60) return 'an hour'
  if (hours === 0) return rest === 1 ? 'a minute' : `${rest} minutes`
  const whole = pluralize(hours, 'hour')
  return rest === 0 ? whole : `${whole} ${rest} minutes`
}

/** `has a new phone number, +47 400 00 027`, `no longer has a phone number` */
const describeValue = (field: 'phone' | 'email' | 'confirmation' | 'contact', name: string) =>
  (({ item }) =>
    item[field]
      ? `has a new ${name}, ${item[field]}`
      : `no longer has a ${name}`) satisfies Describer

type Describer = (change: Change) => string | string[]

const describers: Partial<Record<keyof GuestItem, Describer>> = {
  kind: ({ item, before }) =>
    item.kind === 'note' || before.kind === 'note'
      ? []
      : `is now ${item.kind === 'activity' ? 'an' : 'a'} ${item.kind}`,
  title: ({ item, before }) =>
    before.title && item.title ? `is now called “${item.title}”` : `is now ${nameItem(item)}`,
  place: ({ item }) => {
    if (!item.place) return 'no longer has a place'
    return travelKinds.includes(item.kind) ? `leaves from ${item.place}` : `is now at ${item.place}`
  },
  toPlace: ({ item }) =>
    item.toPlace ? `goes to ${item.toPlace}` : 'no longer says where it goes',
  address: ({ item }) =>
    item.address ? `has a new address, ${item.address}` : 'no longer has an address',
  nights: ({ item }) =>
    item.kind !== 'stay'
      ? []
      : `is now for ${item.nights === 1 ? 'one night' : `${spellCount(item.nights)} nights`}`,
  confirmation: describeValue('confirmation', 'confirmation number'),
  contact: describeValue('contact', 'contact'),
  phone: describeValue('phone', 'phone number'),
  email: describeValue('email', 'email address'),
  included: ({ item }) =>
    item.included ? `now includes ${item.included}` : 'no longer says what is included',
  guestText: ({ item }) => (item.guestText ? 'has a new note from me' : 'no longer has a note'),
  price: ({ item }) => (item.price ? `now costs ${item.price}` : 'no longer shows a price'),
  documents: describeDocuments,
}

function describeDocuments({ item, before }: Change): string[] {
  const isIn = (documents: GuestItem['documents'], id: string) =>
    documents.some((document) => document.id === id)
  const added = item.documents.filter(({ id }) => !isIn(before.documents, id))
  const gone = before.documents.filter(({ id }) => !isIn(item.documents, id))
  return [
    ...added.map(({ name }) => `has a new paper, “${name}”`),
    ...gone.map(({ name }) => `no longer has the paper “${name}”`),
  ]
}

type JourneyChange = Extract<CopyChange, { kind: 'journey' }>

function describeJourney(
  fields: JourneyChange['fields'],
  before: GuestCopy,
  after: GuestCopy,
): string[] {
  const { title, guests, host } = after
  return fields.flatMap((field) => {
    if (field === 'title') return title ? `The journey is now called “${title}”.` : []
    if (field === 'guests') return guests ? `The journey is now for ${guests}.` : []
    if (field === 'host')
      return `Your host is ${[host.name, host.phone].filter(Boolean).join(', ')}.`
    if (field === 'order') return 'Some plans are in another order.'
    return describeDates(before, after)
  })
}

function describeDates(before: GuestCopy, after: GuestCopy): string[] {
  const [was, is] = [getDates(before.days), getDates(after.days)]
  if (!is) return was ? ['The dates of the journey are open again.'] : []
  if (was?.start === is.start && was.end === is.end) return []
  const instead = was ? `, instead of ${formatDates(was.start, was.end)}` : ''
  return [`The journey is now from ${formatDates(is.start, is.end)}${instead}.`]
}

/** `9 to 16 June 2026`, `28 May to 3 June 2026`, `28 December 2026 to 3 January 2027` */
export function formatDates(start: string, end: string): string {
  const last = formatDate(end, 'long')
  if (start === end) return last
  if (!isSameYear(start, end)) return `${formatDate(start, 'long')} to ${last}`
  const isSameMonth = start.slice(0, 7) === end.slice(0, 7)
  return `${isSameMonth ? Number(start.slice(8)) : formatDate(start, 'day')} to ${last}`
}

const numbers =
  'no one two three four five six seven eight nine ten eleven twelve thirteen fourteen'.split(' ')

export function spellCount(count: number): string {
  return numbers[count] ?? String(count)
}

/** `Two things have changed since this morning`. `notedAt`, `now`: UTC milliseconds. */
export function formatChangeCount(
  count: number,
  { notedAt, now, zone }: { notedAt: number; now: number; zone: string },
): string {
  const word = spellCount(count)
  const what = count === 1 ? 'thing has' : 'things have'
  const since = formatSince(notedAt, now, zone)
  return `${word.charAt(0).toUpperCase()}${word.slice(1)} ${what} changed since ${since}`
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

function formatSince(then: number, now: number, zone: string): string {
  const { date, minute } = toWallTime(then, zone)
  const today = toWallTime(now, zone).date
  if (date === today)
    return minute < 720 ? 'this morning' : minute < 1080 ? 'this afternoon' : 'this evening'
  if (date === addDays(today, -1)) return 'yesterday'
  const days = daysBetween(date, today)
  return days > 0 && days < 7 ? `${weekdays[getWeekday(date)]}` : formatDate(date, 'day')
}
