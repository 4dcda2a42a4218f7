import { useEffect, useRef } from 'react'
import { newsletterVersion, newsletterWords } from '../../shared/contact/newsletter.ts'
import { business } from '../../shared/site/business.ts'
import { SEND_FAILED } from '../lib/send-form.ts'
import { useHydrated } from '../lib/use-hydrated.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { TextArea, TextField } from '../ui/field.tsx'
import { FormPlumbing } from '../ui/form-plumbing.tsx'
import styles from './contact-form.module.css'
import { ContactSent } from './contact-sent.tsx'
import { type ContactState, useContactForm } from './use-contact-form.ts'

/** The form of Home and of the contact page; without script a plain form that posts to the server. */
export function ContactForm() {
  const { form, state, problems, submit, typed, leave, again } = useContactForm()
  const hydrated = useHydrated()
  if (state.kind === 'sent') return <ContactSent confirm={state.confirm} onAgain={again} />
  return (
    <form
      ref={form}
      className={styles.form}
      method="post"
      action="/"
      aria-label="Contact form"
      noValidate={hydrated}
      onSubmit={submit}
      onInput={typed}
      onBlur={(event) => leave(event.target)}
    >
      <FormPlumbing name="contact" />
      <Trouble state={state} />
      <div className={styles.two}>
        <TextField
          label="First name"
          name="first_name"
          autoComplete="given-name"
          required
          maxLength={100}
          error={problems.first_name}
        />
        <TextField
          label="Last name"
          name="last_name"
          autoComplete="family-name"
          required
          maxLength={100}
          error={problems.last_name}
        />
      </div>
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        required
        maxLength={254}
        error={problems.email}
      />
      <TextArea
        label="Message"
        name="message"
        optional
        rows={4}
        maxLength={5000}
        error={problems.message}
      />
      <div className={styles.letter}>
        <input type="hidden" name="newsletter_text" value={newsletterVersion} />
        <Checkbox name="newsletter" value="on">
          {newsletterWords}
        </Checkbox>
      </div>
      <Foot state={state} />
    </form>
  )
}

function Trouble({ state }: { state: ContactState }) {
  const place = useRef<HTMLDivElement>(null)
  const { kind } = state
  useEffect(() => {
    // On a phone the button is far below.
    if (kind === 'failed' || kind === 'kept') place.current?.scrollIntoView({ block: 'nearest' })
  }, [kind])
  if (kind !== 'failed' && kind !== 'kept') return null
  return (
    <div ref={place} className={styles.trouble}>
      {kind === 'failed' ? (
        <Banner tone="error" title={SEND_FAILED}>
          Nothing you wrote is lost.
        </Banner>
      ) : (
        <Banner tone="warn" title="No connection: this has not been sent yet.">
          Your message is kept here while this page is open. Retry when you are back online.
        </Banner>
      )}
    </div>
  )
}

function Foot({ state }: { state: ContactState }) {
  const busy = state.kind === 'submitting'
  const again = state.kind === 'failed' || state.kind === 'kept'
  return (
    <div className={styles.foot}>
      <p>
        {again
          ? `Or write to ${business.email}.`
          : 'What you write is kept in this tab until it is sent.'}
      </p>
      <Button type="submit" busy={busy} arrow>
        {busy ? 'Submitting...' : again ? 'Retry' : 'Send message'}
      </Button>
    </div>
  )
}
