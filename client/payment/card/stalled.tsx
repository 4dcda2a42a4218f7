import { useSiteConfig } from '#client/lib/data/use-call.ts'
import { type BookingKey, bookingPath } from '#client/payment/booking-key.ts'
import { stillChecking } from '#client/payment/return/still-checking.ts'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { Banner } from '#client/ui/controls/banner.tsx'
import { verifyPayment } from '#shared/payment/api.ts'
import styles from './setup-failed.module.css'

interface StalledProps {
  booking: BookingKey
  checkAgain: () => Promise<void>
}

/** The bank did not answer in time: says what happens by itself, and lets ask once more. */
export function Stalled({ booking, checkAgain }: StalledProps) {
  const config = useSiteConfig()
  return (
    <div>
      <Banner tone="warn" title="Your bank has not answered yet">
        {stillChecking(config?.mail)}
      </Banner>
      <div className={styles.actions}>
        <ButtonLink variant="ghost" to={bookingPath(booking)}>
          See your booking
        </ButtonLink>
        <Button onClick={() => void checkAgain()}>Check again</Button>
      </div>
    </div>
  )
}

/** The provider took the payment after the time had gone to others. */
export function Late({ onHoldLost }: { onHoldLost: () => void }) {
  return (
    <div>
      <Banner tone="error" title={verifyPayment.failure}>
        The payment came after your time had been released. Whatever was charged is sent back in
        full, and your details are kept.
      </Banner>
      <div className={styles.actions}>
        <Button onClick={onHoldLost} arrow>
          Choose another time
        </Button>
      </div>
    </div>
  )
}
