import { useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import type { OutboxEntry } from '#client/outbox/entry.ts'
import { ClockIcon, DiamondIcon, TickIcon } from '#client/ui/controls/more-icons.tsx'
import { EntryActions } from './entry-actions.tsx'
import styles from './entry-card.module.css'
import { bookingPath } from './entry-links.ts'
import {
  detailOf,
  fateOf,
  historyOf,
  type Standing,
  standingOf,
  standingWord,
} from './entry-words.ts'
import { titleId } from './focus.ts'

/** When and where the list is looked at. */
interface View {
  now: number
  /** The browser sends by itself with every tab closed. */
  syncs: boolean
}

interface EntryCardProps {
  entry: OutboxEntry
  view: View
  /** Takes the focus when this one is removed. */
  neighbour: string | undefined
}

const icons = { attention: DiamondIcon, waiting: ClockIcon, sending: ClockIcon, sent: TickIcon }

export function EntryCard({ entry, view, neighbour }: EntryCardProps) {
  const standing = standingOf(entry, view.now)
  const hold = useKeptFocus(entry)
  return (
    <li className={styles.card} data-standing={standing}>
      <h2 id={titleId(entry.key)} tabIndex={-1} className={styles.title}>
        {entry.summary.title}
      </h2>
      <Tag standing={standing} />
      <div className={styles.text}>
        <Fate entry={entry} view={view} />
      </div>
      <EntryActions entry={entry} neighbour={neighbour} onSend={hold} />
    </li>
  )
}

function Tag({ standing }: { standing: Standing }) {
  const Icon = icons[standing]
  return (
    <p className={styles.tag}>
      <Icon className={styles.icon} />
      {standingWord(standing)}
    </p>
  )
}

function Fate({ entry, view: { now, syncs } }: { entry: OutboxEntry; view: View }) {
  const { problem, state } = entry
  const detail = detailOf(entry)
  const history = historyOf(entry, now)
  const booking = bookingPath(entry)
  return (
    <>
      {detail ? <p className={styles.detail}>{detail}</p> : null}
      <p>{fateOf(entry, now, syncs)}</p>
      {state === 'attention' && problem?.fields ? (
        <ul className={styles.faults}>
          {Object.entries(problem.fields).map(([field, fault]) => (
            <li key={field}>{fault}</li>
          ))}
        </ul>
      ) : null}
      {booking ? (
        <p>
          <Link to={booking}>See, move or cancel this booking</Link>
        </p>
      ) : null}
      {history ? <p className={styles.history}>{history}</p> : null}
    </>
  )
}

/** Sending moves a card, and the focus would be lost on the way; its title takes it then. */
function useKeptFocus({ key, state }: OutboxEntry): () => void {
  const isHeld = useRef(false)
  // Each change of state may move it.
  useEffect(() => {
    const title = document.getElementById(titleId(key))
    const focus = document.activeElement
    if (!isHeld.current || !title) return
    if (focus === document.body || title.parentElement?.contains(focus)) title.focus()
    if (state === 'sent' || state === 'attention') isHeld.current = false
  }, [key, state])
  return () => {
    isHeld.current = true
  }
}
