import { isPaid, type Service, type ServiceType } from '../../shared/booking/catalogue.ts'
import { formatPrice, taxNote } from '../../shared/payment/money.ts'
import type { Fact } from '../ui/facts.tsx'
import type { PlateName } from '../ui/plate.tsx'

interface ServiceCopy {
  plate: PlateName
  intro: string
  covers: string
  feeName: string
}

export const serviceCopy: Record<ServiceType, ServiceCopy> = {
  'initial-consultation': {
    plate: 'fjord',
    intro:
      'A first conversation about where you might go, and when the North is at its best for it.',
    covers: 'Destinations, timing and season, cultural suggestions, budget and logistics',
    feeName: 'Fee',
  },
  'bespoke-planning': {
    plate: 'arch-night',
    intro: 'The call that opens your planning. From here on, the journey is drawn for you alone.',
    covers: 'Full itinerary, stays, private experiences, travel documents',
    feeName: 'Planning fee',
  },
  'business-consultancy': {
    plate: 'sheet',
    intro: 'An hour on your house: whom it is for, and what would bring them back.',
    covers: 'Business analysis, market position, guest experience, revenue',
    feeName: 'Consultation fee',
  },
}

export function feeWords(service: Service): string {
  return isPaid(service) ? formatPrice(service.amount, service.currency) : 'Complimentary'
}

/** The price that closes the summary of a paid service. */
export function priceOf(service: Service): { amount: string; note: string } | undefined {
  if (!isPaid(service)) return undefined
  const note = `${serviceCopy[service.type].feeName}, ${taxNote(service.currency)}`
  return { amount: feeWords(service), note }
}

/** What one should know before choosing a time; `mail`: it is known that mail leaves the house. */
export function serviceFacts(service: Service, mail: boolean): Fact[] {
  const { covers } = serviceCopy[service.type]
  const tax = isPaid(service) ? `, ${taxNote(service.currency)}` : ''
  return [
    { term: 'Fee', value: feeWords(service) + tax },
    { term: 'Length', value: `${service.durationMinutes} minutes` },
    { term: 'Where', value: mail ? 'Video call, link sent by e-mail' : 'Video call' },
    { term: 'We cover', value: covers },
  ]
}

/** The same in a few words, for small screens. */
export function serviceBrief(service: Service): string[] {
  return [feeWords(service), `${service.durationMinutes} minutes`, 'Video call']
}
