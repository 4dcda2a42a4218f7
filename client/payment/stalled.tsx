import { MANAGE_PATH } from '../../shared/booking/api.ts'
import { useSiteConfig } from '../lib/use-site-config.ts'
import { Banner } from '../ui/banner.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import styles from './setup-failed.module.css'
import { stillChecking } from './still-checking.ts'
import type { Payment } from './use-payment.ts'

/** The bank did not answer in time: says what happens by itself, and lets ask once more. */
export function Stalled({ bookingId, payment }: { bookingId: string; payment: Payment }) {
  const config = useSiteConfig()
  return (
    <div>
      <Banner tone="warn" title="Your bank has not answered yet">
        {stillChecking(config?.mail)}
      </Banner>
      <div className={styles.actions}>
        <ButtonLink variant="ghost" to={`${MANAGE_PATH}?id=${bookingId}`}>
          See your booking
        </ButtonLink>
        <Button onClick={() => void payment.checkAgain()}>Check again</Button>
      </div>
    </div>
  )
}
