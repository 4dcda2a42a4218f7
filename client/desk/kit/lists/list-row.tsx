import type { MouseEvent, ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router-dom'
import { useNavigateAtOnce } from '#client/desk/kit/navigate-at-once.ts'
import text from '#client/ui/type.module.css'
import { focusDetail, READING_PANE } from './list-detail.tsx'
import styles from './list-row.module.css'

interface ListRowProps {
  to: string
  /** Whether the reading pane shows this item. */
  isCurrent: boolean
  /** In the first column: a time, a mark. */
  lead?: ReactNode
  title: ReactNode
  /** At the end of the first line: a status, a date. */
  aside?: ReactNode
  note?: ReactNode
  className?: string | undefined
}

/** A row of a list that opens in the reading pane. */
export function ListRow({ to, isCurrent, lead, title, aside, note, className }: ListRowProps) {
  return (
    <li className={styles.item}>
      <DetailLink
        to={to}
        className={`${styles.selectable} ${styles.row} ${className ?? ''}`}
        aria-current={isCurrent ? 'true' : undefined}
      >
        <span className={styles.lead}>{lead}</span>
        <b>{title}</b>
        <span className={`${text.fine} ${styles.aside}`}>{aside}</span>
        {note ? <span className={`${text.fine} ${styles.note}`}>{note}</span> : null}
      </DetailLink>
    </li>
  )
}

/** A link to the reading pane, which is open before the next key press. */
export function DetailLink({ to, ...rest }: Omit<LinkProps, 'onClick'> & { to: string }) {
  const navigateAtOnce = useNavigateAtOnce()
  const open = (event: MouseEvent<HTMLAnchorElement>) => {
    const elsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
    if (event.button !== 0 || elsewhere) return
    event.preventDefault()
    const isCurrent = rest['aria-current'] === 'true'
    navigateAtOnce(to, { replace: isCurrent })
    // Nothing is opened that would take the focus.
    if (isCurrent) focusDetail(document.querySelector<HTMLElement>(READING_PANE))
  }
  // `preventScrollReset`: the list keeps its scroll position.
  return <Link data-row="" {...rest} to={to} preventScrollReset onClick={open} />
}

/** A heading over the rows that share a day or a month. */
export function ListGroup({ title, isToday, children }: ListGroupProps) {
  return (
    <section aria-label={title}>
      <h3 className={`${styles.group} ${isToday ? styles.today : ''}`}>{title}</h3>
      <ul>{children}</ul>
    </section>
  )
}

interface ListGroupProps {
  title: string
  isToday?: boolean
  children: ReactNode
}
