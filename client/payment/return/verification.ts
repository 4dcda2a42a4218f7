/** What one question to the server told about a payment. */
export type PaymentAnswer = 'paid' | 'processing' | 'unpaid' | 'unreachable'

/** How asking ended: `processing` and `unreachable` say what the last answer within the limit was. */
export type Verdict = PaymentAnswer

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

/** Asks until the answer is final, with growing pauses, for at most two minutes. */
export async function verifyUntilSettled({ ask, pause, now, signal }: Verifying): Promise<Verdict> {
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
