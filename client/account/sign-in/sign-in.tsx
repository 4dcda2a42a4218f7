import { type FormEvent, useState } from 'react'
import { enterCode, requestReset, sendConfirmationAgain } from '#client/account/commands.ts'
import { Trouble } from '#client/account/trouble.tsx'
import { typedIn, useAsking } from '#client/account/use-asking.ts'
import { accountHere } from '#client/lib/data/account-here.ts'
import { announce } from '#client/ui/announcer.tsx'
import { Button } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/controls/field.tsx'
import type { AccountView } from '#shared/account/session-api.ts'
import { CreateStep } from './create-step.tsx'
import styles from './modal.module.css'
import { Modal } from './modal.tsx'
import { EmailField, type SignInPurpose, SignInStep, type TypedEmail } from './sign-in-step.tsx'

type Step =
  | { name: 'sign-in' | 'create' | 'code' | 'forgot' }
  /** A link is on its way; `again` is whence it was asked for. */
  | { name: 'sent'; email: string; again: 'create' | 'forgot' }

const heads: Record<Step['name'], { title: string; intro?: string }> = {
  'sign-in': { title: 'Sign in' },
  create: { title: 'Create an account', intro: 'We will fill in your details for you.' },
  code: { title: 'One more step', intro: 'Enter the code from your authenticator app.' },
  forgot: {
    title: 'A new password',
    intro: 'We will e-mail a link to the address of your account.',
  },
  sent: { title: 'Check Your Email' },
}

const AGAIN = {
  title: 'Please sign in again',
  intro: 'This needs a recent sign-in. What you were doing then goes on.',
}

interface SignInProps {
  purpose?: SignInPurpose
  /** Somebody is signed in. */
  onIn: (user: AccountView) => void
  onClose: () => void
}

export function SignIn({ purpose = 'site', onIn, onClose }: SignInProps) {
  const [step, setStep] = useState<Step>({ name: 'sign-in' })
  /** What was typed goes along from step to step. */
  const [email, setEmail] = useState(() => (purpose === 'again' && accountHere()?.email) || '')
  const to = (name: 'sign-in' | 'create' | 'forgot' | 'code') => () => setStep({ name })
  const sent = (again: 'create' | 'forgot') => (address: string) =>
    setStep({ name: 'sent', email: address, again })
  const typed = { email, setEmail }
  const { title, intro } = step.name === 'sign-in' && purpose === 'again' ? AGAIN : heads[step.name]
  const told =
    step.name === 'sent'
      ? `We have sent a link to ${step.email}. Open it on this device to finish.`
      : intro
  return (
    <Modal title={title} {...(told && { intro: told })} onClose={onClose}>
      {step.name === 'sign-in' ? (
        <SignInStep
          {...typed}
          purpose={purpose}
          onIn={onIn}
          onCode={to('code')}
          onCreate={to('create')}
          onForgot={to('forgot')}
        />
      ) : null}
      {step.name === 'create' ? (
        <CreateStep {...typed} onSent={sent('create')} onSignIn={to('sign-in')} />
      ) : null}
      {step.name === 'code' ? <CodeStep onIn={onIn} onBack={to('sign-in')} /> : null}
      {step.name === 'forgot' ? (
        <ForgotStep {...typed} onSent={sent('forgot')} onSignIn={to('sign-in')} />
      ) : null}
      {step.name === 'sent' ? <SentStep {...step} onAgain={to(step.again)} /> : null}
    </Modal>
  )
}

/** In front of a page whose action needs a recent sign-in. */
export function SignInAgain(props: Omit<SignInProps, 'purpose'>) {
  return <SignIn purpose="again" {...props} />
}

interface SentStepProps {
  email: string
  again: 'create' | 'forgot'
  onAgain: () => void
}

export function SentStep({ email, again, onAgain }: SentStepProps) {
  const { busy, failed, ask } = useAsking()
  const send = again === 'create' ? sendConfirmationAgain : requestReset
  const resend = () =>
    ask(async () => {
      const answer = await send(email)
      if (answer.kind === 'done') announce('The link was sent again.')
      return answer
    })
  return (
    <>
      <div className={styles.form}>
        <Trouble failed={failed} />
        <Button variant="ghost" block busy={busy} onClick={() => void resend()}>
          Send it again
        </Button>
      </div>
      <p className={styles.swap}>
        Wrong address?{' '}
        <button type="button" className={styles.link} onClick={onAgain}>
          Start again
        </button>
      </p>
    </>
  )
}

interface ForgotStepProps extends TypedEmail {
  onSent: (email: string) => void
  onSignIn: () => void
}

export function ForgotStep({ email, setEmail, onSent, onSignIn }: ForgotStepProps) {
  const { busy, failed, ask } = useAsking()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void ask(async () => {
      const answer = await requestReset(email)
      if (answer.kind === 'done') onSent(email)
      return answer
    })
  }
  return (
    <>
      <form className={styles.form} onSubmit={submit}>
        <Trouble failed={failed} />
        <EmailField email={email} setEmail={setEmail} />
        <Button type="submit" block busy={busy}>
          Send the link
        </Button>
      </form>
      <p className={styles.swap}>
        Remembered it?{' '}
        <button type="button" className={styles.link} onClick={onSignIn}>
          Sign in
        </button>
      </p>
    </>
  )
}

interface CodeStepProps {
  onIn: (user: AccountView) => void
  onBack: () => void
}

export function CodeStep({ onIn, onBack }: CodeStepProps) {
  const [kind, setKind] = useState<'app' | 'backup'>('app')
  const { busy, failed, ask } = useAsking()
  const byApp = kind === 'app'
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const code = typedIn(event, 'code')
    void ask(async () => {
      const entered = await enterCode({ code, kind })
      if (entered.kind === 'in') onIn(entered.user)
      return entered
    })
  }
  return (
    <>
      <form className={styles.form} onSubmit={submit}>
        <Trouble failed={failed} />
        <TextField
          key={kind}
          label={byApp ? 'Code of your authenticator app' : 'One of your backup codes'}
          name="code"
          inputMode={byApp ? 'numeric' : 'text'}
          autoComplete="one-time-code"
          required
        />
        <Button type="submit" block busy={busy}>
          Sign in
        </Button>
        <button
          type="button"
          className={styles.link}
          onClick={() => setKind(byApp ? 'backup' : 'app')}
        >
          {byApp ? 'Use a backup code' : 'Use the app'}
        </button>
      </form>
      <p className={styles.swap}>
        Not you?{' '}
        <button type="button" className={styles.link} onClick={onBack}>
          Start again
        </button>
      </p>
    </>
  )
}
