import { Banner, BannerButton } from '../ui/banner.tsx'
import styles from './details-step.module.css'
import type { SubmitProblem } from './use-submit.ts'

interface SubmitProblemBannerProps {
  problem: SubmitProblem | undefined
  onRetry: () => void
}

/** Why it was not taken, where no single field can say so. Everything typed stays. */
export function SubmitProblemBanner({ problem, onRetry }: SubmitProblemBannerProps) {
  if (!problem || problem.kind === 'fields') return null
  return (
    <div className={styles.banner}>
      {problem.kind === 'unsent' ? (
        <Banner
          tone="error"
          title="Your booking was not sent."
          action={<BannerButton onClick={onRetry}>Retry</BannerButton>}
        >
          No answer came. Nothing is lost: what you typed is kept on this device.
        </Banner>
      ) : (
        <Banner
          tone="error"
          title={problem.message}
          action={<BannerButton onClick={onRetry}>Retry</BannerButton>}
        >
          What you typed is kept. Please try again, or write to us.
        </Banner>
      )}
    </div>
  )
}
