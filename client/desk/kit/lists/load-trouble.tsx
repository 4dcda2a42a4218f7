import type { DeskData } from '#client/desk/queries/use-desk-data.ts'
import { Banner, BannerButton } from '#client/ui/controls/banner.tsx'
import styles from '#client/ui/controls/export-trouble.module.css'

interface LoadTroubleProps {
  /** `Failed to load bookings` */
  failure: string
  desk: Pick<DeskData<unknown>, 'trouble' | 'data' | 'reload'>
}

/** Above what is kept, never instead of it. Being offline or signed out is told in one place each. */
export function LoadTrouble({ failure, desk: { trouble, data, reload } }: LoadTroubleProps) {
  if (!trouble || trouble.status === 401 || trouble.code === 'not_owner') return null
  if (trouble.status === 0 && !navigator.onLine) return null
  return (
    <div className={styles.trouble}>
      <Banner
        tone="error"
        title={failure}
        action={<BannerButton onClick={reload}>Try again</BannerButton>}
      >
        {data === undefined ? reasonOf(trouble.status) : `${reasonOf(trouble.status)} ${BELOW}`}
      </Banner>
    </div>
  )
}

const BELOW = 'What was last known stands below.'

function reasonOf(status: number): string {
  return status === 0 ? 'The server did not answer.' : 'The server could not do it just now.'
}
