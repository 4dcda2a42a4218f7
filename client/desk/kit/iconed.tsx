import type { ReactNode } from 'react'
import styles from './iconed.module.css'

/** A button's words with a sign before them. */
export function Iconed({ children }: { children: ReactNode }) {
  return <span className={styles.iconed}>{children}</span>
}
