import { useEffect } from 'react'
import type { ApiRefusal } from '#client/lib/data/api.ts'
import { useSiteConfig } from '#client/lib/data/use-call.ts'
import { askPayment, stillChecking } from '#client/payment/ask-payment.ts'
import { type BookingKey, bookingPath } from '#client/payment/booking-key.ts'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { Banner } from '#client/ui/controls/banner.tsx'
import layout from '#client/ui/layout.module.css'
import { createPaymentIntent, verifyPayment } from '#shared/payment/api.ts'
import styles from './card.module.css'

interface SetupFailedProps {
  booking: BookingKey
  refusal: ApiRefusal
  retry: () => void
  onBack: () => void
  onPaid: () => void
  onHoldLost: () => void
}

/** The payment could not be created. If the reason is a changed booking, the step ends. */
export function SetupFailed({ booking, refusal, retry, onBack, ...ends }: SetupFailedProps) {
  const { onPaid, onHoldLost } = ends
  const { code, status } = refusal
  const movedOn = code === 'hold_lost' || code === 'already_paid' || status === 404
  useEffect(() => {
    if (!movedOn) return
    let current = true
    // It may have been paid in another tab, or just before, without an answer to this page.
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
      <div className={`${layout.buttons} ${styles.actions}`}>
        <Button variant="ghost" onClick={retry}>
          Try again
        </Button>
        <Button onClick={onBack}>Back to Booking</Button>
      </div>
    </div>
  )
}

function detailOf({ status, error }: ApiRefusal): string {
  const kept = 'Nothing was charged, and your details are saved.'
  if (status === 0) return `${kept} Payment needs a connection.`
  if (error !== createPaymentIntent.failure) return `${error} ${kept}`
  return `${kept} Go back and try again.`
}

interface StalledProps {
  booking: BookingKey
  checkAgain: () => Promise<void>
}

/** The bank did not answer in time: says what happens next, and offers to ask once more. */
export function Stalled({ booking, checkAgain }: StalledProps) {
  const config = useSiteConfig()
  return (
    <div>
      <Banner tone="warn" title="Your bank has not answered yet">
        {stillChecking(config?.mail)}
      </Banner>
      <div className={`${layout.buttons} ${styles.actions}`}>
        <ButtonLink variant="ghost" to={bookingPath(booking)}>
          See your booking
        </ButtonLink>
        <Button onClick={() => void checkAgain()}>Check again</Button>
      </div>
    </div>
  )
}

/** The payment was made after the slot had been released. */
export function Late({ onHoldLost }: { onHoldLost: () => void }) {
  return (
    <div>
      <Banner tone="error" title={verifyPayment.failure}>
        The payment arrived after your time had been released. It will be refunded in full, and your
        details are saved.
      </Banner>
      <div className={`${layout.buttons} ${styles.actions}`}>
        <Button onClick={onHoldLost} arrow>
          Choose another time
        </Button>
      </div>
    </div>
  )
}
