import type { ReactNode } from 'react'
import styles from './facts.module.css'

export interface Fact {
  term: string
  value: ReactNode
}

interface FactsProps {
  facts: readonly Fact[]
  /** `sheet` ruled on paper, `night` on forest, `kept` in two columns. */
  look?: 'sheet' | 'night' | 'kept'
}

/** Terms and values on hairlines. */
export function Facts({ facts, look = 'sheet' }: FactsProps) {
  return (
    <dl className={`${styles.facts} ${styles[look]}`}>
      {facts.map(({ term, value }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
