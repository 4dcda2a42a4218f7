import { useEffect } from 'react'
import { createPaymentIntent } from '../../shared/payment/api.ts'
import type { ApiRefusal } from '../lib/api.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import styles from './setup-failed.module.css'
import { askHold } from './use-hold.ts'

interface SetupFailedProps {
  bookingId: string
  refusal: ApiRefusal
  retry: () => void
  onBack: () => void
  onPaid: () => void
  onHoldLost: () => void
}

/** The payment could not be opened; where that is because the booking moved on, the step ends. */
export function SetupFailed({ bookingId, refusal, retry, onBack, ...ends }: SetupFailedProps) {
  const { onPaid, onHoldLost } = ends
  useEffect(() => {
    let current = true
    void askHold(bookingId).then((verdict) => {
      if (!current) return
      if (verdict === 'paid') onPaid()
      if (verdict === 'lost') onHoldLost()
    })
    return () => {
      current = false
    }
  }, [bookingId, onPaid, onHoldLost])

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
