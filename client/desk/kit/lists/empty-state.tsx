import type { ReactNode } from 'react'
import { DrawnObject } from '#client/ui/plates/drawn-object.tsx'
import text from '#client/ui/type.module.css'
import styles from './empty-state.module.css'

// Their own list: what visitors see is imported by name, and is on their devices too.
const objects = import.meta.glob<string>('/client/ui/plates/objects/*.svg', {
  eager: true,
  query: '?url',
  import: 'default',
})

interface EmptyStateProps {
  /** Drawn beside the words: a thing that says what is missing. */
  object:
    | 'almanac'
    | 'book'
    | 'chair'
    | 'key'
    | 'lantern'
    | 'letter'
    | 'map'
    | 'scales'
    | 'spyglass'
    | 'trunk'
  /** A sentence: `No bookings found`. */
  title: string
  children?: ReactNode
  action?: ReactNode
}

/** Shown in place of an empty list. */
export function EmptyState({ object, title, children, action }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <DrawnObject src={objects[`/client/ui/plates/objects/${object}.svg`]} />
      <div>
        <p className={text.h3}>{title}</p>
        {children ? <p className={`${text.muted} ${styles.text}`}>{children}</p> : null}
        {action ? <div className={styles.action}>{action}</div> : null}
      </div>
    </div>
  )
}
