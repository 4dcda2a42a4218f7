import type { Flow } from '#client/booking/flow.ts'
import { Banner, BannerButton } from '#client/ui/controls/banner.tsx'
import { alternativeTimeLink } from './alternative-time.ts'
import styles from './calendar-step.module.css'

export function LoadFailure({ flow, onRetry }: { flow: Flow; onRetry: () => void }) {
  return (
    <div className={styles.banner}>
      <Banner
        tone="error"
        title="The open times could not be loaded."
        action={<BannerButton onClick={onRetry}>Retry</BannerButton>}
      >
        {flow.online ? (
          'Please check your connection and try again.'
        ) : (
          <>
            This device does not know them yet. They come when you are back online, or you can{' '}
            <a href={alternativeTimeLink(flow.service, null)}>ask for a time by e-mail</a>.
          </>
        )}
      </Banner>
    </div>
  )
}
