import type { BookingTable } from '#server/db/tables.ts'
import { catalogue } from '#shared/booking/catalogue.ts'
import { locationPhrases } from '#shared/booking/meeting-location.ts'
import {
  formatClockTime,
  formatFullDate,
  formatMeetingTime,
  formatZoneWithOffset,
} from '#shared/booking/zoned-time.ts'
import type { Address } from './address.ts'
import type { DetailRow } from './content.ts'
import { toQuotableText, toSingleLine } from './typed-text.ts'

// Texts about a booking's meeting and guest, shared by the mails of all features.

export function guestAddress(booking: BookingTable): Address {
  return { name: guestName(booking), address: booking.email }
}

export function guestName({
  first_name,
  last_name,
}: Pick<BookingTable, 'first_name' | 'last_name'>): string {
  return toSingleLine(`${first_name} ${last_name}`)
}

export function greeting({ first_name }: BookingTable): string {
  const name = toQuotableText(first_name)
  return name ? `Dear ${name},` : 'Good day,'
}

export function serviceTitle({ service_type }: BookingTable): string {
  return catalogue[service_type].title
}

/** `Initial Consultation, 30 minutes by video` */
export function serviceLine({ service_type, place }: BookingTable): string {
  const { title, durationMinutes } = catalogue[service_type]
  return `${title}, ${durationMinutes} minutes ${locationPhrases[place]}`
}

/** The meeting's times in the guest's and the owner's zone; one row if the zones are the same. */
export function timeRows({ starts_at, ends_at, time_zone, owner_zone }: BookingTable): DetailRow[] {
  const row = (label: string, zone: string) => ({
    label,
    lines: formatSpan(starts_at, ends_at, zone),
  })
  return time_zone === owner_zone
    ? [row('Your time and ours', owner_zone)]
    : [row('Your time', time_zone), row('Our time', owner_zone)]
}

/** Three lines: the date, the hours and the zone of a time span in UTC milliseconds. */
export function formatSpan(start: number, end: number, zone: string): string[] {
  const { date, time, zone: label } = formatMeetingTime(start, end, zone)
  return [date, time, label]
}

/** One line with the date, time and zone of an instant in UTC milliseconds. */
export function formatInstant(instant: number, zone: string): string {
  return `${formatFullDate(instant, zone)}, ${formatClockTime(instant, zone)}, ${formatZoneWithOffset(instant, zone)}`
}

/** An instant in each of these zones, one line for each different zone. */
export function instantLines(instant: number, zones: readonly string[]): string[] {
  return [...new Set(zones)].map((zone) => formatInstant(instant, zone))
}
