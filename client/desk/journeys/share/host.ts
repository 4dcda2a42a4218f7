import type { GuestCopy } from '#shared/journeys/guest-copy.ts'
import type { JourneyData } from '#shared/journeys/journey-fields.ts'
import { business } from '#shared/site/owner/business.ts'
import { isSample } from '#shared/site/owner/samples.ts'

/** Whom guests call unless the journey says otherwise; a sample number is nobody's. */
export const defaultHost: GuestCopy['host'] = {
  name: business.founder,
  phone: isSample('phone number') ? '' : business.phone,
}

export function getHost({ hostName, hostPhone }: JourneyData): GuestCopy['host'] {
  return { name: hostName || defaultHost.name, phone: hostPhone || defaultHost.phone }
}
