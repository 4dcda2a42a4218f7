import { Banner, BannerButton } from '../ui/banner.tsx'
import styles from './calendar-step.module.css'

export function LoadFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={styles.banner}>
      <Banner
        tone="error"
        title="The open times could not be loaded."
        action={<BannerButton onClick={onRetry}>Retry</BannerButton>}
      >
        Please check your connection and try again.
      </Banner>
    </div>
  )
}
