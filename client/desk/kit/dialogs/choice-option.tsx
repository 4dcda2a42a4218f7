import type { ReactNode } from 'react'
import styles from './choice-option.module.css'

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
      <span className={styles.words}>
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
