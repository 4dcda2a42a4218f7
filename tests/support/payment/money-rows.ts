import type { DisputeTable, PaymentIntentTable, RefundTable } from '#server/db/tables-payment.ts'
import { TODAY } from '#tests/support/server/site.ts'

/** A paid payment of NOK 4,000. */
export function buildIntent(
  given: Pick<PaymentIntentTable, 'booking_id'> & Partial<PaymentIntentTable>,
): PaymentIntentTable {
  return {
    id: 'pi',
    provider: 'demo',
    amount: 400_000,
    currency: 'nok',
    client_secret: 's',
    status: 'succeeded',
    received: given.amount ?? 400_000,
    reversals_version: 0,
    watched_since: null,
    next_check_at: null,
    created_at: TODAY,
    updated_at: TODAY,
    ...given,
  }
}

/** A refund of our own that is under way. */
export function buildRefund(
  given: Pick<RefundTable, 'booking_id'> & Partial<RefundTable>,
): RefundTable {
  return {
    id: 're',
    intent_id: 'pi',
    amount: 400_000,
    reason: 'cancelled',
    source: 'own',
    state: 'waiting',
    provider_refund: null,
    created_at: TODAY,
    done_at: null,
    acknowledged_at: null,
    ...given,
  }
}

/** A dispute that the bank waits to be answered. */
export function buildDispute(
  given: Pick<DisputeTable, 'booking_id'> & Partial<DisputeTable>,
): DisputeTable {
  return {
    id: 'dp',
    intent_id: 'pi',
    amount: 400_000,
    state: 'needs_response',
    is_refundable: 0,
    answer_by: null,
    opened_at: TODAY,
    updated_at: TODAY,
    acknowledged_at: null,
    ...given,
  }
}
