import type { ReactNode } from 'react'
import styles from './layout.module.css'

interface WrapProps {
  className?: string | undefined
  children: ReactNode
}

/** The column that header, heroes and all sections share. */
export function Wrap({ className, children }: WrapProps) {
  return <div className={[styles.wrap, className].filter(Boolean).join(' ')}>{children}</div>
}
