import { useEffect } from 'react'
import type { ApiRefusal } from '#client/lib/data/api.ts'
import { askPayment } from '#client/payment/ask-payment.ts'
import type { BookingKey } from '#client/payment/booking-key.ts'
import { Button } from '#client/ui/button.tsx'
import { Banner } from '#client/ui/controls/banner.tsx'
import { createPaymentIntent } from '#shared/payment/api.ts'
import styles from './setup-failed.module.css'

interface SetupFailedProps {
  booking: BookingKey
  refusal: ApiRefusal
  retry: () => void
  onBack: () => void
  onPaid: () => void
  onHoldLost: () => void
}

/** The payment could not be opened; where that is because the booking moved on, the step ends. */
export function SetupFailed({ booking, refusal, retry, onBack, ...ends }: SetupFailedProps) {
  const { onPaid, onHoldLost } = ends
  const { code, status } = refusal
  const movedOn = code === 'hold_lost' || code === 'already_paid' || status === 404
  useEffect(() => {
    if (!movedOn) return
    let current = true
    // A payment made in another tab, or just before, counts although nobody was told of it.
    void askPayment(booking).then((answer) => {
      if (!current) return
      if (answer === 'paid') onPaid()
      if (answer === 'unpaid') onHoldLost()
    })
    return () => {
      current = false
    }
  }, [movedOn, booking, onPaid, onHoldLost])

  return (
    <div>
      <Banner tone="error" title={createPaymentIntent.failure}>
        {detailOf(refusal)}
      </Banner>
      <div className={styles.actions}>
        <Button variant="ghost" onClick={retry}>
          Try again
        </Button>
        <Button onClick={onBack}>Back to Booking</Button>
      </div>
    </div>
  )
}

function detailOf({ status, error }: ApiRefusal): string {
  const kept = 'Nothing was charged, and your details are kept.'
  if (status === 0) return `${kept} Payment needs a connection.`
  if (error !== createPaymentIntent.failure) return `${error} ${kept}`
  return `${kept} Go back and try once more.`
}
