import { useEffect } from 'react'
import type { ApiRefusal } from '#client/lib/data/api.ts'
import { useSiteConfig } from '#client/lib/data/use-endpoint.ts'
import {
  type BookingCredentials,
  toManageBookingPath,
} from '#client/payment/booking-credentials.ts'
import { checkPayment, getStillCheckingText } from '#client/payment/check-payment.ts'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { Banner } from '#client/ui/controls/banner.tsx'
import layout from '#client/ui/layout.module.css'
import { createPaymentIntent, verifyPayment } from '#shared/payment/api.ts'
import styles from './card.module.css'

interface SetupErrorProps {
  booking: BookingCredentials
  refusal: ApiRefusal
  onRetry: () => void
  onBack: () => void
  onPaid: () => void
  onHoldLost: () => void
}

/** The payment could not be created. If the reason is a changed booking, the step ends. */
export function SetupError({ booking, refusal, onRetry, onBack, ...ends }: SetupErrorProps) {
  const { onPaid, onHoldLost } = ends
  const { code, status } = refusal
  const isBookingChanged = code === 'hold_lost' || code === 'already_paid' || status === 404
  useEffect(() => {
    if (!isBookingChanged) return
    let current = true
    // It may have been paid in another tab, or just before, without an answer to this page.
    void checkPayment(booking).then((answer) => {
      if (!current) return
      if (answer === 'paid') onPaid()
      if (answer === 'unpaid') onHoldLost()
    })
    return () => {
      current = false
    }
  }, [isBookingChanged, booking, onPaid, onHoldLost])

  return (
    <div>
      <Banner tone="error" title={createPaymentIntent.failure}>
        {isBookingChanged ? formatChangedBooking(refusal) : formatErrorDetail(refusal)}
      </Banner>
      <div className={`${layout.buttons} ${styles.actions}`}>
        {isBookingChanged ? (
          <ButtonLink variant="ghost" to={toManageBookingPath(booking)}>
            See your booking
          </ButtonLink>
        ) : null}
        <Button variant="ghost" onClick={onRetry}>
          Try again
        </Button>
        <Button onClick={onBack}>Back to Booking</Button>
      </div>
    </div>
  )
}

/** Shown until `checkPayment` answers: an earlier payment may have been charged. */
function formatChangedBooking({ code }: ApiRefusal): string {
  return code === 'already_paid'
    ? 'This booking is already paid, and your details are saved.'
    : 'This booking has changed, and it is not known yet whether it was paid. Your details are saved.'
}

function formatErrorDetail({ status, error }: ApiRefusal): string {
  const reassurance = 'Nothing was charged, and your details are saved.'
  if (status === 0) return `${reassurance} Payment needs a connection.`
  if (error !== createPaymentIntent.failure) return `${error} ${reassurance}`
  return `${reassurance} Go back and try again.`
}

interface StalledPaymentProps {
  booking: BookingCredentials
  checkAgain: () => Promise<void>
}

/** The bank did not answer in time: says what happens next, and offers to check again. */
export function StalledPayment({ booking, checkAgain }: StalledPaymentProps) {
  const config = useSiteConfig()
  return (
    <div>
      <Banner tone="warn" title="Your bank has not answered yet">
        {getStillCheckingText(config)}
      </Banner>
      <div className={`${layout.buttons} ${styles.actions}`}>
        <ButtonLink variant="ghost" to={toManageBookingPath(booking)}>
          See your booking
        </ButtonLink>
        <Button onClick={() => void checkAgain()}>Check again</Button>
      </div>
    </div>
  )
}

/** The payment was made after the slot had been released. */
export function LatePayment({ onHoldLost }: { onHoldLost: () => void }) {
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
