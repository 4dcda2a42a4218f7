import { useCallback, useEffect, useRef, useState } from 'react'
import { askPayment, askUntilSettled, type Confirmation, PAYMENT_FAILED } from './ask-payment.ts'
import type { BookingKey } from './booking-key.ts'

interface PaymentProblem {
  title: string
  detail: string
}

interface Shown {
  /**
   * `stalled`: the two minutes of asking are over and the bank has not answered. `late`: the hold
   * expired before the payment was counted.
   */
  phase: 'ready' | 'processing' | 'stalled' | 'late'
  problem?: PaymentProblem
}

export interface Payment extends Shown {
  /** Runs one attempt at a time: a call during an attempt does nothing. */
  pay: (confirm: () => Promise<Confirmation>) => Promise<void>
  checkAgain: () => Promise<void>
}

interface PaymentEnds {
  onPaid: () => void
  onHoldLost: () => void
}

const DECLINED = 'Your card was not charged. Check the number, or try another card.'
const NOT_ARRIVED =
  'No payment has arrived here. You can try again; this booking is never charged twice.'

/** Runs attempts to pay; only the server's answer decides how they ended. */
export function usePayment(key: BookingKey, { onPaid, onHoldLost }: PaymentEnds): Payment {
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
      const confirmation = await confirm().catch(broken)
      const end = await endOf(confirmation, key, signal)
      running.current = confirmation.kind === 'leaving'
      if (signal.aborted) return
      if (end === 'paid') onPaid()
      else if (end === 'lost') onHoldLost()
      else setShown(end)
    },
    [key, onPaid, onHoldLost],
  )
  const checkAgain = useCallback(() => pay(async () => ({ kind: 'done' })), [pay])
  return { ...shown, pay, checkAgain }
}

const broken = (): Confirmation => ({ kind: 'unknown', message: PAYMENT_FAILED })

type End = Shown | 'paid' | 'lost'

async function endOf(
  confirmation: Confirmation,
  key: BookingKey,
  signal: AbortSignal,
): Promise<End> {
  switch (confirmation.kind) {
    case 'incomplete':
      return { phase: 'ready' }
    case 'leaving':
      return { phase: 'processing' }
    case 'declined':
      return { phase: 'ready', problem: { title: confirmation.message, detail: DECLINED } }
    case 'unknown':
      return afterTrouble(key, confirmation.message)
    case 'done': {
      const answer = await askUntilSettled(key, signal)
      if (answer === 'paid') return answer
      return { phase: answer === 'unpaid' ? 'late' : 'stalled' }
    }
  }
}

/** One question is enough: it makes the server ask the provider. */
async function afterTrouble(key: BookingKey, title: string): Promise<End> {
  const answer = await askPayment(key)
  if (answer === 'paid') return answer
  return answer === 'unpaid' ? 'lost' : { phase: 'ready', problem: { title, detail: NOT_ARRIVED } }
}
