import { useCallback, useEffect, useRef, useState } from 'react'
import { askPayment, askUntilSettled } from './ask-payment.ts'
import { type Confirmation, PAYMENT_FAILED } from './confirmation.ts'
import type { PaymentAnswer } from './verification.ts'

export interface PaymentProblem {
  title: string
  detail: string
  /** The card itself was refused, so its number is what needs another look. */
  declined: boolean
}

export interface Payment {
  /** `stalled`: the two minutes of asking are over and the bank has not answered. */
  phase: 'ready' | 'processing' | 'stalled'
  problem: PaymentProblem | undefined
  /** One try at a time: pressing again while one runs does nothing. */
  pay: (confirm: () => Promise<Confirmation>) => Promise<void>
  checkAgain: () => Promise<void>
}

const DECLINED = 'Your card was not charged. Check the number, or try another card.'
const NOT_ARRIVED =
  'No payment has arrived here. You can try again; this booking is never charged twice.'

function problemOf(title: string, declined = false): PaymentProblem {
  return { title, declined, detail: declined ? DECLINED : NOT_ARRIVED }
}

interface Shown {
  phase: Payment['phase']
  problem?: PaymentProblem
}

/** How a try ended; undefined when the payment is made. */
function shownAfter(answer: PaymentAnswer, title: string): Shown | undefined {
  if (answer === 'paid') return undefined
  return answer === 'unpaid' ? { phase: 'ready', problem: problemOf(title) } : { phase: 'stalled' }
}

async function endOf(
  confirmation: Confirmation,
  bookingId: string,
  signal: AbortSignal,
): Promise<Shown | undefined> {
  switch (confirmation.kind) {
    case 'incomplete':
      return { phase: 'ready' }
    case 'leaving':
      return { phase: 'processing' }
    case 'declined':
      return { phase: 'ready', problem: problemOf(confirmation.message, true) }
    case 'unknown': {
      // Nothing was settled for sure, so one question will do: a bank at work would have said so.
      const answer = await askPayment(bookingId)
      return answer === 'paid'
        ? undefined
        : { phase: 'ready', problem: problemOf(confirmation.message) }
    }
    case 'done':
      return shownAfter(await askUntilSettled(bookingId, signal), 'Failed to verify payment')
  }
}

/** Runs tries to pay, and believes only the server about how they ended. */
export function usePayment(bookingId: string, onPaid: () => void): Payment {
  const [shown, setShown] = useState<Shown>({ phase: 'ready' })
  const running = useRef(false)
  const left = useRef(new AbortController())

  useEffect(() => {
    const controller = new AbortController()
    left.current = controller
    return () => controller.abort()
  }, [])

  const pay = useCallback<Payment['pay']>(
    async (confirm) => {
      if (running.current) return
      running.current = true
      const { signal } = left.current
      setShown({ phase: 'processing' })
      const confirmation = await confirm().catch(
        (): Confirmation => ({ kind: 'unknown', message: PAYMENT_FAILED }),
      )
      const end = await endOf(confirmation, bookingId, signal)
      running.current = confirmation.kind === 'leaving'
      if (signal.aborted) return
      if (end) setShown(end)
      else onPaid()
    },
    [bookingId, onPaid],
  )
  const checkAgain = useCallback(() => pay(async () => ({ kind: 'done' })), [pay])
  return { phase: shown.phase, problem: shown.problem, pay, checkAgain }
}
