import { type ReactNode, useRef } from 'react'
import { Link } from 'react-router-dom'
import { useEffectOn } from '#client/lib/use-effect-on.ts'
import { BackIcon } from '#client/ui/icons.tsx'
import styles from './list-detail.module.css'

interface TwoPaneProps {
  /** Above the list: its heading, filters, search. */
  head: ReactNode
  list: ReactNode
  /** The content of the reading pane; undefined while nothing is chosen. */
  reading: ReactNode | undefined
  /** Shown in the reading pane while nothing is chosen; a phone shows only the list then. */
  idle?: ReactNode
  /** For a long list: its head stays in view, and the list is narrower. */
  long?: boolean
  /** Identifies the content of the reading pane: when it changes, the pane scrolls to its top. */
  place?: string | undefined
  /**
   * The address of the list without a chosen item, and its name: a phone shows one pane at a time.
   */
  back: { to: string; label: string }
}

/** A list and its chosen item side by side; a phone shows one of the two. */
export function TwoPane({ head, list, reading, idle, long, place, back }: TwoPaneProps) {
  const pane = useRef<HTMLDivElement>(null)
  const read = useRef<HTMLDivElement>(null)
  const reads = reading !== undefined
  // On a phone the reading pane replaces the list, so the window scrolls to its top.
  useEffectOn(`${reads} ${place}`, () => {
    if (read.current) read.current.scrollTop = 0
    const gone = pane.current && getComputedStyle(pane.current).display === 'none'
    if (reads && gone) scrollTo(0, 0)
  })
  return (
    <div className={`${styles.panes} ${long ? styles.long : ''} ${reads ? styles.reads : ''}`}>
      <div ref={pane} className={styles.list}>
        <div className={styles.head}>{head}</div>
        {list}
      </div>
      <div ref={read} className={styles.reading}>
        {reading ? (
          <Link to={back.to} className={styles.back}>
            <BackIcon />
            {back.label}
          </Link>
        ) : null}
        {reading ?? idle}
      </div>
    </div>
  )
}
