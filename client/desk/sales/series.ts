import type { ServiceType } from '#shared/booking/catalogue.ts'

/** Told apart by how they are drawn, never by hue alone. */
const inks = ['solid', 'engraved', 'outlined'] as const

type Ink = (typeof inks)[number]

/** The ink of a service among those that are drawn. */
export function inkOf(service: ServiceType, services: readonly ServiceType[]): Ink {
  return inks[services.indexOf(service)] ?? 'outlined'
}
