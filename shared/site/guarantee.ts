import { getBusiness } from '#shared/content/site-content.ts'

/**
 * Who guarantees the travellers' money, with the number, as an organiser of journeys must name them; null for an adviser, and
 * until both are written. Without it, no price of a whole journey is shown.
 */
export function describeGuarantee(): string | null {
  const { travelRole, guarantor, guaranteeNumber } = getBusiness()
  if (travelRole !== 'organiser' || !guarantor || !guaranteeNumber) return null
  return `Travel guarantee: ${guarantor}, no. ${guaranteeNumber}`
}
