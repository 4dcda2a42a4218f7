import type { Fact } from '#client/ui/page/facts.tsx'
import { catalogue, formatDestinations, isPaid, type Service } from '#shared/booking/catalogue.ts'
import { formatMeetingTime } from '#shared/booking/zoned-time.ts'
import type { Draft, WireFields } from './flow.ts'
import { formatFee } from './service-text.ts'

const MINUTE = 60_000

/** Date, time and time zone of a chosen start (UTC milliseconds). */
export function listTimeFacts(start: number, service: Service, zone: string): Fact[] {
  const formatted = formatMeetingTime(start, start + service.durationMinutes * MINUTE, zone)
  return [
    { term: 'Date', value: formatted.date },
    { term: 'Time', value: formatted.time },
    { term: 'Time zone', value: formatted.zone },
  ]
}

/** The summary beside the form; without the fee of a paid service, which `formatServicePrice` gives. */
export function listChoiceFacts(draft: Draft, service: Service, zone: string): Fact[] {
  const when =
    draft.start === null
      ? [{ term: 'Date and time', value: 'Not chosen yet' }]
      : listTimeFacts(draft.start, service, zone)
  const where = formatDestinations(draft.destinations, draft.otherDestination)
  return [
    ...when,
    ...(service.asksDestinations && where ? [{ term: 'Destinations', value: where }] : []),
    ...(isPaid(service) ? [] : [{ term: 'Fee', value: formatFee(service) }]),
  ]
}

/** Summary of a sent booking, from the fields that were sent. */
export function listBookedFacts(fields: WireFields, start: number): Fact[] {
  const type = fields.service_type?.replaceAll('_', '-')
  const service = Object.values(catalogue).find((known) => known.type === type)
  const zone = fields.timezone ?? 'UTC'
  const { date, time, zone: label } = formatMeetingTime(start, start, zone)
  const where = formatDestinations(
    fields.destinations?.split(',').filter(Boolean) ?? [],
    fields.other_destination ?? '',
  )
  return [
    { term: 'Service', value: service?.title ?? '' },
    { term: 'Date and time', value: `${date}, ${time.slice(0, 5)}` },
    { term: 'Time zone', value: label },
    ...(where ? [{ term: 'Destinations', value: where }] : []),
    ...(service && isPaid(service) ? [{ term: 'Paid', value: formatFee(service) }] : []),
  ]
}
