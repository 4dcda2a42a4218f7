import type { ReactNode } from 'react'
import styles from './layout.module.css'

interface WrapProps {
  className?: string | undefined
  children: ReactNode
}

/** The content column of header, heroes and sections. */
export function Wrap({ className, children }: WrapProps) {
  return <div className={[styles.wrap, className].filter(Boolean).join(' ')}>{children}</div>
}
