import type { Service } from '#shared/content/service.ts'
import { getBusiness } from '#shared/content/site-content.ts'
import { parseOrganizationNumber } from '#shared/lib/values/organization-number.ts'
import { decideVat, formatTaxNote, HOME_COUNTRY } from './vat.ts'

/** Who sells, as sales documents must say it. */
export interface Seller {
  legalName: string
  address: string
  /** The nine digits, without `MVA`; as the owner wrote it if it is no Norwegian number. */
  organizationNumber: string
  vatRegistered: boolean
  inForetaksregisteret: boolean
}

/** What the owner must have written before anything is sold online. */
export const sellerDetails: readonly string[] = [
  'legal name',
  'postal address',
  'organisation number',
  'VAT registration',
  'entry in Foretaksregisteret',
]

/** The seller; null on a public site whose owner has not entered all of it, which then sells nothing. */
export function getSeller(): Seller | null {
  const { legalName, address, organizationNumber, vatRegistered, inForetaksregisteret } =
    getBusiness()
  if (!legalName || !address || !organizationNumber) return null
  if (vatRegistered === null || inForetaksregisteret === null) return null
  return {
    legalName,
    address,
    organizationNumber: parseOrganizationNumber(organizationNumber) ?? organizationNumber,
    vatRegistered,
    inForetaksregisteret,
  }
}

/**
 * The line under a price before it is booked; '' for a seller without VAT. `country` is the
 * buyer's, as far as it is known.
 */
export function formatListedTaxNote(
  { vat, currency }: Service,
  country: string = HOME_COUNTRY,
): string {
  const isRegistered = getBusiness().vatRegistered === true
  return formatTaxNote(currency, decideVat(vat, { isRegistered, country }))
}
