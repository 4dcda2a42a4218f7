import { formatPrice } from '#shared/lib/money.ts'
import type { Service, ServiceType } from './service.ts'
import { siteContent } from './site-content.ts'

/** The services that visitors can book, in the owner's order; with a side, those of that side. */
export function listServices(side?: Service['side']): readonly Service[] {
  return siteContent().services.filter(
    (service) => service.isShown && (!side || service.side === side),
  )
}

/** A service that visitors can book; undefined for one that is hidden or gone. */
export function findService(type: string | undefined): Service | undefined {
  return listServices().find((service) => service.type === type)
}

/** Also a hidden service; throws for one that the site does not have. */
export function getService(type: ServiceType): Service {
  const found = siteContent().services.find((service) => service.type === type)
  if (!found) throw new Error(`There is no service ${type}`)
  return found
}

/** Today's title of a service, also of a hidden one; for one that is gone, its type. A booking has its own title. */
export function getServiceTitle(type: ServiceType): string {
  return siteContent().services.find((service) => service.type === type)?.title ?? type
}

/** Where a service is booked; the list of services if it is not offered. */
export function toServicePath(type: ServiceType): string {
  return findService(type) ? `/service/${type}` : '/services'
}

const firstServices = {
  artistry: 'initial-consultation',
  mastery: 'business-consultancy',
} as const satisfies Record<Service['side'], ServiceType>

/** Where visitors of a side begin: its first conversation or, if that is hidden, another service. Undefined if all are hidden. */
export function findFirstService(
  services: readonly Service[],
  side: Service['side'],
): Service | undefined {
  const shown = services.filter(({ isShown }) => isShown)
  const first = shown.find(({ type }) => type === firstServices[side])
  return first ?? shown.find((service) => service.side === side) ?? shown[0]
}

/** Where the first service of a side is booked; Contact if none can be. `query`: `?journey=lofoten`. */
export function toFirstBooking(side: Service['side'] = 'artistry', query = ''): string {
  const service = findFirstService(siteContent().services, side)
  return service ? `/service/${service.type}${query}` : '/contact'
}

/** In the owner's order; those that the site no longer knows are last. */
export function sortServices(types: readonly ServiceType[]): ServiceType[] {
  const known = siteContent().services.map(({ type }) => type)
  const place = (type: ServiceType) => (known.includes(type) ? known.indexOf(type) : known.length)
  return [...types].sort((a, b) => place(a) - place(b))
}

/** Of a service, or of a booking. */
export interface Price {
  /** Minor units, VAT included; 0 is free. */
  amount: number
  currency: string
}

/** `NOK 4,000`, or `Complimentary`. */
export function formatFee({ amount, currency }: Price): string {
  return isPaid({ amount }) ? formatPrice(amount, currency) : 'Complimentary'
}

export function isPaid({ amount }: Pick<Service, 'amount'>): boolean {
  return amount > 0
}
