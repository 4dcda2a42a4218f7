import { Skeleton } from '#client/ui/controls/skeleton.tsx'
import styles from './card-grid.module.css'

/** The card form's geometry, while it is being fetched. */
export function CardSkeleton() {
  return (
    <div className={styles.grid} aria-hidden="true">
      <Pair className={styles.number} />
      <Pair />
      <Pair />
      <Pair className={styles.full} />
    </div>
  )
}

function Pair({ className }: { className?: string | undefined }) {
  return (
    <div className={className}>
      <Skeleton className={styles.skeletonLabel} />
      <Skeleton className={styles.skeletonField} />
    </div>
  )
}
