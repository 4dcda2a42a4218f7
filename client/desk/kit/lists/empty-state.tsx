import type { ReactNode } from 'react'
import { plateUrl } from '#client/ui/plate.tsx'
import text from '#client/ui/type.module.css'
import styles from './empty-state.module.css'

interface EmptyStateProps {
  /** A sentence: `No bookings found`. */
  title: string
  children?: ReactNode
  action?: ReactNode
}

/** Shown in place of an empty list. */
export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <img src={plateUrl('ripples')} alt="" width="112" height="112" />
      <div>
        <p className={text.h3}>{title}</p>
        {children ? <p className={`${text.muted} ${styles.text}`}>{children}</p> : null}
        {action ? <div className={styles.action}>{action}</div> : null}
      </div>
    </div>
  )
}
