import styles from './skeleton.module.css'

/** Placeholder for content being loaded; the class gives its size. */
export function Skeleton({ className }: { className?: string | undefined }) {
  return <span aria-hidden="true" className={`${styles.skeleton} ${className ?? ''}`} />
}
