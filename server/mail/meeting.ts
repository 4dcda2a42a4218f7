import type { BookingTable } from '#server/db/tables.ts'
import { catalogue } from '#shared/booking/catalogue.ts'
import { placeMeans } from '#shared/booking/place.ts'
import { clockTime, longDate, shownTime, zoneLabel } from '#shared/booking/times.ts'
import type { Address } from './address.ts'
import { oneLine, repeatable } from './clean.ts'
import type { DetailRow } from './content.ts'

/** What mails of every feature say about a booking's meeting and its guest. */

export function guestAddress(booking: BookingTable): Address {
  return { name: guestName(booking), address: booking.email }
}

export function guestName({
  first_name,
  last_name,
}: Pick<BookingTable, 'first_name' | 'last_name'>): string {
  return oneLine(`${first_name} ${last_name}`)
}

export function greeting({ first_name }: BookingTable): string {
  const name = repeatable(first_name)
  return name ? `Dear ${name},` : 'Good day,'
}

export function serviceTitle({ service_type }: BookingTable): string {
  return catalogue[service_type].title
}

/** `Initial Consultation, 30 minutes by video` */
export function serviceLine({ service_type, place }: BookingTable): string {
  const { title, durationMinutes } = catalogue[service_type]
  return `${title}, ${durationMinutes} minutes ${placeMeans[place]}`
}

/** The meeting in the guest's zone and in ours, each with its name and offset. */
export function timeRows({ starts_at, ends_at, time_zone, owner_zone }: BookingTable): DetailRow[] {
  const row = (label: string, zone: string) => ({ label, lines: spanIn(starts_at, ends_at, zone) })
  return time_zone === owner_zone
    ? [row('Your time and ours', owner_zone)]
    : [row('Your time', time_zone), row('Our time', owner_zone)]
}

/** Date, hours and zone of a stretch of time, one line each. */
export function spanIn(start: number, end: number, zone: string): string[] {
  const { date, time, zone: label } = shownTime(start, end, zone)
  return [date, time, label]
}

/** An instant as one line, such as a deadline. */
export function instantIn(instant: number, zone: string): string {
  return `${longDate(instant, zone)}, ${clockTime(instant, zone)}, ${zoneLabel(instant, zone)}`
}

/** An instant in each zone that matters, one line each. */
export function instantLines(instant: number, zones: readonly string[]): string[] {
  return [...new Set(zones)].map((zone) => instantIn(instant, zone))
}
