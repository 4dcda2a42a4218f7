import { keepTogether } from '#client/lib/data/keep-together.ts'
import type { Fact } from '#client/ui/page/facts.tsx'
import { formatClockTime, formatMeetingTime, formatStartTime } from '#shared/booking/zoned-time.ts'
import { formatDestinations } from '#shared/content/destinations.ts'
import { formatFee, isPaid, type Price } from '#shared/content/services.ts'
import { formatInstantDate } from '#shared/lib/format-date.ts'
import { type Flow, splitDestinations, type WireFields } from './flow.ts'

const MINUTE = 60_000

/** Date, time and time zone of a meeting; start and end are UTC milliseconds. */
export function listTimeFacts(start: number, end: number, zone: string): Fact[] {
  const formatted = formatMeetingTime(start, end, zone)
  return [
    { term: 'Date', value: keepTogether(formatted.date) },
    { term: 'Time', value: keepTogether(formatted.time) },
    { term: 'Time zone', value: formatted.zone },
  ]
}

type ChoiceParts = Pick<Flow, 'draft' | 'service' | 'zone' | 'topic'>

/** The summary beside the form; without the fee of a paid service, which `getPriceSummary` gives. */
export function listChoiceFacts({ draft, service, zone, topic }: ChoiceParts): Fact[] {
  const when =
    draft.start === null
      ? [{ term: 'Date and time', value: 'Not chosen yet' }]
      : listTimeFacts(draft.start, draft.start + service.durationMinutes * MINUTE, zone)
  const where = formatChosenDestinations(draft.typed)
  return [
    ...(topic ? [{ term: 'About', value: topic }] : []),
    ...when,
    ...(service.asksDestinations && where ? [{ term: 'Destinations', value: where }] : []),
    ...(isPaid(service) ? [] : [{ term: 'Fee', value: formatFee(service) }]),
  ]
}

/** The chosen time and the fee. */
export function listShortChoice({ draft: { start }, service, zone }: ChoiceParts): string[] {
  const when = start === null ? 'No time chosen yet' : formatShortTime(start, zone)
  return [when, formatFee(service)]
}

/** `Wed 25 Nov, 10:30` */
export function formatShortTime(start: number, zone: string): string {
  return `${formatInstantDate(start, zone, 'shortWeekday')}, ${formatStartTime(start, zone)}`
}

export function formatChosenDestinations(fields: WireFields): string {
  return formatDestinations(splitDestinations(fields.destinations), fields.other_destination ?? '')
}

interface BookedParts {
  fields: WireFields
  serviceTitle: string
  price: Price
}

/**
 * Summary of a sent booking, from the fields that were sent. The fee may not be paid yet: a
 * request is paid after the owner has accepted it.
 */
export function listBookedFacts(
  { fields, serviceTitle, price }: BookedParts,
  start: number,
): Fact[] {
  const zone = fields.timezone ?? 'UTC'
  const { date, zone: label } = formatMeetingTime(start, start, zone)
  const where = formatChosenDestinations(fields)
  return [
    { term: 'Service', value: serviceTitle },
    { term: 'Date and time', value: keepTogether(`${date}, ${formatClockTime(start, zone)}`) },
    { term: 'Time zone', value: label },
    ...(where ? [{ term: 'Destinations', value: where }] : []),
    ...(isPaid(price) ? [{ term: 'Fee', value: formatFee(price) }] : []),
  ]
}
