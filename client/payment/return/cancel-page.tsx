import { useSearchParams } from 'react-router-dom'
import { useHydrated } from '#client/lib/browser.ts'
import { useSiteConfig } from '#client/lib/data/use-endpoint.ts'
import { useTitle } from '#client/lib/use-title.ts'
import { toRetryPath } from '#client/payment/booking-credentials.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { OfflineBar } from '#client/ui/connection-bar.tsx'
import { DemoNotice } from '#client/ui/controls/demo-notice.tsx'
import { ResultActions, ResultPage } from '#client/ui/page/result-page.tsx'
import styles from './return-page.module.css'
import { parseReturnParams } from './return-view.ts'

export function CancelPage() {
  const [query] = useSearchParams()
  const config = useSiteConfig()
  // The prerendered page does not know the query string.
  const { bookingId } = parseReturnParams(useHydrated() ? query.toString() : '')
  useTitle('Payment Cancelled')
  return (
    <>
      <meta name="referrer" content="no-referrer" />
      <OfflineBar />
      <ResultPage
        plate="lodge"
        title="Payment Cancelled"
        lead={
          <>
            <p>Your payment was cancelled. No charges have been made to your account.</p>
            <p>Nothing was lost. You can pick up where you left off.</p>
          </>
        }
      >
        <ResultActions>
          <ButtonLink to={toRetryPath(bookingId)} arrow>
            Try Booking Again
          </ButtonLink>
          <ButtonLink variant="ghost" to="/">
            Return to Home
          </ButtonLink>
        </ResultActions>
        {/* Last, because it appears late and must not move the buttons above. */}
        {config?.payments === 'demo' ? (
          <div className={styles.demoNotice}>
            <DemoNotice />
          </div>
        ) : null}
      </ResultPage>
    </>
  )
}
