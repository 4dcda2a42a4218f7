import * as v from 'valibot'
import type { BuyerGroup } from '#shared/content/service.ts'
import { optionalText } from '#shared/lib/form-fields.ts'
import { getDialCode, listOtherDialCodes, mainDialCodes } from '#shared/lib/phone/dial-codes.ts'
import { parseOrganizationNumber } from '#shared/lib/values/organization-number.ts'
import { HOME_COUNTRY, vatReasons } from './vat.ts'

export const buyerKinds = ['private', 'company'] as const

/** Who buys a paid service, as its sales documents must name them. */
export const Buyer = v.object({
  kind: v.picklist(buyerKinds),
  /** Where the buyer lives or, for a company, has its seat. ISO 3166. */
  country: v.string(),
  /** Empty for private buyers, like `organizationNumber`. */
  company: v.string(),
  /** Of a Norwegian company its nine digits; of others as typed, or empty. */
  organizationNumber: v.string(),
  street: v.string(),
  postalCode: v.string(),
  city: v.string(),
  /** A private buyer asks to meet before the right of withdrawal has ended. */
  asksEarlyStart: v.boolean(),
})

export type Buyer = v.InferOutput<typeof Buyer>

export const VatOutcome = v.object({ rate: v.number(), reason: v.picklist(vatReasons) })

/** Buyer and VAT of a paid booking; later changes of its service do not alter them. */
export const Purchase = v.object({
  buyer: Buyer,
  vat: VatOutcome,
})

export type Purchase = v.InferOutput<typeof Purchase>

export const EARLY_START_TEXT =
  'Please begin before the 14 days of my right of withdrawal are over. Once we have met, I can no longer withdraw.'

export const EARLY_START_MESSAGE =
  'Please tick this box, or choose a time after your 14 days of withdrawal.'

/** The value of a ticked box on the wire. */
export const TICKED = 'yes'

/** The fields of the buyer by their wire names; a free booking has none of them. */
export const buyerFields = {
  buyer_kind: optionalText(20),
  buyer_country: optionalText(2),
  buyer_company: optionalText(200),
  buyer_number: optionalText(40),
  buyer_street: optionalText(200),
  buyer_postal_code: optionalText(20),
  buyer_city: optionalText(100),
  early_start: optionalText(5),
}

export type BuyerPost = { [Name in keyof typeof buyerFields]: string }

/** What is wrong with the buyer of a paid booking, by field. `buyers`: who may buy the service. */
export function validateBuyer(post: BuyerPost, buyers: BuyerGroup): Partial<BuyerPost> {
  const company = post.buyer_kind === 'company'
  const home = post.buyer_country === HOME_COUNTRY
  const faults: [keyof BuyerPost, boolean, string][] = [
    [
      'buyer_kind',
      !buyerKinds.some((kind) => kind === post.buyer_kind),
      'Please choose for whom you book.',
    ],
    [
      'buyer_kind',
      buyers !== 'both' && buyerKinds.some((kind) => kind === post.buyer_kind && kind !== buyers),
      buyers === 'company'
        ? 'Only companies can book this.'
        : 'Only private people can book this, not companies.',
    ],
    ['buyer_company', company && !post.buyer_company, 'Please enter the name of the company.'],
    [
      'buyer_number',
      company && home && !parseOrganizationNumber(post.buyer_number),
      /^\D*(\d\D*){9}$/.test(post.buyer_number)
        ? 'Please check the organisation number; one of its digits is wrong.'
        : 'Please enter the nine digits of the organisation number.',
    ],
    ['buyer_country', !getDialCode(post.buyer_country), 'Please choose a country.'],
    ['buyer_street', !post.buyer_street, 'Please enter the street address.'],
    [
      'buyer_postal_code',
      home && !/^\d{4}$/.test(post.buyer_postal_code),
      'Please enter the four digits of the postal code.',
    ],
    ['buyer_city', !post.buyer_city, 'Please enter the town or city.'],
  ]
  return Object.fromEntries(
    faults.filter(([, wrong]) => wrong).map(([name, , text]) => [name, text]),
  )
}

/** The buyer of a post that `validateBuyer` has nothing against. */
export function toBuyer(post: BuyerPost): Buyer {
  const kind = post.buyer_kind === 'company' ? 'company' : 'private'
  const { buyer_country: country, buyer_number } = post
  const number =
    country === HOME_COUNTRY ? (parseOrganizationNumber(buyer_number) ?? '') : buyer_number
  return {
    kind,
    country,
    company: kind === 'company' ? post.buyer_company : '',
    organizationNumber: kind === 'company' ? number : '',
    street: post.buyer_street,
    postalCode: post.buyer_postal_code,
    city: post.buyer_city,
    asksEarlyStart: kind === 'private' && post.early_start === TICKED,
  }
}

export function toBuyerPost(buyer: Buyer): BuyerPost {
  return {
    buyer_kind: buyer.kind,
    buyer_country: buyer.country,
    buyer_company: buyer.company,
    buyer_number: buyer.organizationNumber,
    buyer_street: buyer.street,
    buyer_postal_code: buyer.postalCode,
    buyer_city: buyer.city,
    early_start: buyer.asksEarlyStart ? TICKED : '',
  }
}

/** The lines of a postal address, the country last. */
export function formatAddressLines({ street, postalCode, city, country }: Buyer): string[] {
  return [street, [postalCode, city].filter(Boolean).join(' '), getCountryName(country)]
}

export function getCountryName(country: string): string {
  return (
    mainDialCodes.find((entry) => entry.country === country)?.name ??
    listOtherDialCodes().find((entry) => entry.country === country)?.name ??
    country
  )
}
