import type { ReactNode } from 'react'
import styles from './plate-frame.module.css'

interface PlateFrameProps {
  /** Gives the frame its proportions. */
  className?: string | undefined
  /** A hairline inside the edge, as on a printed sheet. */
  ruled?: boolean
  children: ReactNode
}

/** Holds a plate. */
export function PlateFrame({ className, ruled, children }: PlateFrameProps) {
  const names = [styles.frame, ruled && styles.ruled, className]
  return <div className={names.filter(Boolean).join(' ')}>{children}</div>
}
