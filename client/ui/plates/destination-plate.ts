import type { PlateName } from '#client/ui/plate.tsx'
import { type Destination, destinationChoices } from '#shared/content/destinations.ts'
import type { ServiceType } from '#shared/content/service.ts'

const plates: Record<Destination, PlateName> = {
  Norway: 'fjord',
  Denmark: 'dunes',
  Sweden: 'taiga',
  Iceland: 'falls',
  'Other Nordic Country': 'taiga',
}

/** The plate of a booking: the first destination that was chosen, or the table for a host. */
export function getBookingPlate(
  serviceType: ServiceType | undefined,
  destinations: readonly string[] = [],
): PlateName {
  if (serviceType === 'business-consultancy') return 'table'
  const chosen = destinationChoices.find((name) => name === destinations[0])
  return chosen ? plates[chosen] : 'taiga'
}
