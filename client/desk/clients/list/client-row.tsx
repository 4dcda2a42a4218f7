import { memo } from 'react'
import { Link } from 'react-router-dom'
import type { ClientLine } from '#client/book/store/types.ts'
import { ClientMarkTag } from '#client/desk/clients/reading/client-tags.tsx'
import styles from './client-row.module.css'
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
  onFocus: (index: number) => void
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
        <RowLink {...{ line, index, inOrder, onFocus }} isOpened={line.id === opened} />
      ) : (
        <span className={styles.row} aria-hidden="true">
          <span className={styles.monogram} />
        </span>
      )}
    </li>
  )
}

type RowLinkProps = Pick<ClientRowProps, 'index' | 'inOrder' | 'onFocus'> & {
  line: ClientLine
  isOpened: boolean
}

/** Drawn anew where it says something else: while clients arrive, the list is drawn at each word of the book. */
const RowLink = memo(function RowLink({ line, index, isOpened, inOrder, onFocus }: RowLinkProps) {
  return (
    <Link
      to={`/admin/crm/${line.id}`}
      // The list stays where it is.
      preventScrollReset
      className={styles.row}
      tabIndex={inOrder ? 0 : -1}
      aria-current={isOpened ? 'true' : undefined}
      onFocus={() => onFocus(index)}
    >
      <span className={styles.monogram} aria-hidden="true">
        {initialsOf(line.name)}
      </span>
      <b>{line.name}</b>
      <span className={styles.location}>{line.location}</span>
      <ClientMarkTag mark={line.mark} />
    </Link>
  )
})
