import { catalogue, OTHER_DESTINATION, serviceTypes } from '#shared/booking/catalogue.ts'
import { clockTime, longDate } from '#shared/booking/times.ts'
import { travelDates } from '#shared/inquiry/sheet.ts'
import { addDays } from '#shared/lib/date.ts'
import { dateWords, isSameYear } from '#shared/lib/date-words.ts'
import { wallOf, zoneWords } from '#shared/lib/zone.ts'
import type { FormSubmission } from '#shared/submissions/api.ts'
import type { FormName } from '#shared/submissions/form-post.ts'

type Fields = FormSubmission['data']

/** The names of each form: on its tab, in a sentence, and for its empty list. */
export const formWords: Record<FormName, { tab: string; one: string; none: string }> = {
  booking: {
    tab: 'Booking Forms',
    one: 'Booking form',
    none: 'The booking form has not been sent by anyone yet.',
  },
  contact: {
    tab: 'Contact Forms',
    one: 'Contact form',
    none: 'The contact form has not been sent by anyone yet.',
  },
  inquiry: {
    tab: 'Enquiries',
    one: 'Enquiry form',
    none: 'The enquiry form has not been sent by anyone yet.',
  },
}

export function nameOf({ first_name = '', last_name = '' }: Fields): string {
  return `${first_name} ${last_name}`.trim() || 'Without a name'
}

/** The second line of a row in the list. */
export function noteOf(fields: Fields): string {
  const { message, travel_destination, departure_date, return_date } = fields
  if (message) return message
  if (travel_destination)
    return `${travel_destination.replaceAll(',', ', ')}, ${travelDates(departure_date, return_date)}`
  return 'Without a message'
}

export function serviceOf({ service_type = '' }: Fields): string {
  const type = serviceTypes.find((name) => name === service_type.replaceAll('_', '-'))
  return type ? catalogue[type].title : service_type
}

/** `Norway, Other Nordic Country: Faroe Islands` */
export function destinationsOf({ destinations = '', other_destination }: Fields): string {
  return destinations
    .split(',')
    .map((name) =>
      name === OTHER_DESTINATION && other_destination ? `${name}: ${other_destination}` : name,
    )
    .filter(Boolean)
    .join(', ')
}

/** `Wednesday 25 November 2026, 10:00`, in the visitor's time zone. */
export function wishedTime({ date = '', time = '' }: Fields): string {
  return `${dateWords(date, 'full')}, ${time}`
}

/**
 * `16:00 in Europe/Oslo`, with the date if it differs; undefined if it equals the visitor's time.
 */
export function ownersTime({ start = '', date, time }: Fields, zone: string): string | undefined {
  const instant = Date.parse(start)
  if (Number.isNaN(instant)) return undefined
  const at = clockTime(instant, zone)
  const sameDay = wallOf(instant, zone).date === date
  if (sameDay && at === time) return undefined
  return `${at}${sameDay ? '' : ` on ${longDate(instant, zone)}`} in ${zoneWords(zone)}`
}

/**
 * When a submission arrived, in the owner's time zone: `Today, 07:48`, `Yesterday, 22:31` or `20
 * Nov`.
 */
export function rowTime(created: string, zone: string, now: number): string {
  const instant = Date.parse(created)
  const [day, today] = [wallOf(instant, zone).date, wallOf(now, zone).date]
  if (day === today) return `Today, ${clockTime(instant, zone)}`
  if (day === addDays(today, -1)) return `Yesterday, ${clockTime(instant, zone)}`
  return dateWords(day, isSameYear(day, today) ? 'shortDay' : 'short')
}

/** `Booking form, received Tuesday 24 November 2026 at 07:48` */
export function receivedWords(form: FormName, created: string, zone: string): string {
  const instant = Date.parse(created)
  return `${formWords[form].one}, received ${longDate(instant, zone)} at ${clockTime(instant, zone)}`
}
