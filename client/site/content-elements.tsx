import type { ReactNode } from 'react'
import styles from './content-elements.module.css'

/** Sets text between asterisks in italics: `A *word* apart`. */
export function Emphasis({ children }: { children: string }) {
  return children
    .split('*')
    .map((part, place) => (place % 2 === 1 ? <em key={part}>{part}</em> : part))
}

/** A list of short points separated by lines. */
export function Points({ points }: { points: readonly string[] }) {
  return (
    <ul className={styles.points}>
      {points.map((point) => (
        <li key={point}>{point}</li>
      ))}
    </ul>
  )
}

interface PlateFrameProps {
  /** Class that sets the frame's proportions. */
  className?: string | undefined
  /** Draws a thin line inside the edge. */
  ruled?: boolean
  children: ReactNode
}

export function PlateFrame({ className, ruled, children }: PlateFrameProps) {
  const names = [styles.frame, ruled && styles.ruled, className]
  return (
    <div className={names.filter(Boolean).join(' ')} data-print="picture">
      {children}
    </div>
  )
}

/** A price in large figures, with a note below. */
export function Fee({ amount, note }: { amount: string; note?: string | undefined }) {
  return (
    <p className={styles.fee}>
      <b>{amount}</b>
      {note ? <small>{note}</small> : null}
    </p>
  )
}
