import type { ReactNode } from 'react'
import { DrawnObject, type ObjectName } from '#client/ui/plates/drawn-object.tsx'
import text from '#client/ui/type.module.css'
import styles from './empty-state.module.css'

interface EmptyStateProps {
  object: ObjectName
  /** A sentence: `No bookings found`. */
  title: string
  children?: ReactNode
  action?: ReactNode
}

/** Shown in place of an empty list. */
export function EmptyState({ object, title, children, action }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <DrawnObject name={object} />
      <div>
        <p className={text.h3}>{title}</p>
        {children ? <p className={`${text.muted} ${styles.text}`}>{children}</p> : null}
        {action ? <div className={styles.action}>{action}</div> : null}
      </div>
    </div>
  )
}
