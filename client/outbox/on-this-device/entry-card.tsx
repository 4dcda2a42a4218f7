import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { isSendable, type OutboxEntry } from '#client/outbox/entry.ts'
import { outbox } from '#client/outbox/page-outbox.ts'
import { editingAddress } from '#client/outbox/use-entry.ts'
import { announce } from '#client/ui/announcer.tsx'
import { ClockIcon, DiamondIcon, TickIcon } from '#client/ui/icons.tsx'
import text from '#client/ui/type.module.css'
import { sendAgain } from './commands.ts'
import styles from './entry-card.module.css'
import {
  detailOf,
  fateOf,
  hasLostTime,
  historyOf,
  type Standing,
  standingOf,
  standingWord,
} from './entry-words.ts'

/** Context in which the list is shown. */
interface View {
  now: number
  /** Whether the browser can send after every tab is closed. */
  syncs: boolean
}

interface EntryCardProps {
  entry: OutboxEntry
  view: View
  /** Key of the entry that gets the focus when this one is removed. */
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
      <Icon />
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
      {history ? <p className={text.fine}>{history}</p> : null}
    </>
  )
}

/**
 * Sending moves the card in the list, which loses the focus; this gives it to the card's title.
 * Returns a function to call before sending.
 */
function useKeptFocus({ key, state }: OutboxEntry): () => void {
  const isHeld = useRef(false)
  // Each change of state may move the card.
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

interface EntryActionsProps {
  entry: OutboxEntry
  /** Key of the entry that gets the focus when this one is removed. */
  neighbour: string | undefined
  /** Called before the entry is retried. */
  onSend: () => void
}

function EntryActions({ entry, neighbour, onSend }: EntryActionsProps) {
  return (
    <div className={styles.actions} data-print="off">
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
      announce('It could not be sent yet. It stays on this device and will be sent automatically.')
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

/** Address of the form that edits this entry. */
export function editPath({ form, key, fields }: OutboxEntry): string {
  switch (form) {
    case 'contact':
      return editingAddress('/contact', key)
    case 'inquiry':
      return editingAddress('/inquiry-form', key)
    case 'booking':
      return editingAddress(`/service/${(fields?.service_type ?? '').replaceAll('_', '-')}`, key)
  }
}

/**
 * Path of the booking's page, if the booking is confirmed or requested; only a path on this site is
 * accepted from the answer.
 */
export function bookingPath({ form, receipt }: OutboxEntry): string | undefined {
  const { status, manageUrl } = receipt?.answer ?? {}
  const stands = status === 'confirmed' || status === 'requested'
  if (form !== 'booking' || !stands || typeof manageUrl !== 'string') return undefined
  return /^\/(?!\/)/.test(manageUrl) ? manageUrl : undefined
}

interface RemovalProps {
  entry: OutboxEntry
  /** Key of the entry that gets the focus when this one is removed. */
  neighbour: string | undefined
}

/**
 * Removes a receipt at once; asks first for an unsent entry, because this device has the only copy.
 */
function Removal({ entry, neighbour }: RemovalProps) {
  const [step, setStep] = useState<'idle' | 'asking' | 'kept' | 'refused'>('idle')
  const { title } = entry.summary
  const remove = async () => {
    if (await outbox.remove(entry.key).catch(() => false)) {
      announce('Removed from this device.')
      focusEntry(neighbour)
    } else setStep('refused')
  }
  if (step === 'asking')
    return <Question title={title} onRemove={() => void remove()} onKeep={() => setStep('kept')} />
  return (
    <>
      <FocusButton
        focused={step !== 'idle'}
        label={`Remove from this device: ${title}`}
        onClick={() => (entry.state === 'sent' ? void remove() : setStep('asking'))}
      >
        Remove from this device
      </FocusButton>
      {step === 'refused' ? (
        <p className={styles.refused} role="alert">
          It is being sent right now, so it cannot be removed. Please check again in a minute.
        </p>
      ) : null}
    </>
  )
}

interface QuestionProps {
  title: string
  onRemove: () => void
  onKeep: () => void
}

function Question({ title, onRemove, onKeep }: QuestionProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form.
    <div
      role="group"
      aria-label={`Remove from this device: ${title}`}
      className={styles.question}
      onKeyDown={({ key }) => {
        if (key === 'Escape') onKeep()
      }}
    >
      <p>This was not sent and exists only on this device. Remove it for good?</p>
      <FocusButton focused onClick={onKeep}>
        Keep it
      </FocusButton>
      <button type="button" onClick={onRemove}>
        Remove it
      </button>
    </div>
  )
}

interface FocusButtonProps {
  /** Take the focus on mount, because this button replaces one that had it. */
  focused: boolean
  label?: string
  onClick: () => void
  children: string
}

function FocusButton({ focused, label, onClick, children }: FocusButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (focused) button.current?.focus()
  }, [focused])
  return (
    <button ref={button} type="button" aria-label={label} onClick={onClick}>
      {children}
    </button>
  )
}

export const summaryId = 'device-summary'

function titleId(key: string): string {
  return `entry-${key}`
}

/** Focuses an entry's title, or the summary if no key is given. */
export function focusEntry(key: string | undefined): void {
  const id = key === undefined ? summaryId : titleId(key)
  document.getElementById(id)?.focus()
}
