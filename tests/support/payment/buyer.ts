import { type Buyer, type Purchase, TICKED } from '#shared/payment/purchase.ts'

/** The fields of a private buyer in Norway, as the form of a paid booking posts them. */
export const buyerFields = {
  buyer_kind: 'private',
  buyer_country: 'NO',
  buyer_company: '',
  buyer_number: '',
  buyer_street: 'Storgata 1',
  buyer_postal_code: '0155',
  buyer_city: 'Oslo',
  early_start: TICKED,
}

/** The fields of a company in Norway; its number is invented and has a valid check digit. */
export const companyFields = {
  ...buyerFields,
  buyer_kind: 'company',
  buyer_company: 'Fjordhuset AS',
  buyer_number: '999 999 999',
  early_start: '',
}

export const privateBuyer: Buyer = {
  kind: 'private',
  country: 'NO',
  company: '',
  organizationNumber: '',
  street: 'Storgata 1',
  postalCode: '0155',
  city: 'Oslo',
  asksEarlyStart: true,
}

export const companyBuyer: Buyer = {
  ...privateBuyer,
  kind: 'company',
  company: 'Fjordhuset AS',
  organizationNumber: '999999999',
  asksEarlyStart: false,
}

/** The stored terms of a paid booking. */
export function buildPurchase(over: Partial<Purchase> = {}): Purchase {
  return {
    buyer: privateBuyer,
    vat: { rate: 25, reason: 'home' },
    ...over,
  }
}
