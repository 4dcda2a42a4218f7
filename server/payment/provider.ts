import type { IntentState } from '#shared/payment/api.ts'

/** A payment as its provider tells it; amounts in minor units, the currency in lower case. */
export interface Intent {
  id: string
  clientSecret: string
  state: IntentState
  amount: number
  /** What has really been paid. */
  received: number
  currency: string
}

export interface NewIntent {
  bookingId: string
  amount: number
  currency: string
}

export interface RefundOrder {
  /** Ours; the provider does each id once. */
  refundId: string
  intentId: string
  amount: number
}

export interface RefundAnswer {
  id: string
  state: 'done' | 'failed'
}

/** A signed message, reduced to what it is about; anything else in it is asked for, not believed. */
export interface ProviderEvent {
  id: string
  type: string
  about: { intent: string } | { failedRefund: string } | undefined
}

type ProviderKind = 'stripe' | 'demo'

/**
 * The payment provider. Every call can throw `ProviderTrouble`, after which nothing is known; every
 * write may be repeated and acts once.
 */
export interface PaymentProvider {
  readonly kind: ProviderKind
  /** For the browser; null where the browser loads nothing of the provider's. */
  readonly publishableKey: string | null
  create(wanted: NewIntent): Promise<Intent>
  retrieve(id: string): Promise<Intent>
  /** Answers how it then stands: canceled, or what kept it from being canceled. */
  cancel(id: string): Promise<Intent>
  refund(order: RefundOrder): Promise<RefundAnswer>
  /** Undefined where the signature is not the provider's. */
  readEvent(body: Buffer, signature: string): ProviderEvent | undefined
}

/** The provider did not answer, or answered with what we cannot act on. */
export class ProviderTrouble extends Error {
  constructor(
    readonly code: string,
    cause?: unknown,
  ) {
    super(`The payment provider: ${code}`, { cause })
  }
}

/** Which provider takes new payments, and who is asked about old ones. */
export interface Providers {
  /** Undefined where nothing can be paid online. */
  active: PaymentProvider | undefined
  of(kind: ProviderKind): PaymentProvider | undefined
}

export function missingIntent(id: string): Intent {
  return { id, clientSecret: '', state: 'missing', amount: 0, received: 0, currency: '' }
}
