import type { ReactNode } from 'react'
import styles from './wrap.module.css'

interface WrapProps {
  /** As wide as header and heroes. */
  wide?: boolean
  className?: string | undefined
  children: ReactNode
}

/** The column that all sections share. */
export function Wrap({ wide, className, children }: WrapProps) {
  const names = [styles.wrap, wide && styles.wide, className]
  return <div className={names.filter(Boolean).join(' ')}>{children}</div>
}
