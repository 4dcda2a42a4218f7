import { useCallback, useEffect, useState } from 'react'
import { askPayment, askUntilSettled } from './ask-payment.ts'
import { returnKey } from './booking-key.ts'
import type { ReturnAddress } from './return-address.ts'
import type { PaymentAnswer } from './verification.ts'

/** The server's verdict, undefined while it is asked; and a way to ask again. */
export function useVerdict({
  bookingId,
  refused,
}: ReturnAddress): [PaymentAnswer | undefined, () => void] {
  const [verdict, setVerdict] = useState<PaymentAnswer>()
  const [attempt, setAttempt] = useState(0)

  useEffect(() => {
    if (!bookingId) return
    const left = new AbortController()
    setVerdict(undefined)
    // A refusal by the bank needs no waiting: one question makes sure that it is true.
    const once = refused && attempt === 0
    const key = returnKey(bookingId)
    const asked = once ? askPayment(key) : askUntilSettled(key, left.signal)
    void asked.then((answer) => {
      if (!left.signal.aborted) setVerdict(answer)
    })
    return () => left.abort()
  }, [bookingId, refused, attempt])

  const again = useCallback(() => setAttempt((count) => count + 1), [])
  return [verdict, again]
}
