import { wordByMail } from '#client/lib/data/mail-wording.ts'
import type { Fact } from '#client/ui/page/facts.tsx'
import type { PlateName } from '#client/ui/plate.tsx'
import type { LocationKind } from '#shared/booking/meeting-location.ts'
import { formatFullDate } from '#shared/booking/zoned-time.ts'
import type { Service, ServiceType } from '#shared/content/service.ts'
import { formatFee, isPaid } from '#shared/content/services.ts'
import type { PlainDate } from '#shared/lib/date.ts'
import { formatDate } from '#shared/lib/format-date.ts'
import { formatListedTaxNote } from '#shared/payment/seller.ts'
import { appendTaxNote } from '#shared/payment/vat.ts'
import type { SiteConfig } from '#shared/site/api.ts'
import { toWriteLink } from '#shared/site/contact-links.ts'

const plates: Partial<Record<ServiceType, PlateName>> = {
  'initial-consultation': 'fjord',
  'bespoke-planning': 'arch-night',
}

/** The plate beside a service's booking page. */
export function getServicePlate({ type, side }: Pick<Service, 'type' | 'side'>): PlateName {
  return plates[type] ?? (side === 'mastery' ? 'sheet' : 'arch-night')
}

/** Price line of the summary; undefined for a free service. */
export function getPriceSummary(
  service: Service,
  country?: string,
): { amount: string; note: string } | undefined {
  if (!isPaid(service)) return undefined
  const tax = formatListedTaxNote(service, country)
  return {
    amount: formatFee(service),
    note: appendTaxNote(service.feeLabel, tax),
  }
}

/** The installation's configuration; undefined until loaded. */
type MaybeSiteConfig = SiteConfig | undefined

/** Facts beside the calendar: fee, length, meeting location, subjects. */
export function listServiceFacts(service: Service, config: MaybeSiteConfig): Fact[] {
  const tax = isPaid(service) ? formatListedTaxNote(service) : ''
  return [
    { term: 'Fee', value: appendTaxNote(formatFee(service), tax) },
    { term: 'Length', value: `${service.durationMinutes} minutes` },
    {
      term: 'Where',
      value: formatServiceLocation(service, config),
      isAwaited: config === undefined,
    },
    ...(isPaid(service) && service.buyers !== 'both'
      ? [{ term: 'For', value: buyerTexts[service.buyers] }]
      : []),
    ...(service.covers ? [{ term: 'We cover', value: service.covers }] : []),
  ]
}

const buyerTexts = { private: 'Private people', company: 'Companies' } as const

const LOCATION_UNKNOWN_TEXT = 'Named in your confirmation'

const locationTexts: Record<LocationKind, string> = {
  video_room: 'Video call',
  link: 'Video call',
  phone: 'Phone call: I call you',
  in_person: 'In person, address in your confirmation',
}

function formatServiceLocation({ type }: Service, config: MaybeSiteConfig): string {
  const place = config?.locationKinds[type]
  if (!config || !place) return LOCATION_UNKNOWN_TEXT
  const isOnline = place === 'video_room' || place === 'link'
  const text = locationTexts[place]
  return isOnline
    ? wordByMail(config, { sent: `${text}, link sent by email`, notSent: text })
    : text
}

/** Short form of `listServiceFacts` for small screens. */
export function listShortServiceFacts(service: Service, config: MaybeSiteConfig): string[] {
  const place = config?.locationKinds[service.type]
  const means = place === undefined ? [] : [shortLocationTexts[place]]
  return [formatFee(service), `${service.durationMinutes} minutes`, ...means]
}

const shortLocationTexts: Record<LocationKind, string> = {
  video_room: 'Video call',
  link: 'Video call',
  phone: 'Phone call',
  in_person: 'In person',
}

/** Link to ask for a time of a service that cannot be booked online. */
export function toFirstTimeLink({ type, title }: Service): string {
  return toWriteLink({ about: type, subject: `Request a time: ${title}` })
}

export function toTimeRequestLink(service: Service, date: PlainDate | null): string {
  return buildTimeRequestLink(service, date && formatDate(date, 'full'))
}

/** Link to ask for another time than that of an existing booking. */
export function toOtherTimeLink(service: TitledService, start: number, zone: string): string {
  return buildTimeRequestLink(service, formatFullDate(start, zone))
}

type TitledService = Pick<Service, 'type' | 'title'>

function buildTimeRequestLink(service: TitledService, day: string | null): string {
  const subject = ['Request alternative time: ', service.title, day && `, ${day}`]
  return toWriteLink({ about: service.type, subject: subject.filter(Boolean).join('') })
}
