import { useEffect, useRef } from 'react'
import { useTitle } from '#client/lib/use-title.ts'
import type { OutboxEntry } from '#client/outbox/entry.ts'
import { QueuedNote } from '#client/outbox/queued-note.tsx'
import { toEditUrl } from '#client/outbox/use-entry.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { Contours } from '#client/ui/contours.tsx'
import { Banner } from '#client/ui/controls/banner.tsx'
import { DrawnObject } from '#client/ui/plates/drawn-object.tsx'
import lantern from '#client/ui/plates/objects/lantern.svg?url'
import letter from '#client/ui/plates/objects/letter.svg?url'
import text from '#client/ui/type.module.css'
import { Wrap } from '#client/ui/wrap.tsx'
import { pageTitles } from '#shared/content/pages/page-titles.ts'
import styles from './inquiry-form.module.css'
import { InquiryForm } from './inquiry-form.tsx'
import { toPrefilledBooking, useInquiry } from './use-inquiry.ts'

export function InquiryPage() {
  useTitle(pageTitles['/inquiry-form'])
  const inquiry = useInquiry()
  const { state, entry } = inquiry
  if (state.kind === 'sent') return <InquirySent confirm={state.needsConfirmation} />
  if (state.kind === 'saved')
    return <InquirySaved entryKey={state.key} entry={entry} savedAt={state.savedAt} />
  return <InquiryForm {...inquiry} />
}

interface InquirySavedProps {
  entryKey: string
  entry: OutboxEntry | null | undefined
  savedAt: number
}

/** Replaces the form while the submission is queued in the outbox. */
function InquirySaved({ entryKey, entry, savedAt }: InquirySavedProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    scrollTo(0, 0)
    heading.current?.focus()
  }, [])
  if (entry === null)
    return (
      <Wrap className={styles.savedNote}>
        <Banner tone="info" title="This enquiry was removed from this device.">
          It will not be sent.
        </Banner>
      </Wrap>
    )
  return (
    <section className={styles.sent} aria-labelledby="saved-title">
      <Contours side="right" />
      <Wrap>
        <DrawnObject src={lantern} className={styles.illustration} />
        <h1 id="saved-title" ref={heading} tabIndex={-1} className={text.h1}>
          Your enquiry is safe here.
        </h1>
        <p className={`${text.lead} ${styles.lead}`}>
          Saved on this device. It will be sent when you are back online.
        </p>
        <div className={styles.savedNote}>
          {entry?.state === 'attention' ? (
            <Banner tone="conflict" title={entry.problem?.error ?? 'This was not accepted.'}>
              Nothing you wrote is lost; it waits on this device for you to change it.
            </Banner>
          ) : (
            <QueuedNote savedAt={savedAt} variant="box">
              <p>You can close this page; your answers stay until they are sent.</p>
            </QueuedNote>
          )}
        </div>
        <div className={styles.pageActions}>
          <ButtonLink variant="primary" to="/on-this-device">
            See what is waiting
          </ButtonLink>
          <ButtonLink variant="ghost" to={toEditUrl('/inquiry-form', entryKey)}>
            Edit the enquiry
          </ButtonLink>
        </div>
      </Wrap>
    </section>
  )
}

/** Replaces the form after sending. `confirm`: an email asks to confirm the newsletter. */
function InquirySent({ confirm }: { confirm: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    scrollTo(0, 0)
    heading.current?.focus()
  }, [])
  return (
    <section className={styles.sent} aria-labelledby="sent-title">
      <Contours side="right" />
      <Wrap>
        <DrawnObject src={letter} className={styles.illustration} />
        <h1 id="sent-title" ref={heading} tabIndex={-1} className={text.h1}>
          Your enquiry is sent.
        </h1>
        <p className={`${text.lead} ${styles.lead}`}>
          Thank you. I write back within two working days.
        </p>
        {confirm ? (
          <p className={styles.pageNote}>
            For the seasonal letter, please confirm it in the email that is on its way to you.
          </p>
        ) : null}
        <p className={styles.pageNote}>
          Your answers are no longer saved on this device; only destination and contact details stay
          for 30 days, so that a booking can begin with them.
        </p>
        <div className={styles.pageActions}>
          <ButtonLink variant="primary" to={toPrefilledBooking()} arrow>
            Book with these answers
          </ButtonLink>
          <ButtonLink variant="ghost" to="/">
            Return to Home
          </ButtonLink>
        </div>
      </Wrap>
    </section>
  )
}
