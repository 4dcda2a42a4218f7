import type { DeskData } from '#client/desk/queries/use-desk-data.ts'
import { Skeleton } from '#client/ui/controls/skeleton.tsx'
import styles from './list-skeleton.module.css'

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
