import type { VatRule } from '#shared/payment/vat.ts'

export const serviceTypes = [
  'initial-consultation',
  'bespoke-planning',
  'business-consultancy',
] as const

export type ServiceType = (typeof serviceTypes)[number]

export interface Service {
  type: ServiceType
  title: string
  durationMinutes: number
  /** Minor units, VAT included; 0 is free. */
  amount: number
  currency: 'nok'
  vat: VatRule
  asksDestinations: boolean
}

/** An accountant must confirm that services for buyers abroad carry no Norwegian VAT. */
const standardVat: VatRule = { home: 'standard', abroad: 'none' }

/** The only source of prices and durations; what a browser sends is only compared with it. */
export const catalogue: Record<ServiceType, Service> = {
  'initial-consultation': {
    type: 'initial-consultation',
    title: 'Initial Consultation',
    durationMinutes: 30,
    amount: 0,
    currency: 'nok',
    vat: standardVat,
    asksDestinations: true,
  },
  'bespoke-planning': {
    type: 'bespoke-planning',
    title: 'Bespoke Planning',
    durationMinutes: 30,
    amount: 400_000,
    currency: 'nok',
    vat: standardVat,
    asksDestinations: true,
  },
  'business-consultancy': {
    type: 'business-consultancy',
    title: 'Business Consultancy',
    durationMinutes: 60,
    amount: 150_000,
    currency: 'nok',
    vat: standardVat,
    asksDestinations: false,
  },
}

export function isServiceType(text: string | undefined): text is ServiceType {
  return serviceTypes.some((type) => type === text)
}

export function isPaid(service: Service): boolean {
  return service.amount > 0
}
