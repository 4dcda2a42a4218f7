import styles from './skeleton.module.css'

/** A block in the place of what is being fetched; give its size by the class. */
export function Skeleton({ className }: { className?: string | undefined }) {
  return <span aria-hidden="true" className={`${styles.skeleton} ${className ?? ''}`} />
}
