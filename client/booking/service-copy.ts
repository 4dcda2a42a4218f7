import type { Fact } from '#client/ui/page/facts.tsx'
import type { PlateName } from '#client/ui/plate.tsx'
import { isPaid, type Service, type ServiceType } from '#shared/booking/catalogue.ts'
import type { PlaceKind } from '#shared/booking/place.ts'
import { longDate } from '#shared/booking/times.ts'
import type { PlainDate } from '#shared/lib/date.ts'
import { dateWords } from '#shared/lib/date-words.ts'
import { formatPrice, taxNote } from '#shared/lib/money.ts'
import type { SiteConfig } from '#shared/site/api.ts'
import { business } from '#shared/site/business.ts'

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
    intro: 'An hour on your house: who it is for, and what would bring them back.',
    covers: 'Business analysis, market position, guest experience, revenue',
    feeName: 'Consultation fee',
  },
}

export function feeWords(service: Service): string {
  return isPaid(service) ? formatPrice(service.amount, service.currency) : 'Complimentary'
}

/** Price line of the summary; undefined for a free service. */
export function priceOf(service: Service): { amount: string; note: string } | undefined {
  if (!isPaid(service)) return undefined
  const note = `${serviceCopy[service.type].feeName}, ${taxNote(service.currency)}`
  return { amount: feeWords(service), note }
}

/** The installation's configuration; undefined until loaded. */
type Known = SiteConfig | undefined

/** Facts beside the calendar: fee, length, meeting location, subjects. */
export function serviceFacts(service: Service, config: Known): Fact[] {
  const { covers } = serviceCopy[service.type]
  const tax = isPaid(service) ? `, ${taxNote(service.currency)}` : ''
  return [
    { term: 'Fee', value: feeWords(service) + tax },
    { term: 'Length', value: `${service.durationMinutes} minutes` },
    { term: 'Where', value: whereWords(service, config) },
    { term: 'We cover', value: covers },
  ]
}

const UNKNOWN = 'Named in your confirmation'

const where: Record<PlaceKind, string> = {
  video_room: 'Video call',
  link: 'Video call',
  phone: 'Phone call: we call you',
  in_person: 'In person, address in your confirmation',
}

/** E-mail is mentioned only if this installation is known to send it. */
function whereWords({ type }: Service, config: Known): string {
  const place = config?.places[type]
  if (!config || !place) return UNKNOWN
  const isOnline = place === 'video_room' || place === 'link'
  return isOnline && config.mail ? `${where[place]}, link sent by email` : where[place]
}

/** Short form of `serviceFacts` for small screens. */
export function serviceBrief(service: Service, config: Known): string[] {
  const place = config?.places[service.type]
  const means = place === undefined ? [] : [briefPlaces[place]]
  return [feeWords(service), `${service.durationMinutes} minutes`, ...means]
}

const briefPlaces: Record<PlaceKind, string> = {
  video_room: 'Video call',
  link: 'Video call',
  phone: 'Phone call',
  in_person: 'In person',
}

export function alternativeTimeLink(service: Service, date: PlainDate | null): string {
  return link(service, date && dateWords(date, 'full'))
}

/** `mailto:` link to ask for another time than that of an existing booking. */
export function otherTimeLink(service: Service, start: number, zone: string): string {
  return link(service, longDate(start, zone))
}

function link(service: Service, day: string | null): string {
  const subject = ['Request alternative time: ', service.title, day && `, ${day}`]
  return `mailto:${business.email}?subject=${encodeURIComponent(subject.filter(Boolean).join(''))}`
}
