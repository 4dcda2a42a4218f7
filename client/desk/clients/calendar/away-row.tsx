import type { ReactNode } from 'react'
import styles from './away-row.module.css'

interface AwayRowProps {
  count: ReactNode
  /** Whether it is open at first. */
  isOpen?: boolean
  className?: string | undefined
  children: ReactNode
}

/** Travels that are too many to stand beside the calls: their number, and all of them once it is opened. */
export function AwayRow({ count, isOpen = false, className, children }: AwayRowProps) {
  return (
    <details className={`${styles.away} ${className ?? ''}`} open={isOpen}>
      <summary>Away: {count}</summary>
      {children}
    </details>
  )
}
