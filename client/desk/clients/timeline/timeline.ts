import type { DeskBooking, HistoryEntry } from '#shared/booking/desk-api.ts'
import { getGuestZone } from '#shared/booking/guest-zone.ts'
import type { BookingStatus } from '#shared/booking/status.ts'
import { formatClockTime, formatFullDate } from '#shared/booking/zoned-time.ts'
import type { Client, JournalNote, Trip } from '#shared/clients/client-fields.ts'
import { hasEmailAddress } from '#shared/clients/email-addresses.ts'
import { formatTripDates } from '#shared/clients/format-trip.ts'
import { formatTravelDates } from '#shared/inquiry/answer-sheet.ts'
import {
  formatDate,
  formatInstantDate,
  formatTimeOfDay,
  isSameYear,
} from '#shared/lib/format-date.ts'
import { formatPrice } from '#shared/lib/money.ts'
import { formatZone, formatZoneCity, toWallTime } from '#shared/lib/time-zone.ts'
import { getFirstInstant } from '#shared/lib/wall-time.ts'
import type { Sale, SalesLedger } from '#shared/sales/api.ts'
import type { FormGroup, FormSubmission } from '#shared/submissions/api.ts'
import type { FormName } from '#shared/submissions/form-post.ts'
import { getFieldLabel } from '#shared/sync/collections.ts'
import type { OpenConflict } from '#shared/sync/protocol.ts'

/** The desk's data about all people; a client's part is found by email address. */
export interface TimelineRecords {
  bookings: readonly DeskBooking[]
  forms: readonly FormGroup[]
  ledger: SalesLedger
}

/** All timeline entries of one client, in no particular order. */
export function buildTimeline(
  traces: ClientTimelineState,
  { bookings, forms, ledger }: TimelineRecords,
  reading: TimelineContext,
): TimelineEntry[] {
  const isTheirs = (address = '') => hasEmailAddress(traces.client, address)
  return [
    ...toClientEntries(traces, reading),
    ...bookings
      .filter(({ clientEmail }) => isTheirs(clientEmail))
      .flatMap((booking) => toBookingEntries(booking, ledger, reading)),
    ...forms
      .map((group) => ({
        ...group,
        submissions: group.submissions.filter(({ data }) => isTheirs(data.email)),
      }))
      .flatMap(toFormEntries),
  ]
}

interface TimelineGroup {
  /** `Ahead`, `November 2026` */
  title: string
  isUpcoming: boolean
  entries: TimelineEntry[]
}

/** Sorts the entries, the latest first, into groups: `Ahead`, then one for each month. */
export function groupTimeline(entries: readonly TimelineEntry[], zone: string): TimelineGroup[] {
  const groups: TimelineGroup[] = []
  const sorted = [...entries].sort((a, b) => b.at - a.at || (a.key < b.key ? -1 : 1))
  const add = (title: string, entry: TimelineEntry) => {
    const last = groups.at(-1)
    if (last?.title === title) last.entries.push(entry)
    else groups.push({ title, isUpcoming: entry.isUpcoming, entries: [entry] })
  }
  for (const entry of sorted.filter(({ isUpcoming }) => isUpcoming)) add('Ahead', entry)
  for (const entry of sorted.filter(({ isUpcoming }) => !isUpcoming))
    add(formatMonthTitle(entry.at, zone), entry)
  return groups
}

function formatMonthTitle(at: number, zone: string): string {
  return formatInstantDate(at, zone, 'month')
}

/** `Today, 10:30`, `18 Nov, 18:20`, or `12 Mar 2027` if `dateOnly`; in the owner's zone. */
export function formatMoment(
  { at, isDateOnly }: Pick<TimelineEntry, 'at' | 'isDateOnly'>,
  now: number,
  zone: string,
): string {
  const [day, today] = [toWallTime(at, zone).date, toWallTime(now, zone).date]
  const date =
    day === today ? 'Today' : formatDate(day, isSameYear(day, today) ? 'shortDay' : 'short')
  return isDateOnly ? date : `${date}, ${formatTimeOfDay(toWallTime(at, zone).minute)}`
}

const formTitles: Record<FormName, string> = {
  booking: 'Booking request',
  contact: 'Contact message',
  inquiry: 'Enquiry',
}

/** Entries of submissions, without booking forms that became a booking: that has its own entry. */
export function toFormEntries({ name, submissions }: FormGroup): TimelineEntry[] {
  return submissions
    .filter(({ booking_id }) => booking_id === null)
    .map(({ id, created_at, data }) => ({
      key: `form ${id}`,
      kind: 'message',
      icon: 'mail',
      at: Date.parse(created_at),
      isUpcoming: false,
      title: formTitles[name],
      text: data.message || formatTravelWishes(data),
      to: `/admin/forms/${name}/${id}`,
    }))
}

/** Destinations and dates of an inquiry, which has no message: `Norway, 12 to 19 March 2027`. */
function formatTravelWishes({
  travel_destination,
  departure_date,
  return_date,
}: FormSubmission['data']) {
  if (!travel_destination) return 'Without a message'
  return `${travel_destination.replaceAll(',', ', ')}, ${formatTravelDates(departure_date, return_date)}`
}

/** The call itself, and the booking's history and payments. */
function toBookingEntries(
  booking: DeskBooking,
  books: SalesLedger,
  reading: TimelineContext,
): TimelineEntry[] {
  const payments = toPaymentEntries(booking, books, reading)
  const happened = booking.history
    .map((entry, turn) => ({ ...toHistoryEntry(booking, entry), key: `${booking.id} ${turn}` }))
    // With receipts, the history's lines about money would repeat them in less detail.
    .filter(({ icon }) => icon !== 'money' || payments.length === 0)
  return [...toCallEntry(booking, reading), ...happened, ...payments]
}

/** The call; none if it was cancelled or expired before its time: the history shows that. */
function toCallEntry(booking: DeskBooking, { now, zone }: TimelineContext): TimelineEntry[] {
  const { id, serviceTitle, status, start, end } = booking
  const at = Date.parse(start)
  const off = status === 'cancelled' || status === 'expired'
  if (off && at > now) return []
  const call: TimelineEntry = {
    key: id,
    kind: 'booking',
    icon: 'call',
    at,
    isUpcoming: !off && Date.parse(end) > now,
    title: `Call: ${serviceTitle}`,
    text: formatCallTimes(booking, zone),
    status,
    to: `/admin/bookings/${id}`,
  }
  return [call]
}

/** `10:30 to 11:00, Europe/Oslo. 09:30 in London.` */
export function formatCallTimes(
  booking: Pick<DeskBooking, 'start' | 'end' | 'timezone' | 'seenOffset'>,
  zone: string,
): string {
  const { start, end } = booking
  const guestZone = getGuestZone(booking)
  const at = Date.parse(start)
  const here = `${formatClockTime(at, zone)} to ${formatClockTime(Date.parse(end), zone)}, ${formatZone(zone)}.`
  if (guestZone === zone) return here
  const city = formatZoneCity(guestZone)
  const [time, day] = [formatClockTime(at, guestZone), formatFullDate(at, guestZone)]
  if (day !== formatFullDate(at, zone)) return `${here} ${time} on ${day} in ${city}.`
  return `${here} ${time === formatClockTime(at, zone) ? 'Same time' : time} in ${city}.`
}

const historyEntryKinds: Record<HistoryEntry['kind'], { kind: TimelineKind; icon: TimelineIcon }> =
  {
    booking: { kind: 'booking', icon: 'booking' },
    mail: { kind: 'message', icon: 'mail' },
    money: { kind: 'booking', icon: 'money' },
    note: { kind: 'note', icon: 'note' },
    trouble: { kind: 'message', icon: 'mail' },
  }

function toHistoryEntry(
  { id, serviceTitle, message, createdAt }: DeskBooking,
  { at, kind, text }: HistoryEntry,
): Omit<TimelineEntry, 'key'> {
  const about = `${serviceTitle}.`
  // The guest's message is shown with the entry of the booking's creation.
  const more = kind === 'booking' && at === createdAt && message ? `${about} ${message}` : about
  const common = {
    ...historyEntryKinds[kind],
    at: Date.parse(at),
    isUpcoming: false,
    to: `/admin/bookings/${id}`,
  }
  return kind === 'note'
    ? { ...common, title: 'Note on a booking', text }
    : { ...common, title: text, text: more }
}

const saleTexts: Record<Sale['kind'], { verb: string; document: string }> = {
  receipt: { verb: 'received', document: 'Receipt' },
  credit_note: { verb: 'refunded', document: 'Credit note' },
  correction: { verb: 'kept after all', document: 'Correction' },
}

function toPaymentEntries(
  { id, serviceTitle, currency }: DeskBooking,
  { sales, pendingRefunds }: SalesLedger,
  { zone }: TimelineContext,
): TimelineEntry[] {
  const about = `${serviceTitle}.`
  const common = { kind: 'booking', icon: 'money', isUpcoming: false, to: '/admin/sales' } as const
  const documents = sales
    .filter(({ bookingId }) => bookingId === id)
    .map(({ kind, label, amount, issuedAt }) => {
      const sum = formatPrice(Math.abs(amount), currency)
      return {
        ...common,
        key: `${kind} ${label}`,
        at: Date.parse(issuedAt),
        title: `${sum} ${saleTexts[kind].verb}`,
        text: `${about} ${saleTexts[kind].document} ${label}.`,
      }
    })
  const due = pendingRefunds
    .filter(({ bookingId }) => bookingId === id)
    .map(({ amount, date }, turn) => ({
      ...common,
      key: `${id} refund ${turn}`,
      at: getFirstInstant(date, 0, zone),
      dateOnly: true,
      title: `${formatPrice(amount, currency)} to be refunded`,
      text: about,
    }))
  return [...documents, ...due]
}

/** A client with its sync state on this device; times as in `ClientView`. */
export interface ClientTimelineState {
  id: string
  client: Client
  createdAt: number | undefined
  conflicts: readonly OpenConflict[]
  pendingFields: Record<string, string>
  rejected: readonly { n: number; set: Record<string, unknown>; reason: string; at: string }[]
  /** Ids of dated notes that were added or changed on this device and are not confirmed yet. */
  pendingNotes: readonly string[]
}

/** The client's dated notes and trips, its creation, and its pending and conflicting edits. */
function toClientEntries(traces: ClientTimelineState, reading: TimelineContext): TimelineEntry[] {
  return [
    ...traces.client.trips.map((trip) => toTripEntry(trip, reading)),
    ...traces.client.journal.map((note) => toNoteEntry(note, traces)),
    ...toCreationEntry(traces),
    ...toPendingEntries(traces),
    ...traces.conflicts.map(toConflictEntry),
    ...toRejectedEntries(traces),
  ]
}

/** The key of a dated note's entry. */
export function toNoteKey(id: string): string {
  return `note ${id}`
}

function toTripEntry(trip: Trip, { now, zone }: TimelineContext): TimelineEntry {
  const { id, place, start, end } = trip
  return {
    key: `trip ${id}`,
    kind: 'trip',
    icon: 'trip',
    at: getFirstInstant(start, 0, zone),
    isDateOnly: true,
    isUpcoming: end >= toWallTime(now, zone).date,
    title: `Trip: ${place}`,
    text: formatTripDates(trip),
  }
}

function toNoteEntry({ id, at, text }: JournalNote, traces: ClientTimelineState): TimelineEntry {
  const isPending = traces.pendingNotes.includes(id)
  return {
    key: toNoteKey(id),
    kind: 'note',
    icon: 'note',
    at: Date.parse(at),
    isUpcoming: false,
    title: 'Note',
    text,
    ...(isPending && { mark: 'pending' }),
  }
}

function toCreationEntry({ createdAt }: ClientTimelineState): TimelineEntry[] {
  if (createdAt === undefined) return []
  const title = 'Added as client'
  return [
    { key: 'added', kind: 'beginning', icon: 'client', at: createdAt, isUpcoming: false, title },
  ]
}

/**
 * One entry for all pending fields that were changed at the same moment. Dated notes are left out,
 * because each shows its own state.
 */
function toPendingEntries({ pendingFields }: ClientTimelineState): TimelineEntry[] {
  const moments = new Map<string, string[]>()
  for (const [field, at] of Object.entries(pendingFields)) {
    if (field !== 'journal')
      moments.set(at, [...(moments.get(at) ?? []), getFieldLabel('client', field)])
  }
  return [...moments].map(([at, fields]) => ({
    ...changeEntryBase,
    key: `pending ${at}`,
    at: Date.parse(at),
    title: 'Changed on this device',
    text: fields.join(', '),
    mark: 'pending',
  }))
}

function toConflictEntry({ cid, kind, field, deviceName, at }: OpenConflict): TimelineEntry {
  return {
    ...changeEntryBase,
    key: cid,
    at: Date.parse(at),
    title: `${kind === 'delete' ? 'Deleted' : 'Changed'} on ${deviceName || 'another device'}`,
    ...(kind === 'field' && { text: getFieldLabel('client', field) }),
    mark: 'conflict',
  }
}

function toRejectedEntries({ rejected }: ClientTimelineState): TimelineEntry[] {
  return rejected.map(({ n, set, reason, at }) => ({
    ...changeEntryBase,
    key: `rejected ${n}`,
    at: Date.parse(at),
    title: 'Rejected by the server',
    text: `${Object.keys(set)
      .map((field) => getFieldLabel('client', field))
      .join(', ')}. ${reason}`,
    mark: 'rejected',
  }))
}

const changeEntryBase = { kind: 'change', icon: 'edit', isUpcoming: false } as const

export const timelineKinds = ['booking', 'message', 'note', 'trip', 'change'] as const

export type TimelineKind = (typeof timelineKinds)[number]

export type TimelineIcon =
  | 'call'
  | 'booking'
  | 'mail'
  | 'money'
  | 'note'
  | 'trip'
  | 'client'
  | 'edit'

/** Sync state of an entry, if it is not confirmed by the server. */
export type TimelineMark = 'pending' | 'conflict' | 'rejected'

export interface TimelineEntry {
  key: string
  /** The filter under which the entry is shown; `beginning` is always shown. */
  kind: TimelineKind | 'beginning'
  icon: TimelineIcon
  /** UTC milliseconds. */
  at: number
  /** The entry has a date in the owner's zone and no time. */
  isDateOnly?: boolean
  isUpcoming: boolean
  title: string
  text?: string
  /** The booking's status, for a call. */
  status?: BookingStatus
  mark?: TimelineMark
  /** Path of the desk's page with more about it. */
  to?: string
}

/** The current time, UTC milliseconds, and the owner's zone. */
export interface TimelineContext {
  now: number
  zone: string
}
