import { Link } from 'react-router-dom'
import type { ClientLine } from '../offline/crm/types.ts'
import styles from './client-row.module.css'
import { ClientMarkTag } from './client-tags.tsx'
import { initialsOf } from './list-words.ts'

interface ClientRowProps {
  /** Undefined until the device has told. */
  line: ClientLine | undefined
  index: number
  count: number
  /** Where it stands in the list, pixels. */
  top: number
  opened: string | undefined
  /** The one row that Tab comes to. */
  inOrder: boolean
  onFocus: () => void
}

export function ClientRow({ line, index, count, top, opened, inOrder, onFocus }: ClientRowProps) {
  return (
    <li
      className={styles.place}
      style={{ transform: `translateY(${top}px)` }}
      aria-setsize={count}
      aria-posinset={index + 1}
    >
      {line ? (
        <Link
          to={`/admin/crm/${line.id}`}
          // The list stays where it is.
          preventScrollReset
          className={styles.row}
          tabIndex={inOrder ? 0 : -1}
          aria-current={line.id === opened ? 'true' : undefined}
          onFocus={onFocus}
        >
          <span className={styles.monogram} aria-hidden="true">
            {initialsOf(line.name)}
          </span>
          <b>{line.name}</b>
          <span className={styles.location}>{line.location}</span>
          <ClientMarkTag mark={line.mark} />
        </Link>
      ) : (
        <span className={styles.row} aria-hidden="true">
          <span className={styles.monogram} />
        </span>
      )}
    </li>
  )
}
