import type { GuestCopy } from '#shared/journeys/guest-copy.ts'
import type { JourneyData } from '#shared/journeys/journey-fields.ts'
import { business } from '#shared/site/owner/business.ts'
import { isSample } from '#shared/site/owner/samples.ts'

/** The host that guests call unless the journey names another one. A sample number is left out. */
export const defaultHost: GuestCopy['host'] = {
  name: business.founder ?? business.name,
  phone: isSample('phone number') ? '' : (business.phone ?? ''),
}

export function getHost({ hostName, hostPhone }: JourneyData): GuestCopy['host'] {
  return { name: hostName || defaultHost.name, phone: hostPhone || defaultHost.phone }
}
