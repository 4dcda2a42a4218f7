import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import type { OutboxEntry } from '#client/outbox/entry.ts'
import { editingAddress } from '#client/outbox/use-editing.ts'
import { useEntry } from '#client/outbox/use-entry.ts'
import { WaitingNote } from '#client/outbox/waiting-note.tsx'
import { ButtonLink } from '#client/ui/button.tsx'
import { Banner } from '#client/ui/controls/banner.tsx'
import { plateUrl } from '#client/ui/plate-url.ts'
import styles from './contact-form.module.css'

interface ContactSavedProps {
  entryKey: string
  savedAt: number
  /** It arrived, whoever sent it. */
  onSent(entry: OutboxEntry): void
}

/** In place of the form, while the message waits for a connection. */
export function ContactSaved({ entryKey, savedAt, onSent }: ContactSavedProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const Heading = useLocation().pathname === '/' ? 'h3' : 'h2'
  const entry = useEntry(entryKey)
  useEffect(() => heading.current?.focus(), [])
  useEffect(() => {
    if (entry?.state === 'sent') onSent(entry)
  }, [entry, onSent])
  if (entry?.state === 'attention') return <Refused entry={entry} />
  if (entry === null)
    return (
      <div className={styles.form}>
        <Banner tone="info" title="This message was removed from this device.">
          It will not be sent.
        </Banner>
      </div>
    )
  return (
    <div className={`${styles.form} ${styles.sent}`} role="status">
      <img src={plateUrl('ripples')} alt="" width="144" height="112" className={styles.mark} />
      <div>
        <Heading ref={heading} tabIndex={-1} className={styles.title}>
          Your message is safe here.
        </Heading>
        <p className={styles.lead}>
          Saved on this device. It will be sent when you are back online.
        </p>
      </div>
      <WaitingNote savedAt={savedAt}>
        <p>You can close this page; the message stays.</p>
      </WaitingNote>
      <div>
        <ButtonLink variant="ghost" to="/on-this-device">
          See what is waiting
        </ButtonLink>
      </div>
    </div>
  )
}

function Refused({ entry }: { entry: OutboxEntry }) {
  return (
    <div className={styles.form}>
      <Banner tone="conflict" title={entry.problem?.error ?? 'This was not taken.'}>
        Nothing you wrote is lost; it waits on this device for you to change it.
      </Banner>
      <div>
        <ButtonLink variant="ghost" to={editingAddress('/contact', entry.key)}>
          Change it
        </ButtonLink>
      </div>
    </div>
  )
}
