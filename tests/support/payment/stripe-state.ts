export interface DoubleIntent {
  id: string
  object: 'payment_intent'
  amount: number
  amount_received: number
  currency: string
  status: 'requires_payment_method' | 'requires_action' | 'processing' | 'succeeded' | 'canceled'
  client_secret: string
  /** The charge of a payment that succeeded. */
  latest_charge: string | null
  allowed_payment_method_types: string[]
  payment_method_types: string[]
  metadata: Record<string, string>
  last_payment_error: { code: string; decline_code: string; message: string } | null
}

export interface DoubleRefund {
  id: string
  object: 'refund'
  charge: string
  payment_intent: string
  amount: number
  currency: string
  status: 'pending' | 'succeeded' | 'failed' | 'canceled'
  metadata: Record<string, string>
}

/** The states of a dispute; an inquiry (`warning_…`) moves no money. */
type DisputeStatus =
  | 'warning_needs_response'
  | 'warning_under_review'
  | 'warning_closed'
  | 'needs_response'
  | 'under_review'
  | 'won'
  | 'lost'
  | 'prevented'

export interface DoubleDispute {
  id: string
  object: 'dispute'
  charge: string
  payment_intent: string
  amount: number
  currency: string
  status: DisputeStatus
  is_charge_refundable: boolean
  evidence_details: { due_by: number | null; has_evidence: boolean; past_due: boolean }
  /** Money withdrawn (negative) and reinstated. */
  balance_transactions: { object: 'balance_transaction'; amount: number }[]
}

interface DoubleCharge {
  id: string
  object: 'charge'
  payment_intent: string
  amount: number
  amount_refunded: number
  refunded: boolean
  disputed: boolean
  currency: string
}

type DoubleObject = DoubleIntent | DoubleRefund | DoubleDispute | DoubleCharge

export interface DoubleEvent {
  id: string
  object: 'event'
  api_version: string
  created: number
  type: string
  data: { object: DoubleObject }
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

/** The provider gives this refusal no code, only the parameter's name. */
function refuseAmount(amount: number, refundable: number): StripeAnswer {
  const message = `Refund amount (${amount}) is greater than unrefunded amount on charge (${refundable})`
  const error = { type: 'invalid_request_error', param: 'amount', message }
  return { status: 400, body: { error } }
}

const toChargeId = (intentId: string) => intentId.replace(/^pi/, 'ch')

const isAlive = (status: DoubleRefund['status']) => status !== 'failed' && status !== 'canceled'

/** Whether a dispute in this state takes the money out of the account. */
const isFormal = (status: DisputeStatus) =>
  ['needs_response', 'under_review', 'lost'].includes(status)

const createTransaction = (amount: number) => ({ object: 'balance_transaction' as const, amount })

const sumTransactions = ({ balance_transactions }: DoubleDispute) =>
  balance_transactions.reduce((sum, { amount }) => sum + amount, 0)

function toPage(url: string, all: { id: string }[], params: Params): StripeAnswer {
  const start = all.findIndex(({ id }) => id === params.starting_after) + 1
  const end = start + Number(params.limit ?? 10)
  const data = all.slice(start, end)
  return { status: 200, body: { object: 'list', url, has_more: end < all.length, data } }
}

/** The provider's state: intents, refunds, disputes and the events about them. */
export class StripeState {
  readonly intents = new Map<string, DoubleIntent>()
  readonly refunds: DoubleRefund[] = []
  readonly disputes: DoubleDispute[] = []
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
      latest_charge: null,
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

  /**
   * The server's refund, or one that the owner makes in the provider's dashboard: that one has no
   * metadata. A disputed charge, and more than remains, are refused as the provider does.
   */
  refund(params: Params): StripeAnswer {
    const intent = this.intents.get(params.payment_intent ?? '')
    if (!intent) return createRefusal(404, 'resource_missing')
    const refundable = intent.amount_received - this.sumRefunds(intent.id)
    const amount = params.amount ? Number(params.amount) : refundable
    if (intent.status !== 'succeeded') return createRefusal(400, 'payment_intent_unexpected_state')
    if (this.listDisputesOf(intent.id).some((one) => !one.is_charge_refundable))
      return createRefusal(400, 'charge_disputed')
    if (refundable <= 0) return createRefusal(400, 'charge_already_refunded')
    if (amount > refundable) return refuseAmount(amount, refundable)
    const refund: DoubleRefund = {
      id: this.nextId('re'),
      object: 'refund',
      charge: toChargeId(intent.id),
      payment_intent: intent.id,
      amount,
      currency: intent.currency,
      status: 'succeeded',
      metadata: parseMetadata(params),
    }
    this.refunds.push(refund)
    this.addEvent('refund.created', refund)
    this.addEvent('charge.refunded', this.getCharge(intent.id))
    return { status: 200, body: refund }
  }

  /** Newest first and in pages, as the provider lists; failed refunds are listed too. */
  listRefunds(params: Params): StripeAnswer {
    const found = this.refunds.filter(
      ({ payment_intent }) => payment_intent === params.payment_intent,
    )
    return toPage('/v1/refunds', found.reverse(), params)
  }

  listDisputes(params: Params): StripeAnswer {
    return toPage(
      '/v1/disputes',
      this.listDisputesOf(params.payment_intent ?? '').reverse(),
      params,
    )
  }

  /** A bank opens a dispute, by default about what was not refunded; `dueBy` in UTC seconds. */
  openDispute(
    intentId: string,
    given: { amount?: number; status?: DisputeStatus; dueBy?: number } = {},
  ): DoubleDispute {
    const intent = this.getIntent(intentId)
    const { amount = intent.amount_received - this.sumRefunds(intentId) } = given
    const dispute: DoubleDispute = {
      id: this.nextId('dp'),
      object: 'dispute',
      charge: toChargeId(intentId),
      payment_intent: intentId,
      amount,
      currency: intent.currency,
      status: given.status ?? 'needs_response',
      is_charge_refundable: true,
      evidence_details: { due_by: given.dueBy ?? null, has_evidence: false, past_due: false },
      balance_transactions: [],
    }
    this.disputes.push(dispute)
    this.addEvent('charge.dispute.created', dispute)
    if (isFormal(dispute.status)) this.withdraw(dispute)
    return dispute
  }

  /** The dispute reaches another state, with the movement of money that belongs to it. */
  changeDispute(id: string, status: DisputeStatus): void {
    const dispute = this.disputes.find((one) => one.id === id)
    if (!dispute) throw new Error(`There is no dispute ${id}`)
    dispute.status = status
    const isClosed = ['warning_closed', 'won', 'lost', 'prevented'].includes(status)
    this.addEvent(isClosed ? 'charge.dispute.closed' : 'charge.dispute.updated', dispute)
    const isOut = sumTransactions(dispute) < 0
    if (!isOut && isFormal(status)) this.withdraw(dispute)
    if (isOut && status === 'won') {
      dispute.is_charge_refundable = true
      dispute.balance_transactions.push(createTransaction(dispute.amount))
      this.addEvent('charge.dispute.funds_reinstated', dispute)
    }
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
    intent.latest_charge = toChargeId(id)
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
    this.addEvent('refund.updated', refund)
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

  /** What was refunded of a payment and has not failed, minor units. */
  sumRefunds(intentId: string): number {
    return this.refunds
      .filter(({ payment_intent, status }) => payment_intent === intentId && isAlive(status))
      .reduce((sum, { amount }) => sum + amount, 0)
  }

  private listDisputesOf(intentId: string): DoubleDispute[] {
    return this.disputes.filter(({ payment_intent }) => payment_intent === intentId)
  }

  private withdraw(dispute: DoubleDispute): void {
    dispute.is_charge_refundable = false
    dispute.balance_transactions.push(createTransaction(-dispute.amount))
    this.addEvent('charge.dispute.funds_withdrawn', dispute)
  }

  private getCharge(intentId: string): DoubleCharge {
    const { amount_received: amount, currency } = this.getIntent(intentId)
    const amount_refunded = this.sumRefunds(intentId)
    return {
      id: toChargeId(intentId),
      object: 'charge',
      payment_intent: intentId,
      amount,
      amount_refunded,
      refunded: amount_refunded === amount,
      disputed: this.listDisputesOf(intentId).length > 0,
      currency,
    }
  }

  private getIntent(id: string): DoubleIntent {
    const intent = this.intents.get(id)
    if (!intent) throw new Error(`There is no payment intent ${id}`)
    return intent
  }

  /** An event carries the object as it was when the event happened, not as at delivery. */
  private addEvent(type: string, subject: DoubleObject): void {
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
