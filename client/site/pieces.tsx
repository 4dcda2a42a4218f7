import type { ReactNode } from 'react'
import text from '#client/ui/type.module.css'
import { business } from '#shared/site/business.ts'
import { founderRole } from '#shared/site/content-common.ts'
import styles from './pieces.module.css'

/** `A *word* apart`: what stands between asterisks is set in italics. */
export function Emphasis({ children }: { children: string }) {
  // The text never changes its parts at run time, so their places can be their keys.
  return children
    .split('*')
    .map((part, place) => (place % 2 === 1 ? <em key={part}>{part}</em> : part))
}

/** Short points on hairlines. */
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
  /** Gives the frame its proportions. */
  className?: string | undefined
  /** A hairline inside the edge, as on a printed sheet. */
  ruled?: boolean
  children: ReactNode
}

/** Holds a plate. */
export function PlateFrame({ className, ruled, children }: PlateFrameProps) {
  const names = [styles.frame, ruled && styles.ruled, className]
  return (
    <div className={names.filter(Boolean).join(' ')} data-print="off">
      {children}
    </div>
  )
}

export function Signature({ heading }: { heading?: string }) {
  return (
    <div className={styles.signature}>
      {heading ? (
        <h2 className={text.h3} id={heading}>
          {business.founder}
        </h2>
      ) : (
        <b>{business.founder}</b>
      )}
      <span>{founderRole}</span>
    </div>
  )
}

/** A price in large figures, and beneath it what it holds. */
export function Fee({ amount, note }: { amount: string; note?: string | undefined }) {
  return (
    <p className={styles.fee}>
      <b>{amount}</b>
      {note ? <small>{note}</small> : null}
    </p>
  )
}
