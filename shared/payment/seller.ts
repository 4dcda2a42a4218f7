import { business } from '#shared/site/owner/business.ts'

/** Who sells, as sales documents must say it. */
export interface Seller {
  legalName: string
  address: string
  organizationNumber: string
  vatRegistered: boolean
  inForetaksregisteret: boolean
}

/** The seller; null on a public site whose owner has not told all of it, which then sells nothing. */
export function getSeller(): Seller | null {
  const { legalName, address, organizationNumber, vatRegistered, inForetaksregisteret } = business
  if (!legalName || !address || !organizationNumber) return null
  if (vatRegistered === null || inForetaksregisteret === null) return null
  return { legalName, address, organizationNumber, vatRegistered, inForetaksregisteret }
}
