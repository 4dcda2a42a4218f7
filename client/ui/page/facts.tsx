import type { ReactNode } from 'react'
import styles from './facts.module.css'

export interface Fact {
  term: string
  value: ReactNode
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
      {facts.map(({ term, value }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
