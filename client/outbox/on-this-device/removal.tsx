import { useEffect, useRef, useState } from 'react'
import type { OutboxEntry } from '#client/outbox/entry.ts'
import { announce } from '#client/ui/announcer.tsx'
import { removeEntry } from './commands.ts'
import styles from './entry-card.module.css'
import { focusEntry } from './focus.ts'

interface RemovalProps {
  entry: OutboxEntry
  /** Takes the focus when this one is gone. */
  neighbour: string | undefined
}

/** A receipt goes at once; of what was never sent this device has the only copy, so it asks. */
export function Removal({ entry, neighbour }: RemovalProps) {
  const [step, setStep] = useState<'idle' | 'asking' | 'kept' | 'refused'>('idle')
  const { title } = entry.summary
  const remove = async () => {
    if (await removeEntry(entry.key).catch(() => false)) {
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
          It is being sent at this moment, so it cannot be removed. Please look again in a minute.
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
      <p>This was not sent, and only this device has it. Remove it for good?</p>
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
  /** It stands where something was that had the focus. */
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
