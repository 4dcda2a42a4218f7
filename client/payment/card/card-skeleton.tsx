import styles from '#client/payment/card-grid.module.css'
import { Skeleton } from '#client/ui/controls/skeleton.tsx'

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
