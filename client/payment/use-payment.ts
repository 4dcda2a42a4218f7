import { useCallback, useEffect, useRef, useState } from 'react'
import type { BookingCredentials } from './booking-credentials.ts'
import {
  type Confirmation,
  checkPayment,
  PAYMENT_FAILED,
  waitUntilSettled,
} from './check-payment.ts'

interface PaymentProblem {
  title: string
  detail: string
}

interface PaymentState {
  /**
   * `stalled`: the two minutes of asking are over and the bank has not answered. `late`: the hold
   * expired before the payment was counted.
   */
  phase: 'ready' | 'processing' | 'stalled' | 'late'
  problem?: PaymentProblem
}

export interface Payment extends PaymentState {
  /** Runs one attempt at a time: a call during an attempt does nothing. */
  pay: (confirm: () => Promise<Confirmation>) => Promise<void>
  checkAgain: () => Promise<void>
}

interface PaymentCallbacks {
  onPaid: () => void
  onHoldLost: () => void
}

const DECLINED = 'Your card was not charged. Check the number, or try another card.'
const NOT_ARRIVED =
  'No payment has arrived here. You can try again; this booking is never charged twice.'

/** Runs attempts to pay; only the server's answer decides how they ended. */
export function usePayment(
  key: BookingCredentials,
  { onPaid, onHoldLost }: PaymentCallbacks,
): Payment {
  const [state, setState] = useState<PaymentState>({ phase: 'ready' })
  const running = useRef(false)
  const abortController = useRef(new AbortController())

  useEffect(() => {
    const controller = new AbortController()
    abortController.current = controller
    return () => controller.abort()
  }, [])

  const pay = useCallback<Payment['pay']>(
    async (confirm) => {
      if (running.current) return
      running.current = true
      const { signal } = abortController.current
      setState({ phase: 'processing' })
      const confirmation = await confirm().catch(toUnknownConfirmation)
      const end = await resolvePayment(confirmation, key, signal)
      running.current = confirmation.kind === 'leaving'
      if (signal.aborted) return
      if (end === 'paid') onPaid()
      else if (end === 'lost') onHoldLost()
      else setState(end)
    },
    [key, onPaid, onHoldLost],
  )
  const checkAgain = useCallback(() => pay(async () => ({ kind: 'done' })), [pay])
  return { ...state, pay, checkAgain }
}

const toUnknownConfirmation = (): Confirmation => ({ kind: 'unknown', message: PAYMENT_FAILED })

type PaymentResult = PaymentState | 'paid' | 'lost'

async function resolvePayment(
  confirmation: Confirmation,
  key: BookingCredentials,
  signal: AbortSignal,
): Promise<PaymentResult> {
  switch (confirmation.kind) {
    case 'incomplete':
      return { phase: 'ready' }
    case 'leaving':
      return { phase: 'processing' }
    case 'declined':
      return { phase: 'ready', problem: { title: confirmation.message, detail: DECLINED } }
    case 'unknown':
      return checkAfterError(key, confirmation.message)
    case 'done': {
      const answer = await waitUntilSettled(key, signal)
      if (answer === 'paid') return answer
      return { phase: answer === 'unpaid' ? 'late' : 'stalled' }
    }
  }
}

/** One question is enough: it makes the server ask the provider. */
async function checkAfterError(key: BookingCredentials, title: string): Promise<PaymentResult> {
  const answer = await checkPayment(key)
  if (answer === 'paid') return answer
  return answer === 'unpaid' ? 'lost' : { phase: 'ready', problem: { title, detail: NOT_ARRIVED } }
}
