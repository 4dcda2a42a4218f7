import type { Database, Tx } from '#server/db/database.ts'
import type { DemoIntentTable, DemoRefundTable } from '#server/db/tables-payment.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { NewId } from '#server/lib/ids.ts'
import type { Keys } from '#server/lib/keys.ts'
import type { DemoOutcome, IntentState } from '#shared/payment/api.ts'
import {
  createMissingIntent,
  type Intent,
  type NewIntent,
  type PaymentProvider,
  type ProviderRefund,
  type RefundRequest,
  type Reversals,
} from './ports.ts'
import {
  findDemoIntent,
  findDemoIntentByKey,
  findDemoRefundByKey,
  findDemoRefunds,
  insertDemoIntent,
  insertDemoRefund,
  updateDemoIntent,
} from './store.ts'

/** Prefix of the key that makes a refund happen once. */
const REFUND_KEY = 'refund:'

/** The demo's provider: same states as a real one, tables of its own, no cards and no webhooks. */
export class DemoProvider implements PaymentProvider {
  readonly kind = 'demo'
  readonly publishableKey = null

  constructor(private readonly parts: { db: Database; clock: Clock; newId: NewId; keys: Keys }) {}

  create({ bookingId, amount, currency }: NewIntent): Promise<Intent> {
    const key = `intent:${bookingId}`
    return this.parts.db.write(async (tx) => {
      const before = await findDemoIntentByKey(tx, key)
      if (before) return this.toIntent(before)
      const id = `demo_pi_${this.parts.newId()}`
      const intent: DemoIntentTable = {
        id,
        amount,
        currency,
        status: 'requires_payment_method',
        idempotency_key: key,
      }
      await insertDemoIntent(tx, intent)
      return this.toIntent(intent)
    })
  }

  async retrieve(id: string): Promise<Intent> {
    return this.getIntent(this.parts.db.read, id)
  }

  cancel(id: string): Promise<Intent> {
    return this.parts.db.write(async (tx) => {
      if ((await this.getIntent(tx, id)).state === 'open')
        await updateDemoIntent(tx, id, 'canceled')
      return this.getIntent(tx, id)
    })
  }

  refund({ refundId, intentId, amount }: RefundRequest): Promise<ProviderRefund> {
    const key = `${REFUND_KEY}${refundId}`
    return this.parts.db.write(async (tx) => {
      const before = await findDemoRefundByKey(tx, key)
      if (before) return this.toRefund(before)
      const id = `demo_re_${this.parts.newId()}`
      const made = { id, intent_id: intentId, amount, idempotency_key: key }
      await insertDemoRefund(tx, made)
      return this.toRefund(made)
    })
  }

  /** Nobody else refunds a demo payment, and no bank disputes it. */
  async readReversals(intentId: string): Promise<Reversals> {
    const made = await findDemoRefunds(this.parts.db.read, intentId)
    return { refunds: made.map((refund) => this.toRefund(refund)), disputes: [] }
  }

  private toRefund({ id, amount, idempotency_key }: DemoRefundTable): ProviderRefund {
    const refundId = idempotency_key.slice(REFUND_KEY.length)
    return { id, refundId, amount, state: 'done', createdAt: this.parts.clock() }
  }

  parseEvent(): undefined {
    return undefined
  }

  /** Applies the payer's choice; undefined if the intent or the client secret is not valid. */
  confirm(choice: {
    id: string
    clientSecret: string
    outcome: DemoOutcome
  }): Promise<DemoIntentTable['status'] | undefined> {
    return this.parts.db.write(async (tx) => {
      const intent = await findDemoIntent(tx, choice.id)
      if (!intent || !this.isClientSecret(intent.id, choice.clientSecret)) return undefined
      if (this.toIntent(intent).state !== 'open') return intent.status
      const next = statusByOutcome[choice.outcome]
      await updateDemoIntent(tx, intent.id, next)
      return next
    })
  }

  private isClientSecret(id: string, clientSecret: string): boolean {
    const [, signature = ''] = clientSecret.split('_secret_')
    return this.parts.keys.isSignature(signedText(id), signature)
  }

  private async getIntent(tx: Tx, id: string): Promise<Intent> {
    const row = await findDemoIntent(tx, id)
    return row ? this.toIntent(row) : createMissingIntent(id)
  }

  private toIntent({ id, status, amount, currency }: DemoIntentTable): Intent {
    const state = stateByStatus[status] ?? 'open'
    return {
      id,
      clientSecret: `${id}_secret_${this.parts.keys.sign(signedText(id))}`,
      state,
      amount,
      amountReceived: state === 'succeeded' ? amount : 0,
      currency,
    }
  }
}

const signedText = (id: string) => `demo-payment:${id}`

const statusByOutcome = {
  succeed: 'succeeded',
  decline: 'requires_payment_method',
  authenticate: 'requires_action',
} as const

const stateByStatus: Partial<Record<DemoIntentTable['status'], IntentState>> = {
  succeeded: 'succeeded',
  canceled: 'canceled',
}
