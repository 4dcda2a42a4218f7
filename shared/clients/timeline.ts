import type { DeskBooking } from '#shared/booking/desk-api.ts'
import { travelDates } from '#shared/inquiry/travel-dates.ts'
import { timeOfDay } from '#shared/lib/clock-words.ts'
import { dateWords, instantDateWords, isSameYear } from '#shared/lib/date-words.ts'
import { wallOf } from '#shared/lib/zone.ts'
import type { Books } from '#shared/sales/schema.ts'
import type { FormGroup, FormSubmission } from '#shared/submissions/api.ts'
import type { FormName } from '#shared/submissions/form-post.ts'
import { isAddressOf } from './addresses.ts'
import { bookingEntries } from './timeline-bookings.ts'
import { type ClientTraces, clientEntries } from './timeline-client.ts'
import type { Reading, TimelineEntry } from './timeline-entry.ts'

/** What the desk knows of everyone; a client's own is found by the e-mail address. */
export interface DeskRecords {
  bookings: readonly DeskBooking[]
  forms: readonly FormGroup[]
  books: Books
}

/** Everything known of one client, in no order. */
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

/** Everything in one order, the newest first: what is still to come, then month by month. */
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

/** `Today, 10:30`, `18 Nov, 18:20`, `12 Mar 2027` where there is no time; in the owner's zone. */
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

/** What somebody sent by a form; a booking form that became a booking is told there. */
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

/** `Norway, Iceland, 12 to 19 March 2027`: of an inquiry, which has no message. */
function wishes({ travel_destination, departure_date, return_date }: FormSubmission['data']) {
  if (!travel_destination) return 'Without a message'
  return `${travel_destination.replaceAll(',', ', ')}, ${travelDates(departure_date, return_date)}`
}
