import { systemClock } from '#client/lib/clock.ts'
import { call } from '#client/lib/data/api.ts'
import { verifyPayment } from '#shared/payment/api.ts'
import type { BookingKey } from './booking-key.ts'

/**
 * How one try to pay ended, as this browser saw it. Only the server's answer makes it true: `done`
 * is a reason to ask, nothing more.
 */
export type Confirmation =
  | { kind: 'done' }
  /** A field of the form needs another look; the form says which. */
  | { kind: 'incomplete' }
  /** The provider said no; nothing was charged. */
  | { kind: 'declined'; message: string }
  /** Something broke on the way: the money may have moved or not. */
  | { kind: 'unknown'; message: string }
  /** The page is being left for the bank's, or for the return page. */
  | { kind: 'leaving' }

/** Said where the provider gives no words of its own. */
export const PAYMENT_FAILED = 'Payment failed'

/** What one question to the server told about a payment. */
export type PaymentAnswer = 'paid' | 'processing' | 'unpaid' | 'unreachable'

/** One question to the server, which asks the provider. */
export async function askPayment(key: BookingKey): Promise<PaymentAnswer> {
  const answer = await call(verifyPayment, key)
  if (answer.ok) return 'paid'
  const { code, status } = answer.refusal
  if (code === 'processing') return 'processing'
  return status === 0 || status === 429 || status >= 500 ? 'unreachable' : 'unpaid'
}

export function askUntilSettled(key: BookingKey, signal: AbortSignal): Promise<PaymentAnswer> {
  const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
  return verifyUntilSettled({ ask: () => askPayment(key), pause, now: systemClock, signal })
}

/** Asking longer helps nobody who waits at the screen; the server goes on by itself. */
export const VERIFY_LIMIT_MS = 120_000

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 10_000

interface Verifying {
  ask: () => Promise<PaymentAnswer>
  pause: (ms: number) => Promise<void>
  now: () => number
  signal: AbortSignal
}

/** Asks until the answer is final, with growing pauses, for at most two minutes; the last answer by then. */
export async function verifyUntilSettled({
  ask,
  pause,
  now,
  signal,
}: Verifying): Promise<PaymentAnswer> {
  const deadline = now() + VERIFY_LIMIT_MS
  let wait = FIRST_PAUSE_MS
  for (;;) {
    const answer = await ask()
    const final = answer === 'paid' || answer === 'unpaid'
    if (final || signal.aborted || now() + wait > deadline) return answer
    await pause(wait)
    wait = Math.min(wait * 1.5, LONGEST_PAUSE_MS)
  }
}

/** What happens after the page stopped asking; `mail` is known to work, not to work, or unknown. */
export function stillChecking(mail: boolean | undefined): string {
  const news = mail
    ? 'you get an email as soon as it is settled.'
    : 'your booking’s page shows it as soon as it is settled.'
  return `There is no need to pay again: we keep asking the bank, and ${news} If it says no, nothing is charged; this booking is never charged twice.`
}
