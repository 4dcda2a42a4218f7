import { formatPrice } from '#shared/lib/money.ts'
import type { Service, ServiceType } from './service.ts'
import { siteContent } from './site-content.ts'

/** The services that visitors can book, in the owner's order; with a side, those of that side. */
export function listServices(side?: Service['side']): readonly Service[] {
  return siteContent().services.filter(
    (service) => service.isShown && (!side || service.side === side),
  )
}

export function findService(type: string | undefined): Service | undefined {
  return siteContent().services.find((service) => service.type === type)
}

/** Throws for a type that the site never had. */
export function getService(type: ServiceType): Service {
  const found = findService(type)
  if (!found) throw new Error(`There is no service ${type}`)
  return found
}

/** The title of a service; for one that the site no longer knows, its type. */
export function getServiceTitle(type: ServiceType): string {
  return findService(type)?.title ?? type
}

/** In the owner's order; those that the site no longer knows are last. */
export function sortServices(types: readonly ServiceType[]): ServiceType[] {
  const known = siteContent().services.map(({ type }) => type)
  const place = (type: ServiceType) => (known.includes(type) ? known.indexOf(type) : known.length)
  return [...types].sort((a, b) => place(a) - place(b))
}

/** `NOK 4,000`, or `Complimentary`. */
export function formatFee({ amount, currency }: Service): string {
  return isPaid({ amount }) ? formatPrice(amount, currency) : 'Complimentary'
}

export function isPaid({ amount }: Pick<Service, 'amount'>): boolean {
  return amount > 0
}
