import { type ReactNode, useId, useRef, useState } from 'react'
import { wordByMail } from '#client/lib/data/mail-wording.ts'
import { readStoredAccount } from '#client/lib/data/stored-account.ts'
import { useSiteConfig } from '#client/lib/data/use-endpoint.ts'
import { useEffectOn } from '#client/lib/use-effect-on.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { CloseIcon } from '#client/ui/icons.tsx'
import layout from '#client/ui/layout.module.css'
import type { AccountView } from '#shared/account/session-api.ts'
import styles from './sign-in.module.css'
import {
  CodeStep,
  CreateStep,
  ForgotStep,
  LinkSentStep,
  type SignInPurpose,
  SignInStep,
} from './sign-in-steps.tsx'

type Step =
  | { name: 'sign-in' | 'create' | 'code' | 'forgot' }
  /** A link was sent by email; `again`: the step from which it can be requested again. */
  | { name: 'sent'; email: string; requestedFrom: 'create' | 'forgot' }

const stepHeadings: Record<Step['name'], { title: string; intro?: string }> = {
  'sign-in': { title: 'Sign in' },
  create: { title: 'Create an account', intro: 'Your details are then filled in for you.' },
  code: { title: 'One more step', intro: 'Enter the code from your authenticator app.' },
  forgot: { title: 'A new password' },
  sent: { title: 'Check Your Email' },
}

const SIGN_IN_AGAIN_HEADING = {
  title: 'Please sign in again',
  intro: 'For your safety, this needs a recent sign-in. You can continue straight after.',
}

interface SignInProps {
  purpose?: SignInPurpose
  /** Called after a successful sign-in. */
  onSignedIn: (user: AccountView) => void
  onClose: () => void
}

export function SignIn({ purpose = 'site', onSignedIn, onClose }: SignInProps) {
  const [step, setStep] = useState<Step>({ name: 'sign-in' })
  /** The typed address, kept from step to step. */
  const [email, setEmail] = useState(
    () => (purpose === 'again' && readStoredAccount()?.email) || '',
  )
  const to = (name: 'sign-in' | 'create' | 'forgot' | 'code') => () => setStep({ name })
  const sent = (again: 'create' | 'forgot') => (address: string) =>
    setStep({ name: 'sent', email: address, requestedFrom: again })
  const typed = { email, setEmail }
  const { title, intro } =
    step.name === 'sign-in' && purpose === 'again' ? SIGN_IN_AGAIN_HEADING : stepHeadings[step.name]
  const introText =
    step.name === 'sent' ? (
      <LinkSentIntro email={step.email} />
    ) : step.name === 'forgot' ? (
      <ForgotIntro />
    ) : (
      intro
    )
  return (
    <SignInModal title={title} {...(introText && { intro: introText })} onClose={onClose}>
      {step.name === 'sign-in' ? (
        <SignInStep
          {...typed}
          purpose={purpose}
          onSignedIn={onSignedIn}
          onCodeNeeded={to('code')}
          onCreate={to('create')}
          onForgot={to('forgot')}
        />
      ) : null}
      {step.name === 'create' ? (
        <CreateStep {...typed} onSent={sent('create')} onSignIn={to('sign-in')} />
      ) : null}
      {step.name === 'code' ? <CodeStep onSignedIn={onSignedIn} onBack={to('sign-in')} /> : null}
      {step.name === 'forgot' ? (
        <ForgotStep {...typed} onSent={sent('forgot')} onSignIn={to('sign-in')} />
      ) : null}
      {step.name === 'sent' ? (
        <LinkSentStep {...step} onStartAgain={to(step.requestedFrom)} />
      ) : null}
    </SignInModal>
  )
}

/** Says so if this installation sends no email: the link is then only kept on its server. */
function LinkSentIntro({ email }: { email: string }) {
  return wordByMail(useSiteConfig(), {
    sent: `A link is on its way to ${email}. Open it on this device to finish.`,
    notSent: `This site cannot send email at the moment, so the link for ${email} has not left it. Please write to me.`,
    unknown: `A link for ${email} was asked for. Open it on this device to finish.`,
  })
}

function ForgotIntro() {
  return wordByMail(useSiteConfig(), {
    sent: 'A link will be sent to the address of your account.',
    notSent:
      'This site cannot send email at the moment, so no link would arrive. Please write to me.',
    unknown: 'A new password needs a link for the address of your account.',
  })
}

/** Sign-in dialog for an action that needs a recent sign-in. */
export function SignInAgain(props: Omit<SignInProps, 'purpose'>) {
  return <SignIn purpose="again" {...props} />
}

interface ModalProps {
  title: string
  /** Sentence under the title. */
  intro?: ReactNode
  onClose: () => void
  children: ReactNode
}

/** Dialog frame of all sign-in steps. */
export function SignInModal({ title, intro, onClose, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const id = useId()
  // Moves the focus at each step: the button that led to it is gone.
  useEffectOn(title, () => {
    const { current } = dialog
    if (!current?.open) current?.showModal()
    const place = current?.querySelector('input') ?? heading.current
    place?.focus()
  })
  return (
    <Dialog
      ref={dialog}
      className={styles.modal}
      aria-labelledby={id}
      onClose={onClose}
      closesOnOutsideClick
    >
      <h2 ref={heading} id={id} tabIndex={-1}>
        {title}
      </h2>
      {intro ? (
        <p className={styles.intro} role="status">
          {intro}
        </p>
      ) : null}
      {children}
      <button
        type="button"
        className={`${layout.bare} ${styles.close}`}
        aria-label="Close"
        onClick={() => dialog.current?.close()}
      >
        <CloseIcon />
      </button>
    </Dialog>
  )
}
