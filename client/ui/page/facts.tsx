import type { ReactNode } from 'react'
import styles from './facts.module.css'

export interface Fact {
  term: string
  value: ReactNode
  /** Whether the value may change as soon as the server has answered, so that it is not shown yet. */
  isAwaited?: boolean
}

interface FactsProps {
  facts: readonly Fact[]
  /** `sheet` on a light background, `night` on a dark one. */
  variant?: 'sheet' | 'night' | 'twoColumns'
}

/** Terms and values as a description list. */
export function Facts({ facts, variant = 'sheet' }: FactsProps) {
  return (
    <dl className={`${styles.facts} ${styles[variant]}`}>
      {facts.map(({ term, value, isAwaited }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd className={isAwaited ? styles.awaited : undefined}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
