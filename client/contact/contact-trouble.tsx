import { useEffect, useRef } from 'react'
import type { SendState } from '#client/outbox/send-form.ts'
import { SendTrouble } from '#client/outbox/send-trouble.tsx'
import styles from './contact-form.module.css'

interface ContactTroubleProps {
  state: SendState
  onCancel(): void
}

/** Above the form: why it did not go. */
export function ContactTrouble({ state, onCancel }: ContactTroubleProps) {
  const place = useRef<HTMLDivElement>(null)
  const { kind } = state
  useEffect(() => {
    // On a phone the button is far below.
    if (kind === 'failed' || kind === 'unsaved') place.current?.scrollIntoView({ block: 'nearest' })
  }, [kind])
  return (
    <div ref={place} className={styles.trouble}>
      <SendTrouble state={state} onCancel={onCancel} />
    </div>
  )
}
