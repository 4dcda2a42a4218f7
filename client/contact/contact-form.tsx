import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { useHydrated } from '#client/lib/browser.ts'
import { readStoredAccount } from '#client/lib/data/stored-account.ts'
import type { OutboxEntry } from '#client/outbox/entry.ts'
import { SendErrorBanner, type SendState } from '#client/outbox/queued-form.tsx'
import { QueuedNote } from '#client/outbox/queued-note.tsx'
import { StorageUnavailableBanner } from '#client/outbox/storage-available.tsx'
import { toEditUrl } from '#client/outbox/use-entry.ts'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { Banner } from '#client/ui/controls/banner.tsx'
import { Checkbox } from '#client/ui/controls/checkbox.tsx'
import { TextArea, TextField } from '#client/ui/controls/field.tsx'
import { HiddenFormFields } from '#client/ui/controls/hidden-form-fields.tsx'
import { DrawnObject } from '#client/ui/plates/drawn-object.tsx'
import lantern from '#client/ui/plates/objects/lantern.svg?url'
import letter from '#client/ui/plates/objects/letter.svg?url'
import text from '#client/ui/type.module.css'
import {
  type ContactSubject,
  describeSubject,
  newsletterText,
  newsletterVersion,
} from '#shared/contact/schema.ts'
import { getBusiness } from '#shared/content/site-content.ts'
import styles from './contact-form.module.css'
import { useContactForm } from './use-contact-form.ts'

/** The form of Home and of the contact page; without script it posts directly to the server. */
export function ContactForm({ subject: linkedSubject }: { subject?: ContactSubject | undefined }) {
  const { form, subject, state, entry, submitted, submit, showForm, cancel } =
    useContactForm(linkedSubject)
  const hydrated = useHydrated()
  if (state.kind === 'sent')
    return (
      <ContactSent
        message={submitted?.message}
        needsConfirmation={state.needsConfirmation}
        onWriteAnother={showForm}
      />
    )
  if (state.kind === 'saved') return <ContactSaved entry={entry} savedAt={state.savedAt} />
  const busy = state.kind === 'submitting'
  const again = state.kind === 'failed' || state.kind === 'unsaved'
  return (
    <form
      {...form.props}
      className={styles.form}
      method="post"
      action="/"
      aria-label="Contact form"
      onSubmit={submit}
    >
      <HiddenFormFields name="contact" />
      {subject ? (
        <p className={text.note}>
          <input type="hidden" name="subject" value={subject} />
          About: {describeSubject(subject)}
        </p>
      ) : null}
      <StorageUnavailableBanner fallbackText="You can write to me here while you are online." />
      <ContactError state={state} onCancel={cancel} />
      <div className={styles.nameFields}>
        <TextField
          label="First name"
          {...form.field('first_name')}
          autoComplete="given-name"
          required
          maxLength={100}
        />
        <TextField
          label="Last name"
          {...form.field('last_name')}
          autoComplete="family-name"
          required
          maxLength={100}
        />
      </div>
      <TextField
        label="Email"
        {...form.field('email')}
        type="email"
        autoComplete="email"
        required
        maxLength={254}
      />
      <TextArea label="Message" {...form.field('message')} optional rows={4} maxLength={5000} />
      <div className={styles.newsletter}>
        <input type="hidden" name="newsletter_text" value={newsletterVersion} />
        <Checkbox {...form.box('newsletter')}>{newsletterText}</Checkbox>
      </div>
      <div className={`split ${styles.footer}`}>
        <p>
          {again
            ? getBusiness().email && `Or write to ${getBusiness().email}.`
            : 'Offline? Your message is saved on this device. It will be sent when you are back online.'}
        </p>
        <Button type="submit" busy={busy} arrow>
          {busy ? 'Submitting...' : again ? 'Retry' : 'Send message'}
        </Button>
      </div>
      {hydrated && readStoredAccount() ? null : (
        <p className={styles.signInHint}>
          <Link to="?account" preventScrollReset>
            Sign in
          </Link>{' '}
          and your details are filled in for you.
        </p>
      )}
    </form>
  )
}

interface ContactErrorProps {
  state: SendState
  onCancel(): void
}

/** Above the form: why it was not sent. */
function ContactError({ state, onCancel }: ContactErrorProps) {
  const place = useRef<HTMLDivElement>(null)
  const { kind } = state
  useEffect(() => {
    // On a phone this is out of view from the button.
    if (kind === 'failed' || kind === 'unsaved') place.current?.scrollIntoView({ block: 'nearest' })
  }, [kind])
  return (
    <div ref={place} className={styles.error}>
      <SendErrorBanner state={state} onCancel={onCancel} />
    </div>
  )
}

interface ContactSentProps {
  /** What was sent: the visitor’s own copy, as none is mailed to an address that anyone may type. */
  message: string | undefined
  /** An email is on its way by which the visitor must confirm the newsletter. */
  needsConfirmation: boolean
  onWriteAnother(): void
}

/** Replaces the form once the server has stored the message. */
function ContactSent({ message, needsConfirmation, onWriteAnother }: ContactSentProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const onHome = useLocation().pathname === '/'
  // One level below the heading of Home's section (h2) or of the contact page (h1).
  const Heading = onHome ? 'h3' : 'h2'
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className={`${styles.form} ${styles.sent}`} role="status">
      <DrawnObject src={letter} className={styles.illustration} />
      <div>
        <Heading ref={heading} tabIndex={-1} className={styles.title}>
          Message Sent
        </Heading>
        <p className={text.lead}>Thank you. I write back within two working days.</p>
        {needsConfirmation ? (
          <p className={styles.note}>
            For the seasonal letter, please confirm it in the email that is on its way to you.
          </p>
        ) : null}
        {message ? (
          <>
            <p className={styles.note}>What you wrote, to keep:</p>
            <blockquote className={styles.copy}>{message}</blockquote>
          </>
        ) : null}
      </div>
      <div>
        {onHome ? (
          <Button variant="ghost" onClick={onWriteAnother}>
            Write another message
          </Button>
        ) : (
          <ButtonLink variant="ghost" to="/">
            Return to Home
          </ButtonLink>
        )}
      </div>
    </div>
  )
}

interface ContactSavedProps {
  entry: OutboxEntry | null | undefined
  savedAt: number
}

/** Replaces the form while the message is queued in the outbox. */
function ContactSaved({ entry, savedAt }: ContactSavedProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const Heading = useLocation().pathname === '/' ? 'h3' : 'h2'
  useEffect(() => heading.current?.focus(), [])
  if (entry?.state === 'attention')
    return (
      <div className={styles.form}>
        <Banner tone="conflict" title={entry.problem?.error ?? 'This was not accepted.'}>
          Nothing you wrote is lost; it waits on this device for you to change it.
        </Banner>
        <div>
          <ButtonLink variant="ghost" to={toEditUrl('/contact', entry.key)}>
            Change it
          </ButtonLink>
        </div>
      </div>
    )
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
      <DrawnObject src={lantern} className={styles.illustration} />
      <div>
        <Heading ref={heading} tabIndex={-1} className={styles.title}>
          Your message is safe here.
        </Heading>
        <p className={text.lead}>Saved on this device. It will be sent when you are back online.</p>
      </div>
      <QueuedNote savedAt={savedAt}>
        <p>You can close this page; the message stays.</p>
      </QueuedNote>
      <div>
        <ButtonLink variant="ghost" to="/on-this-device">
          See what is waiting
        </ButtonLink>
      </div>
    </div>
  )
}
