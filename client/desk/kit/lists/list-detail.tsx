import { type ReactNode, useRef } from 'react'
import { Link } from 'react-router-dom'
import { useEffectOn } from '#client/lib/use-effect-on.ts'
import { BackIcon } from '#client/ui/icons.tsx'
import styles from './list-detail.module.css'

interface TwoPaneProps {
  /** Above the list: its heading, filters, search. */
  head: ReactNode
  list: ReactNode
  /** What is read; undefined while nothing is chosen. */
  reading: ReactNode | undefined
  /** In the place of what is read; a phone shows the list instead. */
  idle?: ReactNode
  /** The list may go on and on: its head stays in sight. */
  long?: boolean
  /** Names what is read: another begins at its beginning. */
  place?: string | undefined
  /** The address of the list alone, and what it is called: a phone shows one pane at a time. */
  back: { to: string; label: string }
}

/** A list and what is chosen in it, side by side; one after the other on a phone. */
export function TwoPane({ head, list, reading, idle, long, place, back }: TwoPaneProps) {
  const pane = useRef<HTMLDivElement>(null)
  const read = useRef<HTMLDivElement>(null)
  const reads = reading !== undefined
  // Where the list gives way to what is read, that begins at its beginning.
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
