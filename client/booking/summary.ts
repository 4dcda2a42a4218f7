import type { Fact } from '#client/ui/page/facts.tsx'
import { catalogue, destinationWords, isPaid, type Service } from '#shared/booking/catalogue.ts'
import { shownTime } from '#shared/booking/times.ts'
import type { Draft, WireFields } from './flow.ts'
import { feeWords } from './service-copy.ts'

const MINUTE = 60_000

/** Date, time and time zone of a chosen start (UTC milliseconds). */
export function timeFacts(start: number, service: Service, zone: string): Fact[] {
  const shown = shownTime(start, start + service.durationMinutes * MINUTE, zone)
  return [
    { term: 'Date', value: shown.date },
    { term: 'Time', value: shown.time },
    { term: 'Time zone', value: shown.zone },
  ]
}

/** The summary beside the form; without the fee of a paid service, which `priceOf` gives. */
export function choiceFacts(draft: Draft, service: Service, zone: string): Fact[] {
  const when =
    draft.start === null
      ? [{ term: 'Date and time', value: 'Not chosen yet' }]
      : timeFacts(draft.start, service, zone)
  const where = destinationWords(draft.destinations, draft.otherDestination)
  return [
    ...when,
    ...(service.asksDestinations && where ? [{ term: 'Destinations', value: where }] : []),
    ...(isPaid(service) ? [] : [{ term: 'Fee', value: feeWords(service) }]),
  ]
}

/** Summary of a sent booking, from the fields that were sent. */
export function bookedFacts(fields: WireFields, start: number): Fact[] {
  const type = fields.service_type?.replaceAll('_', '-')
  const service = Object.values(catalogue).find((known) => known.type === type)
  const zone = fields.timezone ?? 'UTC'
  const { date, time, zone: label } = shownTime(start, start, zone)
  const where = destinationWords(
    fields.destinations?.split(',').filter(Boolean) ?? [],
    fields.other_destination ?? '',
  )
  return [
    { term: 'Service', value: service?.title ?? '' },
    { term: 'Date and time', value: `${date}, ${time.slice(0, 5)}` },
    { term: 'Time zone', value: label },
    ...(where ? [{ term: 'Destinations', value: where }] : []),
    ...(service && isPaid(service) ? [{ term: 'Paid', value: feeWords(service) }] : []),
  ]
}
