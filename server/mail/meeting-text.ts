import type { BookingTable } from '#server/db/tables.ts'
import { parseBookedService } from '#shared/booking/booked-service.ts'
import { toReference } from '#shared/booking/booking-id.ts'
import { locationPhrases } from '#shared/booking/meeting-location.ts'
import {
  formatClockTime,
  formatFullDate,
  formatMeetingTime,
  formatZoneWithOffset,
} from '#shared/booking/zoned-time.ts'
import { formatOffset, formatZoneCity, getOffset, toSeenZone } from '#shared/lib/time-zone.ts'
import { findLegalOffset } from '#shared/lib/zones/zone-law.ts'
import type { Address } from './address.ts'
import type { DetailRow } from './content.ts'
import { toQuotableText, toSingleLine } from './typed-text.ts'

const MINUTE = 60_000

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

export function serviceTitle(booking: BookingTable): string {
  return parseBookedService(booking).title
}

export function referenceRow({ id }: Pick<BookingTable, 'id'>): DetailRow {
  return { label: 'Reference', lines: [toReference(id)] }
}

/** `Initial Consultation, 30 minutes by video` */
export function serviceLine(booking: BookingTable): string {
  const { title, durationMinutes } = parseBookedService(booking)
  return `${title}, ${durationMinutes} minutes ${locationPhrases[booking.place]}`
}

/** The meeting's times in the guest's and the owner's zone; one row if the zones are the same. */
export function timeRows(booking: BookingTable): DetailRow[] {
  const { starts_at, ends_at, owner_zone } = booking
  const zone = getGuestZone(booking)
  const row = (label: string, of: string) => ({ label, lines: formatSpan(starts_at, ends_at, of) })
  const notes = zoneNotes(booking, starts_at)
  if (zone === owner_zone) return [withLines(row('Your time and mine', zone), notes)]
  return [withLines(row('Your time', zone), notes), row('My time', owner_zone)]
}

function withLines(row: DetailRow, lines: readonly string[]): DetailRow {
  return { ...row, lines: [...row.lines, ...lines] }
}

/** The zone in which to print a booking's times for its guest, as the guest saw them. */
export function getGuestZone({
  starts_at,
  seen_offset,
  time_zone,
}: Pick<BookingTable, 'starts_at' | 'seen_offset' | 'time_zone'>): string {
  return toSeenZone(starts_at, seen_offset, time_zone)
}

/**
 * A sentence if the guest's local time, as we print it, may not be what the clocks there will show:
 * it differs from the law, or for want of a known one from our zone data.
 */
function zoneNotes(booking: BookingTable, instant: number): string[] {
  const { time_zone, seen_offset, starts_at } = booking
  const zone = getGuestZone(booking)
  const law = findLegalOffset(instant, time_zone)
  const printed = getOffset(instant, zone)
  const expected = law === undefined ? getOffset(instant, time_zone) : law * MINUTE
  if (printed === expected) return []
  const isOurs = printed === getOffset(instant, time_zone)
  const source =
    !isOurs || (seen_offset !== null && instant === starts_at)
      ? 'This time counts with the clock of the browser in which you booked'
      : 'This time is computed with this server’s time zone data, which is older than the law there'
  const by = law === undefined ? 'By this server’s time zone data' : 'By law'
  const there = formatClock(instant, toSeenZone(instant, expected / MINUTE, time_zone), zone)
  return [
    `${source}. ${by}, clocks in ${formatZoneCity(time_zone)} will show ${there}. In UTC, it is ${formatClock(instant, 'UTC', zone)}.`,
  ]
}

/** The clock time and offset, with the date if it is another one than in the zone `beside`. */
function formatClock(instant: number, zone: string, beside: string): string {
  const [date, known] = [formatFullDate(instant, zone), formatFullDate(instant, beside)]
  const time = formatClockTime(instant, zone)
  const offset = zone === 'UTC' ? '' : ` (${formatOffset(instant, zone)})`
  return `${time}${date === known ? '' : ` on ${date}`}${offset}`
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

/** A possible start of a booking on the guest's and the owner's clocks, one line each. */
export function bothTimes(booking: BookingTable, start: number): string[] {
  const lines = instantLines(start, [getGuestZone(booking), booking.owner_zone])
  return [...lines, ...zoneNotes(booking, start)]
}

/** An instant in each of these zones, one line for each different zone. */
export function instantLines(instant: number, zones: readonly string[]): string[] {
  return [...new Set(zones)].map((zone) => formatInstant(instant, zone))
}
