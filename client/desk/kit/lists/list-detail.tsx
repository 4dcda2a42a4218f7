import { type ReactNode, useRef } from 'react'
import { Link } from 'react-router-dom'
import { useEffectOn } from '#client/lib/use-effect-on.ts'
import { BackIcon } from '#client/ui/icons.tsx'
import styles from './list-detail.module.css'

interface ListDetailProps {
  /** Above the list: its heading, filters, search. */
  head: ReactNode
  list: ReactNode
  /** The content of the reading pane; undefined while nothing is chosen. */
  detail: ReactNode | undefined
  /** Shown in the reading pane while nothing is chosen; a phone shows only the list then. */
  emptyDetail?: ReactNode
  /** For a long list: its head stays in view, and the list is narrower. */
  hasStickyHead?: boolean
  /** Identifies the content of the reading pane: when it changes, the pane scrolls to its top. */
  detailKey?: string | undefined
  /**
   * The address of the list without a chosen item, and its name: a phone shows one pane at a time.
   */
  backLink: { to: string; label: string }
}

/** A list and its chosen item side by side; a phone shows one of the two. */
export function ListDetail({
  head,
  list,
  detail,
  emptyDetail,
  hasStickyHead,
  detailKey,
  backLink,
}: ListDetailProps) {
  const pane = useRef<HTMLDivElement>(null)
  const read = useRef<HTMLDivElement>(null)
  const reads = detail !== undefined
  // On a phone the reading pane replaces the list, so the window scrolls to its top.
  useEffectOn(`${reads} ${detailKey}`, () => {
    if (read.current) read.current.scrollTop = 0
    const isListHidden = pane.current && getComputedStyle(pane.current).display === 'none'
    if (reads && isListHidden) scrollTo(0, 0)
  })
  return (
    <div
      className={`${styles.panes} ${hasStickyHead ? styles.stickyHead : ''} ${reads ? styles.hasDetail : ''}`}
    >
      <div ref={pane} className={styles.list}>
        <div className={styles.head}>{head}</div>
        {list}
      </div>
      <div ref={read} className={styles.detail}>
        {detail ? (
          <Link to={backLink.to} className={styles.back}>
            <BackIcon />
            {backLink.label}
          </Link>
        ) : null}
        {detail ?? emptyDetail}
      </div>
    </div>
  )
}
