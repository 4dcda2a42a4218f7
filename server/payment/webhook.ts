import { answer, decline, type HttpResult } from '#server/http/answer.ts'
import { paymentWebhook } from '#shared/payment/api.ts'
import type { PaymentParts } from './ports.ts'
import type { ProviderEvent } from './provider.ts'
import { refundFailed } from './refunds.ts'
import { settleInTime } from './settle.ts'
import { findIntent, hasEvent, insertEvent } from './store.ts'

/** Longer than any provider goes on repeating an event. */
const REMEMBERED = 30 * 24 * 3_600_000

/**
 * An event is a hint to look, never a fact: its order, its repeats and what it says do not matter.
 * It is remembered once acted on; where that fails the provider is told to send it again.
 */
export async function receiveEvent(
  parts: PaymentParts,
  body: Buffer,
  signature: string,
): Promise<HttpResult<{ received: boolean }>> {
  const event = parts.providers.active?.readEvent(body, signature)
  if (!event) return decline(400, 'signature', paymentWebhook.failure)
  if (hasEvent(parts.db.read, event.id)) return answer({ received: true })
  if (!(await look(parts, event))) return decline(500, 'later', paymentWebhook.failure)
  await parts.db.write((tx) => {
    const now = parts.clock()
    insertEvent(tx, { id: event.id, now, oldest: now - REMEMBERED })
    if (event.about && 'failedRefund' in event.about)
      refundFailed(tx, parts, event.about.failedRefund)
  })
  return answer({ received: true })
}

/** False where it has to be looked at again. */
async function look(parts: PaymentParts, { about }: ProviderEvent): Promise<boolean> {
  if (!about || !('intent' in about)) return true
  // Another product of the same account may take payments too.
  const intent = findIntent(parts.db.read, about.intent)
  return !intent || (await settleInTime(parts, intent.booking_id)) !== 'unreachable'
}
