import type { ReactNode } from 'react'
import styles from './choice-sheet.module.css'

/** Two versions of one thing, and the choice between them; nothing is changed before it is made. */
export function ChoiceSheet({ children }: { children: ReactNode }) {
  return <div className={styles.sheet}>{children}</div>
}

interface SideHead {
  title: string
  note: ReactNode
}

interface ChoiceTableProps {
  /** Over the names of the rows. */
  corner: ReactNode
  sides: readonly [SideHead, SideHead]
  /** Rows: a name, then a cell for each side; its `data-label` stands in for the head on a phone. */
  children: ReactNode
}

export function ChoiceTable({ corner, sides, children }: ChoiceTableProps) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{corner}</th>
          {sides.map(({ title, note }) => (
            <th key={title} scope="col">
              {title}
              <small>{note}</small>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}

/** What needs no choice. */
export function SettledRow({ title, children }: { title: string; children: ReactNode }) {
  return (
    <tr className={styles.settled}>
      <th scope="row">{title}</th>
      <td colSpan={2}>{children}</td>
    </tr>
  )
}

interface ChoiceFootProps {
  /** The way out, on the other side of the foot. */
  leave: ReactNode
  children: ReactNode
}

export function ChoiceFoot({ leave, children }: ChoiceFootProps) {
  return (
    <div className={styles.foot}>
      {leave}
      <div className={styles.actions}>{children}</div>
    </div>
  )
}
