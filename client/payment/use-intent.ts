import { useCallback, useEffect, useState } from 'react'
import type { InferOutput } from 'valibot'
import { type ApiRefusal, call } from '#client/lib/data/api.ts'
import type { Service } from '#shared/booking/catalogue.ts'
import { createPaymentIntent } from '#shared/payment/api.ts'
import type { BookingKey } from './booking-key.ts'

export type Intent = InferOutput<typeof createPaymentIntent.output>

type IntentState =
  | { state: 'initializing' }
  | { state: 'failed'; refusal: ApiRefusal }
  | { state: 'ready'; intent: Intent }

/** Opens the payment; a repeat for the same booking gets the same one from the server. */
export function useIntent(booking: BookingKey, service: Service): [IntentState, () => void] {
  const [shown, setShown] = useState<IntentState>({ state: 'initializing' })
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt asks again
  useEffect(() => {
    let current = true
    setShown({ state: 'initializing' })
    const { type: serviceType, amount, currency } = service
    const asked = { serviceType, amount, currency, bookingId: booking.id, sig: booking.sig }
    void call(createPaymentIntent, asked).then((answer) => {
      if (!current) return
      setShown(
        answer.ok
          ? { state: 'ready', intent: answer.value }
          : { state: 'failed', refusal: answer.refusal },
      )
    })
    return () => {
      current = false
    }
  }, [booking, service, attempt])

  const retry = useCallback(() => setAttempt((count) => count + 1), [])
  return [shown, retry]
}
