import { catalogue } from '#shared/booking/catalogue.ts'
import type { DeskBooking, HistoryEntry } from '#shared/booking/desk-api.ts'
import type { BookingStatus } from '#shared/booking/status.ts'
import { clockTime, longDate } from '#shared/booking/times.ts'
import { travelDates } from '#shared/inquiry/sheet.ts'
import { dateWords, instantDateWords, isSameYear, timeOfDay } from '#shared/lib/date-words.ts'
import { formatPrice } from '#shared/lib/money.ts'
import { firstInstantFrom } from '#shared/lib/wall.ts'
import { wallOf, zoneCity, zoneWords } from '#shared/lib/zone.ts'
import type { Books } from '#shared/sales/api.ts'
import type { FormGroup, FormSubmission } from '#shared/submissions/api.ts'
import type { FormName } from '#shared/submissions/form-post.ts'
import type { OpenConflict } from '#shared/sync/protocol.ts'
import { isAddressOf } from './addresses.ts'
import { type Client, fieldName, type JournalNote, type Trip } from './fields.ts'
import { tripDates } from './trip-words.ts'

/** The desk's data about all people; a client's part is found by e-mail address. */
export interface DeskRecords {
  bookings: readonly DeskBooking[]
  forms: readonly FormGroup[]
  books: Books
}

/** All timeline entries of one client, in no particular order. */
export function timelineOf(
  traces: ClientTraces,
  { bookings, forms, books }: DeskRecords,
  reading: Reading,
): TimelineEntry[] {
  const isTheirs = (address = '') => isAddressOf(traces.client, address)
  return [
    ...clientEntries(traces, reading),
    ...bookings
      .filter(({ clientEmail }) => isTheirs(clientEmail))
      .flatMap((booking) => bookingEntries(booking, books, reading)),
    ...forms
      .map((group) => ({
        ...group,
        submissions: group.submissions.filter(({ data }) => isTheirs(data.email)),
      }))
      .flatMap(formEntries),
  ]
}

interface TimelineGroup {
  /** `Ahead`, `November 2026` */
  title: string
  ahead: boolean
  entries: TimelineEntry[]
}

/** Sorts the entries, the latest first, into groups: `Ahead`, then one for each month. */
export function timelineGroups(entries: readonly TimelineEntry[], zone: string): TimelineGroup[] {
  const groups: TimelineGroup[] = []
  const sorted = [...entries].sort((a, b) => b.at - a.at || (a.key < b.key ? -1 : 1))
  const add = (title: string, entry: TimelineEntry) => {
    const last = groups.at(-1)
    if (last?.title === title) last.entries.push(entry)
    else groups.push({ title, ahead: entry.ahead, entries: [entry] })
  }
  for (const entry of sorted.filter(({ ahead }) => ahead)) add('Ahead', entry)
  for (const entry of sorted.filter(({ ahead }) => !ahead)) add(monthTitle(entry.at, zone), entry)
  return groups
}

function monthTitle(at: number, zone: string): string {
  return instantDateWords(at, zone, 'month')
}

/** `Today, 10:30`, `18 Nov, 18:20`, or `12 Mar 2027` if `dateOnly`; in the owner's zone. */
export function momentLabel(
  { at, dateOnly }: Pick<TimelineEntry, 'at' | 'dateOnly'>,
  now: number,
  zone: string,
): string {
  const [day, today] = [wallOf(at, zone).date, wallOf(now, zone).date]
  const date =
    day === today ? 'Today' : dateWords(day, isSameYear(day, today) ? 'shortDay' : 'short')
  return dateOnly ? date : `${date}, ${timeOfDay(wallOf(at, zone).minute)}`
}

const titles: Record<FormName, string> = {
  booking: 'Booking request',
  contact: 'Contact message',
  inquiry: 'Enquiry',
}

/** Entries of submissions, without booking forms that became a booking: that has its own entry. */
export function formEntries({ name, submissions }: FormGroup): TimelineEntry[] {
  return submissions
    .filter(({ booking_id }) => booking_id === null)
    .map(({ id, created_at, data }) => ({
      key: `form ${id}`,
      kind: 'message',
      sign: 'mail',
      at: Date.parse(created_at),
      ahead: false,
      title: titles[name],
      text: data.message || wishes(data),
      to: `/admin/forms/${name}/${id}`,
    }))
}

/** Destinations and dates of an inquiry, which has no message: `Norway, 12 to 19 March 2027`. */
function wishes({ travel_destination, departure_date, return_date }: FormSubmission['data']) {
  if (!travel_destination) return 'Without a message'
  return `${travel_destination.replaceAll(',', ', ')}, ${travelDates(departure_date, return_date)}`
}

/** The call itself, and the booking's history and payments. */
function bookingEntries(booking: DeskBooking, books: Books, reading: Reading): TimelineEntry[] {
  const payments = paymentEntries(booking, books, reading)
  const happened = booking.history
    .map((entry, turn) => ({ ...happening(booking, entry), key: `${booking.id} ${turn}` }))
    // With receipts, the history's lines about money would repeat them in less detail.
    .filter(({ sign }) => sign !== 'money' || payments.length === 0)
  return [...callEntry(booking, reading), ...happened, ...payments]
}

/** The call; none if it was cancelled or expired before its time: the history shows that. */
function callEntry(booking: DeskBooking, { now, zone }: Reading): TimelineEntry[] {
  const { id, serviceType, status, start, end } = booking
  const at = Date.parse(start)
  const off = status === 'cancelled' || status === 'expired'
  if (off && at > now) return []
  const call: TimelineEntry = {
    key: id,
    kind: 'booking',
    sign: 'call',
    at,
    ahead: !off && Date.parse(end) > now,
    title: `Call: ${catalogue[serviceType].title}`,
    text: callTimes(booking, zone),
    status,
    to: `/admin/bookings/${id}`,
  }
  return [call]
}

/** `10:30 to 11:00, Europe/Oslo. 09:30 in London.` */
export function callTimes(
  { start, end, timezone }: Pick<DeskBooking, 'start' | 'end' | 'timezone'>,
  zone: string,
): string {
  const at = Date.parse(start)
  const here = `${clockTime(at, zone)} to ${clockTime(Date.parse(end), zone)}, ${zoneWords(zone)}.`
  if (timezone === zone) return here
  const city = zoneCity(timezone)
  const [time, day] = [clockTime(at, timezone), longDate(at, timezone)]
  if (day !== longDate(at, zone)) return `${here} ${time} on ${day} in ${city}.`
  return `${here} ${time === clockTime(at, zone) ? 'Same time' : time} in ${city}.`
}

const kinds: Record<HistoryEntry['kind'], { kind: TimelineKind; sign: TimelineSign }> = {
  booking: { kind: 'booking', sign: 'booking' },
  mail: { kind: 'message', sign: 'mail' },
  money: { kind: 'booking', sign: 'money' },
  note: { kind: 'note', sign: 'note' },
  trouble: { kind: 'message', sign: 'mail' },
}

function happening(
  { id, serviceType, message, createdAt }: DeskBooking,
  { at, kind, text }: HistoryEntry,
): Omit<TimelineEntry, 'key'> {
  const about = `${catalogue[serviceType].title}.`
  // The guest's message is shown with the entry of the booking's creation.
  const more = kind === 'booking' && at === createdAt && message ? `${about} ${message}` : about
  const common = { ...kinds[kind], at: Date.parse(at), ahead: false, to: `/admin/bookings/${id}` }
  return kind === 'note'
    ? { ...common, title: 'Note on a booking', text }
    : { ...common, title: text, text: more }
}

function paymentEntries(
  { id, serviceType, currency }: DeskBooking,
  { sales, waiting }: Books,
  { zone }: Reading,
): TimelineEntry[] {
  const about = `${catalogue[serviceType].title}.`
  const common = { kind: 'booking', sign: 'money', ahead: false, to: '/admin/sales' } as const
  const documents = sales
    .filter(({ bookingId }) => bookingId === id)
    .map(({ kind, label, amount, issuedAt }) => {
      const sum = formatPrice(Math.abs(amount), currency)
      return {
        ...common,
        key: `${kind} ${label}`,
        at: Date.parse(issuedAt),
        title: kind === 'receipt' ? `${sum} received` : `${sum} refunded`,
        text: `${about} ${kind === 'receipt' ? 'Receipt' : 'Credit note'} ${label}.`,
      }
    })
  const due = waiting
    .filter(({ bookingId }) => bookingId === id)
    .map(({ amount, date }, turn) => ({
      ...common,
      key: `${id} refund ${turn}`,
      at: firstInstantFrom(date, 0, zone),
      dateOnly: true,
      title: `${formatPrice(amount, currency)} to be refunded`,
      text: about,
    }))
  return [...documents, ...due]
}

/** A client with its sync state on this device; times as in `ClientView`. */
export interface ClientTraces {
  id: string
  client: Client
  createdAt: number | undefined
  conflicts: readonly OpenConflict[]
  waiting: Record<string, string>
  refused: readonly { n: number; set: Record<string, unknown>; reason: string; at: string }[]
  /** Ids of dated notes that were added or changed on this device and are not confirmed yet. */
  waitingNotes: readonly string[]
}

/** The client's dated notes and trips, its creation, and its pending and conflicting edits. */
function clientEntries(traces: ClientTraces, reading: Reading): TimelineEntry[] {
  return [
    ...traces.client.trips.map((trip) => tripEntry(trip, reading)),
    ...traces.client.journal.map((note) => noteEntry(note, traces)),
    ...beginning(traces),
    ...waitingEntries(traces),
    ...traces.conflicts.map(conflictEntry),
    ...refusedEntries(traces),
  ]
}

/** The key of a dated note's entry. */
export function noteKey(id: string): string {
  return `note ${id}`
}

function tripEntry(trip: Trip, { now, zone }: Reading): TimelineEntry {
  const { id, place, start, end } = trip
  return {
    key: `trip ${id}`,
    kind: 'trip',
    sign: 'trip',
    at: firstInstantFrom(start, 0, zone),
    dateOnly: true,
    ahead: end >= wallOf(now, zone).date,
    title: `Trip: ${place}`,
    text: tripDates(trip),
  }
}

function noteEntry({ id, at, text }: JournalNote, traces: ClientTraces): TimelineEntry {
  const waits = traces.waitingNotes.includes(id)
  return {
    key: noteKey(id),
    kind: 'note',
    sign: 'note',
    at: Date.parse(at),
    ahead: false,
    title: 'Note',
    text,
    ...(waits && { mark: 'waiting' }),
  }
}

function beginning({ createdAt }: ClientTraces): TimelineEntry[] {
  if (createdAt === undefined) return []
  const title = 'Added as client'
  return [{ key: 'added', kind: 'beginning', sign: 'client', at: createdAt, ahead: false, title }]
}

/**
 * One entry for all pending fields that were changed at the same moment. Dated notes are left out,
 * because each shows its own state.
 */
function waitingEntries({ waiting }: ClientTraces): TimelineEntry[] {
  const moments = new Map<string, string[]>()
  for (const [field, at] of Object.entries(waiting)) {
    if (field !== 'journal') moments.set(at, [...(moments.get(at) ?? []), fieldName(field)])
  }
  return [...moments].map(([at, fields]) => ({
    ...changed,
    key: `waiting ${at}`,
    at: Date.parse(at),
    title: 'Changed on this device',
    text: fields.join(', '),
    mark: 'waiting',
  }))
}

function conflictEntry({ cid, kind, field, deviceName, at }: OpenConflict): TimelineEntry {
  return {
    ...changed,
    key: cid,
    at: Date.parse(at),
    title: `${kind === 'delete' ? 'Deleted' : 'Changed'} on ${deviceName || 'another device'}`,
    ...(kind === 'field' && { text: fieldName(field) }),
    mark: 'conflict',
  }
}

function refusedEntries({ refused }: ClientTraces): TimelineEntry[] {
  return refused.map(({ n, set, reason, at }) => ({
    ...changed,
    key: `refused ${n}`,
    at: Date.parse(at),
    title: 'Rejected by the server',
    text: `${Object.keys(set).map(fieldName).join(', ')}. ${reason}`,
    mark: 'refused',
  }))
}

const changed = { kind: 'change', sign: 'edit', ahead: false } as const

export const timelineKinds = ['booking', 'message', 'note', 'trip', 'change'] as const

export type TimelineKind = (typeof timelineKinds)[number]

export type TimelineSign =
  | 'call'
  | 'booking'
  | 'mail'
  | 'money'
  | 'note'
  | 'trip'
  | 'client'
  | 'edit'

/** Sync state of an entry, if it is not confirmed by the server. */
export type TimelineMark = 'waiting' | 'conflict' | 'refused'

/** One entry of a client's timeline. */
export interface TimelineEntry {
  key: string
  /** The filter under which the entry is shown; `beginning` is always shown. */
  kind: TimelineKind | 'beginning'
  sign: TimelineSign
  /** UTC milliseconds. */
  at: number
  /** The entry has a date in the owner's zone and no time. */
  dateOnly?: boolean
  ahead: boolean
  title: string
  text?: string
  /** The booking's status, for a call. */
  status?: BookingStatus
  mark?: TimelineMark
  /** Path of the desk's page with more about it. */
  to?: string
}

/** The current time, UTC milliseconds, and the owner's zone. */
export interface Reading {
  now: number
  zone: string
}
