import type { ReactNode } from 'react'
import kit from '#client/desk/kit/primitives.module.css'
import layout from '#client/ui/layout.module.css'
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
    <div className={`${layout.between} ${styles.foot}`}>
      {leave}
      <div className={`${layout.row} ${styles.actions}`}>{children}</div>
    </div>
  )
}

/** A part of a value's words. */
export interface Piece {
  text: string
  /** The other side does not have it. */
  marked: boolean
}

interface ChoiceOptionProps {
  /** The row that it belongs to. */
  name: string
  /** Where the row and the column do not tell enough. */
  label?: string
  pieces: readonly Piece[]
  checked: boolean
  onChoose: () => void
  /** Whose value it is. */
  above?: ReactNode
  /** The head of its column says so too, where there is one. */
  headed?: boolean
  below?: ReactNode
}

/** One of the two values that a row of a choice sheet offers. */
export function ChoiceOption(props: ChoiceOptionProps) {
  const { name, label, pieces, checked, onChoose, above, headed, below } = props
  return (
    <label className={styles.option}>
      {above ? (
        <small className={`${styles.above} ${headed ? styles.headed : ''}`}>{above}</small>
      ) : null}
      <input type="radio" name={name} aria-label={label} checked={checked} onChange={onChoose} />
      <span className={`${kit.typed} ${styles.words}`}>
        {pieces.length === 0 ? <i>Empty</i> : null}
        {pieces.map(({ text, marked }, at) =>
          // Pieces of one value, in its order.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above.
          marked ? <mark key={at}>{text}</mark> : text,
        )}
        {below ? <small>{below}</small> : null}
      </span>
    </label>
  )
}
