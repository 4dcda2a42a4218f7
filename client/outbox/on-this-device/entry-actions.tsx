import { useState } from 'react'
import { Link } from 'react-router-dom'
import { isSendable, type OutboxEntry } from '#client/outbox/entry.ts'
import { announce } from '#client/ui/announcer.tsx'
import { sendAgain } from './commands.ts'
import styles from './entry-card.module.css'
import { editPath } from './entry-links.ts'
import { hasLostTime } from './entry-words.ts'
import { Removal } from './removal.tsx'

interface EntryActionsProps {
  entry: OutboxEntry
  /** Takes the focus when this one is removed. */
  neighbour: string | undefined
  /** Called before it is tried again. */
  onSend: () => void
}

/** What can be done about one entry. */
export function EntryActions({ entry, neighbour, onSend }: EntryActionsProps) {
  return (
    <div className={styles.actions}>
      {entry.state === 'sent' ? null : <WayToForm entry={entry} />}
      {isSendable(entry) ? <Retry entry={entry} onSend={onSend} /> : null}
      <Removal entry={entry} neighbour={neighbour} />
    </div>
  )
}

function WayToForm({ entry }: { entry: OutboxEntry }) {
  const label = hasLostTime(entry) ? 'Choose another time' : 'Edit'
  return (
    <Link to={editPath(entry)} aria-label={`${label}: ${entry.summary.title}`}>
      {label}
    </Link>
  )
}

function Retry({ entry, onSend }: Pick<EntryActionsProps, 'entry' | 'onSend'>) {
  const [busy, setBusy] = useState(false)
  const label = busy ? 'Sending…' : 'Retry'
  const retry = async () => {
    setBusy(true)
    onSend()
    const after = await sendAgain(entry.key).catch(() => entry)
    setBusy(false)
    if (after?.state === 'queued')
      announce('It could not be sent yet. It stays on this device and is tried again by itself.')
  }
  return (
    <button
      type="button"
      aria-label={`${label}: ${entry.summary.title}`}
      aria-disabled={busy || undefined}
      onClick={busy ? undefined : () => void retry()}
    >
      {label}
    </button>
  )
}
