import type { VatRule } from '#shared/content/service.ts'

/** Norwegian VAT in percent (2026). The reduced rate is that of transport and accommodation. */
const vatRates: Record<VatRule['home'], number> = { standard: 25, reduced: 12, none: 0 }

export const vatReasons = ['home', 'abroad', 'abroad_as_home', 'exempt', 'not_registered'] as const

type VatReason = (typeof vatReasons)[number]

/** The VAT of one sale, and why. */
export interface VatOutcome {
  /** Percent; 0 if there is none. */
  rate: number
  reason: VatReason
}

/** ISO 3166 code. Svalbard (SJ) is outside the area of Norwegian VAT, like every other country. */
export const HOME_COUNTRY = 'NO'

interface VatQuestion {
  /** Whether the seller is in the VAT register: one who is not may not charge or show VAT. */
  isRegistered: boolean
  /** Where the buyer lives or, for a company, has its seat. ISO 3166. */
  country: string
}

export function decideVat(rule: VatRule, { isRegistered, country }: VatQuestion): VatOutcome {
  if (!isRegistered) return { rate: 0, reason: 'not_registered' }
  if (rule.home === 'none') return { rate: 0, reason: 'exempt' }
  const rate = vatRates[rule.home]
  if (country === HOME_COUNTRY) return { rate, reason: 'home' }
  return rule.abroad === 'none' ? { rate: 0, reason: 'abroad' } : { rate, reason: 'abroad_as_home' }
}

/** Splits a price that includes VAT, all in minor units; both parts add up to `amount`. */
export function splitVat(amount: number, rate: number): { net: number; vat: number } {
  // In whole numbers: `1 + rate / 100` is not exact, so halves would be rounded up or down by chance.
  const vat = Math.round((amount * rate) / (100 + rate))
  return { net: amount - vat, vat }
}

/** The line under a price, for example `25% VAT included`; '' for a seller without VAT. */
export function formatTaxNote(currency: string, { rate, reason }: VatOutcome): string {
  if (reason === 'not_registered') return ''
  if (currency.toLowerCase() !== 'nok') return 'Tax included'
  return rate > 0 ? `${rate}% VAT included` : 'No VAT'
}

/** The same within a line, after what it belongs to: `NOK 4,000, no VAT`. */
export function appendTaxNote(text: string, note: string): string {
  return note ? `${text}, ${note.charAt(0).toLowerCase()}${note.slice(1)}` : text
}

/** Why a sales document shows this VAT. `country` is the English name of the buyer's country. */
export function explainVat(
  { rate, reason }: VatOutcome,
  buyer: { isCompany: boolean; country: string },
): string {
  const lives = buyer.isCompany ? 'has its seat' : 'lives'
  // Svalbard is in Norway and outside the area. In brackets, no country's name needs an article.
  const away = `${lives} outside the Norwegian VAT area (${buyer.country})`
  const sentences: Record<VatReason, string> = {
    home: `${rate}% VAT, because the buyer ${lives} in ${buyer.country}.`,
    abroad: `No VAT, because the buyer ${away}.`,
    abroad_as_home: `${rate}% VAT: this service is taxed as in Norway, although the buyer ${away}.`,
    exempt: 'No VAT, because this service is exempt from it.',
    not_registered: 'No VAT, because the seller is not registered for it.',
  }
  return sentences[reason]
}
