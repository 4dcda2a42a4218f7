import { useState } from 'react'
import { accountHere } from '#client/lib/data/account-here.ts'
import type { AccountView } from '#shared/account/session-api.ts'
import { CodeStep } from './code-step.tsx'
import { CreateStep } from './create-step.tsx'
import { ForgotStep } from './forgot-step.tsx'
import { Modal } from './modal.tsx'
import { SentStep } from './sent-step.tsx'
import { type SignInPurpose, SignInStep } from './sign-in-step.tsx'

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
