import { systemClock } from '#client/lib/clock.ts'
import { callEndpoint } from '#client/lib/data/api.ts'
import { wordByMail } from '#client/lib/data/mail-wording.ts'
import { verifyPayment } from '#shared/payment/api.ts'
import type { SiteConfig } from '#shared/site/api.ts'
import type { BookingCredentials } from './booking-credentials.ts'

/**
 * How one attempt to pay ended, as this browser saw it. Only the server's answer counts: `done` is
 * just a reason to ask the server.
 */
export type Confirmation =
  | { kind: 'done' }
  /** A field of the form is not valid; the form marks it. */
  | { kind: 'incomplete' }
  /** The provider refused; nothing was charged. */
  | { kind: 'declined'; message: string }
  /** Something failed on the way: the payment may or may not have been made. */
  | { kind: 'unknown'; message: string }
  /** The browser is about to open the bank's page or the return page. */
  | { kind: 'leaving' }

/** Shown if the provider gives no message of its own. */
export const PAYMENT_FAILED = 'Payment failed'

/** The server's answer to one question about a payment. */
export type PaymentVerdict = 'paid' | 'processing' | 'unpaid' | 'unreachable'

/** Asks the server once; the server asks the provider. */
export async function checkPayment(key: BookingCredentials): Promise<PaymentVerdict> {
  const answer = await callEndpoint(verifyPayment, key)
  if (answer.ok) return 'paid'
  const { code, status } = answer.refusal
  if (code === 'processing') return 'processing'
  return status === 0 || status === 429 || status >= 500 ? 'unreachable' : 'unpaid'
}

export function waitUntilSettled(
  key: BookingCredentials,
  signal: AbortSignal,
): Promise<PaymentVerdict> {
  const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
  return pollUntilSettled({
    check: () => checkPayment(key),
    sleep: pause,
    now: systemClock,
    signal,
  })
}

/** Asking for longer does not help the visitor; the server continues without the page. */
export const POLL_TIMEOUT_MS = 120_000

const MIN_POLL_DELAY_MS = 1_000
const MAX_POLL_DELAY_MS = 10_000

interface PollOptions {
  check: () => Promise<PaymentVerdict>
  sleep: (ms: number) => Promise<void>
  now: () => number
  signal: AbortSignal
}

/** Asks, with growing pauses, until the answer is final or the limit is over. */
export async function pollUntilSettled({
  check,
  sleep,
  now,
  signal,
}: PollOptions): Promise<PaymentVerdict> {
  const deadline = now() + POLL_TIMEOUT_MS
  let wait = MIN_POLL_DELAY_MS
  for (;;) {
    const answer = await check()
    const final = answer === 'paid' || answer === 'unpaid'
    if (final || signal.aborted || now() + wait > deadline) return answer
    await sleep(wait)
    wait = Math.min(wait * 1.5, MAX_POLL_DELAY_MS)
  }
}

/** Text for when the page has stopped asking. */
export function getStillCheckingText(config: SiteConfig | undefined): string {
  const notice = wordByMail(config, {
    sent: 'you get an email as soon as it is settled.',
    notSent: 'your booking’s page shows it as soon as it is settled.',
  })
  return `There is no need to pay again: the bank is asked again, and ${notice} If it says no, nothing is charged; this booking is never charged twice.`
}
