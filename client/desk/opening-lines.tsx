import { Skeleton } from '../ui/skeleton.tsx'
import styles from './opening-lines.module.css'
import type { DeskData } from './use-desk-data.ts'

/** In the place of a list until anything is known of it. */
export function OpeningLines({ desk }: { desk: Pick<DeskData<unknown>, 'state'> }) {
  if (desk.state !== 'opening') return null
  return (
    <div className={styles.lines}>
      <Skeleton className={styles.line} />
      <Skeleton className={styles.line} />
      <Skeleton className={styles.line} />
      <Skeleton className={styles.line} />
    </div>
  )
}
