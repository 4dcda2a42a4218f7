import type { ReactNode } from 'react'
import styles from './amount-list.module.css'

export interface AmountListRow {
  term: string
  note?: string
  amount: ReactNode
  /** `sum` is set between stronger rules, `part` is indented, `minus` is a deduction. */
  look?: 'sum' | 'part' | 'minus'
}

/** Amounts one below the other, as in a ledger. */
export function AmountList({ lines }: { lines: readonly AmountListRow[] }) {
  if (lines.length === 0) return null
  return (
    <dl className={styles.amounts}>
      {lines.map(({ term, note, amount, look }) => (
        <div key={term} className={look && styles[look]}>
          <dt>
            {term}
            {note ? <small>{note}</small> : null}
          </dt>
          <dd>{amount}</dd>
        </div>
      ))}
    </dl>
  )
}
