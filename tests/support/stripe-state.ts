export interface DoubleIntent {
  id: string
  object: 'payment_intent'
  amount: number
  amount_received: number
  currency: string
  status: 'requires_payment_method' | 'requires_action' | 'processing' | 'succeeded' | 'canceled'
  client_secret: string
  allowed_payment_method_types: string[]
  payment_method_types: string[]
  metadata: Record<string, string>
  last_payment_error: { code: string; decline_code: string; message: string } | null
}

interface DoubleRefund {
  id: string
  object: 'refund'
  payment_intent: string
  amount: number
  currency: string
  status: 'succeeded' | 'failed'
  metadata: Record<string, string>
}

export interface DoubleEvent {
  id: string
  object: 'event'
  api_version: string
  created: number
  type: string
  data: { object: DoubleIntent | DoubleRefund }
}

export interface StripeAnswer {
  status: number
  body: object
}

export type Params = Record<string, string>

/** The newest API version, which the SDK in use speaks. */
const API_VERSION = '2026-10-28.endive'

const listParams = (params: Params, name: string) =>
  Object.entries(params)
    .filter(([key]) => key.startsWith(`${name}[`))
    .map(([, value]) => value)

const parseMetadata = (params: Params) =>
  Object.fromEntries(
    Object.entries(params)
      .filter(([key]) => key.startsWith('metadata['))
      .map(([key, value]) => [key.slice('metadata['.length, -1), value]),
  )

export function createRefusal(status: number, code: string, message = code): StripeAnswer {
  const type = status === 402 ? 'card_error' : 'invalid_request_error'
  return { status, body: { error: { type, code, message } } }
}

/** The provider's state: intents, refunds and the events about them. */
export class StripeState {
  readonly intents = new Map<string, DoubleIntent>()
  readonly refunds: DoubleRefund[] = []
  /** Events not delivered yet, oldest first. */
  readonly events: DoubleEvent[] = []
  private idCount = 0

  create(params: Params): StripeAnswer {
    if (listParams(params, 'payment_method_types').length > 0)
      return createRefusal(400, 'payment_method_types_no_longer_supported')
    const amount = Number(params.amount)
    if (!Number.isInteger(amount) || amount <= 0)
      return createRefusal(400, 'parameter_invalid_integer')
    if (!params.currency) return createRefusal(400, 'parameter_missing')
    const id = this.nextId('pi')
    const types = listParams(params, 'allowed_payment_method_types')
    const intent: DoubleIntent = {
      id,
      object: 'payment_intent',
      amount,
      amount_received: 0,
      currency: params.currency,
      status: 'requires_payment_method',
      client_secret: `${id}_secret_of_the_double`,
      allowed_payment_method_types: types,
      payment_method_types: types.length > 0 ? types : ['card', 'klarna', 'link'],
      metadata: parseMetadata(params),
      last_payment_error: null,
    }
    this.intents.set(id, intent)
    this.addEvent('payment_intent.created', intent)
    return { status: 200, body: intent }
  }

  retrieve(id: string): StripeAnswer {
    const intent = this.intents.get(id)
    return intent ? { status: 200, body: intent } : createRefusal(404, 'resource_missing')
  }

  cancel(id: string): StripeAnswer {
    const intent = this.intents.get(id)
    if (!intent) return createRefusal(404, 'resource_missing')
    if (['succeeded', 'canceled', 'processing'].includes(intent.status))
      return createRefusal(400, 'payment_intent_unexpected_state')
    intent.status = 'canceled'
    this.addEvent('payment_intent.canceled', intent)
    return { status: 200, body: intent }
  }

  refund(params: Params): StripeAnswer {
    const intent = this.intents.get(params.payment_intent ?? '')
    if (!intent) return createRefusal(404, 'resource_missing')
    const before = this.listIntentRefunds(intent.id).reduce((sum, { amount }) => sum + amount, 0)
    const refundable = intent.amount_received - before
    const amount = params.amount ? Number(params.amount) : refundable
    if (intent.status !== 'succeeded') return createRefusal(400, 'payment_intent_unexpected_state')
    if (refundable <= 0) return createRefusal(400, 'charge_already_refunded')
    if (amount > refundable) return createRefusal(400, 'charge_invalid_parameter')
    const refund: DoubleRefund = {
      id: this.nextId('re'),
      object: 'refund',
      payment_intent: intent.id,
      amount,
      currency: intent.currency,
      status: 'succeeded',
      metadata: parseMetadata(params),
    }
    this.refunds.push(refund)
    this.addEvent('refund.created', refund)
    return { status: 200, body: refund }
  }

  /** Newest first, as the provider lists. */
  listRefunds(params: Params): StripeAnswer {
    const data = this.listIntentRefunds(params.payment_intent ?? '').reverse()
    return { status: 200, body: { object: 'list', url: '/v1/refunds', has_more: false, data } }
  }

  /** Confirms an intent with one of the provider's test cards, as the payer's browser does. */
  confirm(id: string, card: string): StripeAnswer {
    const intent = this.intents.get(id)
    if (!intent) return createRefusal(404, 'resource_missing')
    if (!['requires_payment_method', 'requires_action'].includes(intent.status))
      return createRefusal(400, 'payment_intent_unexpected_state')
    if (card === 'pm_card_chargeDeclined') return this.decline(intent)
    if (card === 'pm_card_authenticationRequired') this.setStatus(intent, 'requires_action')
    else this.pay(id)
    return { status: 200, body: intent }
  }

  /** The money arrives: the intent's amount, or `received` if given (minor units). */
  pay(id: string, received?: number): void {
    const intent = this.getIntent(id)
    if (intent.status === 'canceled') throw new Error('A canceled payment intent cannot be paid')
    intent.amount_received = received ?? intent.amount
    this.setStatus(intent, 'succeeded')
  }

  markProcessing(id: string): void {
    this.setStatus(this.getIntent(id), 'processing')
  }

  /** The bank returns a refund that had succeeded. */
  failRefund(id: string): void {
    const refund = this.refunds.find((one) => one.id === id)
    if (!refund) throw new Error(`There is no refund ${id}`)
    refund.status = 'failed'
    this.addEvent('refund.failed', refund)
  }

  /** Removes an intent, so that the provider answers 404 for it. */
  deleteIntent(id: string): void {
    this.intents.delete(id)
  }

  private decline(intent: DoubleIntent): StripeAnswer {
    const message = 'Your card was declined.'
    intent.status = 'requires_payment_method'
    intent.last_payment_error = { code: 'card_declined', decline_code: 'generic_decline', message }
    this.addEvent('payment_intent.payment_failed', intent)
    return createRefusal(402, 'card_declined', message)
  }

  private setStatus(intent: DoubleIntent, status: DoubleIntent['status']): void {
    intent.status = status
    this.addEvent(`payment_intent.${status}`, intent)
  }

  private listIntentRefunds(id: string): DoubleRefund[] {
    return this.refunds.filter((one) => one.payment_intent === id && one.status !== 'failed')
  }

  private getIntent(id: string): DoubleIntent {
    const intent = this.intents.get(id)
    if (!intent) throw new Error(`There is no payment intent ${id}`)
    return intent
  }

  /** An event carries the object as it was when the event happened, not as at delivery. */
  private addEvent(type: string, subject: DoubleIntent | DoubleRefund): void {
    this.events.push({
      id: this.nextId('evt'),
      object: 'event',
      api_version: API_VERSION,
      created: 0,
      type,
      data: { object: structuredClone(subject) },
    })
  }

  private nextId(prefix: string): string {
    this.idCount += 1
    return `${prefix}_${String(this.idCount).padStart(6, '0')}`
  }
}
