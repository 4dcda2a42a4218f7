import { Link } from 'react-router-dom'
import { accountHere } from '#client/lib/data/account-here.ts'
import { useHydrated } from '#client/lib/use-hydrated.ts'
import { KeepsNothing } from '#client/outbox/keeps-nothing.tsx'
import type { SendState } from '#client/outbox/send-form.ts'
import { Button } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/controls/checkbox.tsx'
import { TextArea, TextField } from '#client/ui/controls/field.tsx'
import { FormPlumbing } from '#client/ui/controls/form-plumbing.tsx'
import { newsletterVersion, newsletterWords } from '#shared/contact/newsletter.ts'
import { business } from '#shared/site/business.ts'
import styles from './contact-form.module.css'
import { ContactSaved } from './contact-saved.tsx'
import { ContactSent } from './contact-sent.tsx'
import { ContactTrouble } from './contact-trouble.tsx'
import { useContactForm } from './use-contact-form.ts'

/** The form of Home and of the contact page; without script a plain form that posts to the server. */
export function ContactForm() {
  const { form, state, problems, submit, typed, leave, again, arrived, cancel } = useContactForm()
  const hydrated = useHydrated()
  if (state.kind === 'sent') return <ContactSent confirm={state.confirm} onAgain={again} />
  if (state.kind === 'saved')
    return <ContactSaved entryKey={state.key} savedAt={state.savedAt} onSent={arrived} />
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
      <KeepsNothing then="You can write to us here while you are online." />
      <ContactTrouble state={state} onCancel={() => void cancel()} />
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
      {hydrated && accountHere() ? null : (
        <p className={styles.account}>
          <Link to="?account">Sign in</Link> and we will fill in your details.
        </p>
      )}
    </form>
  )
}

function Foot({ state }: { state: SendState }) {
  const busy = state.kind === 'submitting'
  const again = state.kind === 'failed' || state.kind === 'unsaved'
  return (
    <div className={styles.foot}>
      <p>
        {again
          ? `Or write to ${business.email}.`
          : 'Offline? Your message is saved on this device. It will be sent when you are back online.'}
      </p>
      <Button type="submit" busy={busy} arrow>
        {busy ? 'Submitting...' : again ? 'Retry' : 'Send message'}
      </Button>
    </div>
  )
}
