/** How a service is taxed. An accountant decides it for each service. */
export interface VatRule {
  /** For buyers who live in Norway. */
  home: 'standard' | 'reduced' | 'none'
  /** For buyers who live elsewhere. */
  abroad: 'none' | 'as_at_home'
}

export type BuyerGroup = 'both' | 'private' | 'company'

/** A service's name in addresses and records: `initial-consultation`. */
export type ServiceType = string

/** A service that visitors can book. */
export interface Service {
  /** Stays the same if the owner changes the service's address before it is published. */
  id: string
  type: ServiceType
  title: string
  durationMinutes: number
  /** Kept free after a booking; if the opening hours ask for a longer buffer, that one is. */
  pauseMinutes: number
  /** Minor units, VAT included; 0 is free. */
  amount: number
  /** The price is per hour: the card shows `from NOK 1,500/hour`. */
  isPerHour: boolean
  currency: 'nok'
  vat: VatRule
  /** Who may buy it; a free service does not ask. */
  buyers: BuyerGroup
  asksDestinations: boolean
  /** A hidden service keeps its bookings, but no page shows it. */
  isShown: boolean
  /** The page with its card. */
  side: 'artistry' | 'mastery'
  /** On Home: a word in capitals, and a sentence. */
  kicker: string
  teaser: string
  /** Its card; `audience` follows the title in italics. */
  cardTitle: string
  audience: string
  description: string
  points: readonly string[]
  remark: string
  link: string
  /** The page where it is booked: title in the browser's tab, and text for search results, where `{price}` is replaced. */
  pageTitle: string
  pageDescription: string
  intro: string
  covers: string
  feeLabel: string
}
