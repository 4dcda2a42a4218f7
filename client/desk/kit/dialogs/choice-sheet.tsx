import type { ReactNode } from 'react'
import kit from '#client/desk/kit/primitives.module.css'
import styles from './choice-sheet.module.css'

/**
 * Two versions of one thing and the choice between them. Nothing changes before the owner confirms.
 */
export function ChoiceSheet({ children }: { children: ReactNode }) {
  return <div className={styles.sheet}>{children}</div>
}

interface SideHeader {
  title: string
  note: ReactNode
}

interface ChoiceTableProps {
  /** The head above the row names. */
  corner: ReactNode
  sides: readonly [SideHeader, SideHeader]
  /**
   * Each row has a name and a cell for each side; a phone shows the cell's `data-label` instead of
   * the column head.
   */
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

interface ChoiceGroupProps {
  /** Undefined for rows that need no common name. */
  title: string | undefined
  children: ReactNode
}

/** Rows about one thing. */
export function ChoiceGroup({ title, children }: ChoiceGroupProps) {
  return (
    <>
      {title === undefined ? null : (
        <tr className={styles.group}>
          <th scope="colgroup" colSpan={3}>
            <span className={kit.rowTitle}>{title}</span>
          </th>
        </tr>
      )}
      {children}
    </>
  )
}

/** A row where both sides agree. */
export function FixedRow({ title, children }: { title: string; children: ReactNode }) {
  return (
    <tr className={styles.fixed}>
      <th scope="row">{title}</th>
      <td colSpan={2}>{children}</td>
    </tr>
  )
}

interface ChoiceFootProps {
  /** The button that leaves without a choice, on the other side of the foot. */
  cancelAction: ReactNode
  children: ReactNode
}

export function ChoiceFoot({ cancelAction, children }: ChoiceFootProps) {
  return (
    <div className={`split ${styles.foot}`}>
      {cancelAction}
      <div className={`row wrap gap-2 ${styles.actions}`}>{children}</div>
    </div>
  )
}

export interface TextPiece {
  text: string
  /** Whether the other side lacks this piece. */
  isDifferent: boolean
}

interface ChoiceOptionProps {
  /** The name of the row, shared by its radio buttons. */
  name: string
  /** Accessible label, if the row and the column say too little. */
  label?: string
  pieces: readonly TextPiece[]
  checked: boolean
  onChoose: () => void
  /** The device or entry that the value comes from. */
  above?: ReactNode
  /** Before `above` where there are no column heads: which of the two sides it is. */
  side?: string
  /**
   * Whether the column head says the same as `above`, which is then hidden if the columns have
   * room.
   */
  isInColumnHeader?: boolean
}

/** One of the two values in a row of a choice sheet. */
export function ChoiceOption(props: ChoiceOptionProps) {
  const { name, label, pieces, checked, onChoose, above, side, isInColumnHeader } = props
  return (
    <label className={styles.option}>
      {above ? (
        <small className={`${styles.above} ${isInColumnHeader ? styles.inColumnHeader : ''}`}>
          {side ? <span className={styles.inColumnHeader}>{side}, </span> : null}
          {above}
        </small>
      ) : null}
      <input type="radio" name={name} aria-label={label} checked={checked} onChange={onChoose} />
      <span className={`${kit.userText} ${styles.value}`}>
        {pieces.length === 0 ? <i>Empty</i> : null}
        {pieces.map(({ text, isDifferent }, at) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one value never change their order.
          isDifferent ? <mark key={at}>{text}</mark> : text,
        )}
      </span>
    </label>
  )
}
