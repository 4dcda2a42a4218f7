import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { useOneAtATime } from '#client/lib/use-one-at-a-time.ts'
import { canRetry, type OutboxEntry } from '#client/outbox/entry.ts'
import { outbox } from '#client/outbox/page-outbox.ts'
import { toEditUrl } from '#client/outbox/use-entry.ts'
import { announce } from '#client/ui/announcer.tsx'
import { ClockIcon, DiamondIcon, TickIcon } from '#client/ui/icons.tsx'
import text from '#client/ui/type.module.css'
import { readChangedService } from '#shared/booking/booked-service.ts'
import { isPaid } from '#shared/content/services.ts'
import { retryEntry, sendAsOffered } from './commands.ts'
import styles from './entry-list.module.css'
import {
  describeEntry,
  formatEntryStatus,
  formatHistory,
  getEntryStatus,
  getVisibleDetail,
  hasLostSlot,
  type ListContext,
} from './entry-text.ts'

interface EntryCardProps {
  entry: OutboxEntry
  view: ListContext
  /** Key of the entry that gets the focus when this one is removed. */
  nextFocusKey: string | undefined
}

const icons = { attention: DiamondIcon, queued: ClockIcon, sending: ClockIcon, sent: TickIcon }

export function EntryCard({ entry, view, nextFocusKey }: EntryCardProps) {
  const status = getEntryStatus(entry, view.now)
  const hold = useFocusAfterMove(entry)
  const Icon = icons[status]
  const label = hasLostSlot(entry) ? 'Choose another time' : 'Edit'
  return (
    <li className={styles.card} data-status={status}>
      <h2 id={toTitleId(entry.key)} tabIndex={-1} className={styles.title}>
        {entry.summary.title}
      </h2>
      <p className={`row gap-2 ${styles.status}`}>
        <Icon />
        {formatEntryStatus(status)}
      </p>
      <div className={styles.text}>
        <EntryDetails entry={entry} view={view} />
      </div>
      <div className={styles.actions} data-print="off">
        {entry.state === 'sent' ? null : entry.problem?.code === 'service_gone' ? (
          <Link to="/services">See what is offered</Link>
        ) : (
          <Link to={toEditPath(entry)} aria-label={`${label}: ${entry.summary.title}`}>
            {label}
          </Link>
        )}
        <SendButtons entry={entry} onSend={hold} />
        <RemoveAction entry={entry} nextFocusKey={nextFocusKey} />
      </div>
    </li>
  )
}

function EntryDetails({ entry, view }: { entry: OutboxEntry; view: ListContext }) {
  const { problem, state } = entry
  const detail = getVisibleDetail(entry)
  const history = formatHistory(entry, view.now)
  const booking = toBookingPath(entry)
  return (
    <>
      {detail ? <p className={styles.detail}>{detail}</p> : null}
      <p>{describeEntry(entry, view)}</p>
      {state === 'attention' && problem?.fields ? (
        <ul className={styles.fieldErrors}>
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
function useFocusAfterMove({ key, state }: OutboxEntry): () => void {
  const shouldFocus = useRef(false)
  // Each change of state may move the card.
  useEffect(() => {
    const title = document.getElementById(toTitleId(key))
    const focus = document.activeElement
    if (!shouldFocus.current || !title) return
    if (focus === document.body || title.parentElement?.contains(focus)) title.focus()
    if (state === 'sent' || state === 'attention') shouldFocus.current = false
  }, [key, state])
  return () => {
    shouldFocus.current = true
  }
}

interface EntryActionsProps {
  entry: OutboxEntry
  /** Key of the entry that gets the focus when this one is removed. */
  nextFocusKey: string | undefined
  /** Called before the entry is retried. */
  onSend: () => void
}

/** A service that costs something is not sent from here: the form asks for the buyer, and then for the payment. */
function SendButtons({ entry, onSend }: Pick<EntryActionsProps, 'entry' | 'onSend'>) {
  const changed = entry.problem && readChangedService(entry.problem)
  if (changed && !isPaid(changed.service))
    return (
      <SendButton
        {...{ entry, onSend }}
        label="Send it under the new terms"
        send={() => sendAsOffered(entry, changed)}
      />
    )
  return canRetry(entry) ? (
    <SendButton {...{ entry, onSend }} label="Retry" send={() => retryEntry(entry.key)} />
  ) : null
}

interface SendButtonProps extends Pick<EntryActionsProps, 'entry' | 'onSend'> {
  label: string
  /** Resolves to the entry afterwards. */
  send: () => Promise<OutboxEntry | undefined>
}

function SendButton({ entry, label: name, send, onSend }: SendButtonProps) {
  const { busy, run } = useOneAtATime()
  const label = busy ? 'Sending…' : name
  const retry = async () => {
    onSend()
    const after = await send().catch(() => entry)
    if (after?.state === 'queued')
      announce('It could not be sent yet. It stays on this device and will be sent automatically.')
  }
  return (
    <button
      type="button"
      aria-label={`${label}: ${entry.summary.title}`}
      aria-disabled={busy || undefined}
      onClick={() => void run(retry)}
    >
      {label}
    </button>
  )
}

export function toEditPath({ form, key, fields }: OutboxEntry): string {
  switch (form) {
    case 'contact':
      return toEditUrl('/contact', key)
    case 'inquiry':
      return toEditUrl('/inquiry-form', key)
    case 'booking':
      return toEditUrl(`/service/${(fields?.service_type ?? '').replaceAll('_', '-')}`, key)
  }
}

/**
 * Path of the booking's page, if the booking is confirmed or requested; only a path on this site is
 * accepted from the answer.
 */
export function toBookingPath({ form, deliveryReceipt }: OutboxEntry): string | undefined {
  const { status, manageUrl } = deliveryReceipt?.answer ?? {}
  const stands = status === 'confirmed' || status === 'requested'
  if (form !== 'booking' || !stands || typeof manageUrl !== 'string') return undefined
  return /^\/(?!\/)/.test(manageUrl) ? manageUrl : undefined
}

interface RemoveActionProps {
  entry: OutboxEntry
  /** Key of the entry that gets the focus when this one is removed. */
  nextFocusKey: string | undefined
}

/**
 * Removes a receipt at once; asks first for an unsent entry, because this device has the only copy.
 */
function RemoveAction({ entry, nextFocusKey }: RemoveActionProps) {
  const [step, setStep] = useState<'idle' | 'asking' | 'declined' | 'refused'>('idle')
  const { title } = entry.summary
  const remove = async () => {
    if (await outbox.remove(entry.key).catch(() => false)) {
      announce('Removed from this device.')
      focusEntry(nextFocusKey)
    } else setStep('refused')
  }
  if (step === 'asking')
    return (
      <RemoveConfirmation
        title={title}
        onRemove={() => void remove()}
        onCancel={() => setStep('declined')}
      />
    )
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
        <p className={styles.removeError} role="alert">
          It is being sent right now, so it cannot be removed. Please check again in a minute.
        </p>
      ) : null}
    </>
  )
}

interface RemoveConfirmationProps {
  title: string
  onRemove: () => void
  onCancel: () => void
}

function RemoveConfirmation({ title, onRemove, onCancel }: RemoveConfirmationProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form.
    <div
      role="group"
      aria-label={`Remove from this device: ${title}`}
      className={styles.confirmation}
      onKeyDown={({ key }) => {
        if (key === 'Escape') onCancel()
      }}
    >
      <p>This was not sent and exists only on this device. Remove it for good?</p>
      <FocusButton focused onClick={onCancel}>
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

function toTitleId(key: string): string {
  return `entry-${key}`
}

/** Focuses an entry's title, or the summary if no key is given. */
export function focusEntry(key: string | undefined): void {
  const id = key === undefined ? summaryId : toTitleId(key)
  document.getElementById(id)?.focus()
}
