import { type FormEvent, useState } from 'react'
import {
  canUsePasskeys,
  enterCode,
  type RequestFailure,
  requestPasswordReset,
  resendEmailConfirmation,
  type SignInOutcome,
  signIn,
  signInWithPasskey,
  signUp,
  WRONG_CREDENTIALS_TEXT,
} from '#client/account/account-commands.ts'
import { RequestError, readField, useFormRequest } from '#client/account/form-request.tsx'
import { announce } from '#client/ui/announcer.tsx'
import { Button } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/controls/field.tsx'
import layout from '#client/ui/layout.module.css'
import { MIN_PASSWORD_LENGTH } from '#shared/account/api.ts'
import type { AccountView } from '#shared/account/session-api.ts'
import styles from './sign-in.module.css'

interface EmailFieldProps {
  email: string
  setEmail: (email: string) => void
}

const NO_OWNER = 'no_owner'
const NO_OWNER_YET = 'There is no owner’s account yet'

/** `desk`: sign-in of the owner, without creating accounts. `again`: renews a sign-in. */
export type SignInPurpose = 'site' | 'desk' | 'again'

interface SignInStepProps extends EmailFieldProps {
  purpose: SignInPurpose
  onSignedIn: (user: AccountView) => void
  onCodeNeeded: () => void
  onCreate: () => void
  onForgot: () => void
}

export function SignInStep(props: SignInStepProps) {
  const { purpose, email, setEmail, onSignedIn, onCodeNeeded, onCreate, onForgot } = props
  const { busy, failed, send } = useFormRequest()
  const handleOutcome = (entered: SignInOutcome | undefined) => {
    if (entered?.kind === 'in') onSignedIn(entered.user)
    if (entered?.kind === 'code needed') onCodeNeeded()
    // Visitors get the usual text: the hint on creating the owner's account is not for them.
    const isForOwner = entered?.kind === 'failed' && entered.code === NO_OWNER
    return isForOwner && purpose === 'site'
      ? { ...entered, code: 'credentials', text: WRONG_CREDENTIALS_TEXT }
      : entered
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const password = readField(event, 'password')
    void send(async () => handleOutcome(await signIn({ email, password })))
  }
  return (
    <>
      <form className={styles.form} onSubmit={submit}>
        <RequestError
          failure={failed}
          title={failed?.code === NO_OWNER ? NO_OWNER_YET : undefined}
        />
        <EmailField email={email} setEmail={setEmail} />
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          required
        />
        <Button type="submit" block busy={busy}>
          Sign in
        </Button>
        {canUsePasskeys() ? (
          <Button
            variant="ghost"
            block
            onClick={() => void send(async () => handleOutcome(await signInWithPasskey()))}
          >
            Sign in with a passkey
          </Button>
        ) : null}
        <button type="button" className={`${layout.bare} ${styles.link}`} onClick={onForgot}>
          Forgot your password?
        </button>
      </form>
      {purpose === 'site' ? (
        <p className={styles.alternative}>
          New here?{' '}
          <button type="button" className={`${layout.bare} ${styles.link}`} onClick={onCreate}>
            Create an account
          </button>
        </p>
      ) : null}
    </>
  )
}

function EmailField({ email, setEmail }: EmailFieldProps) {
  return (
    <TextField
      label="Email"
      name="email"
      type="email"
      autoComplete="username"
      value={email}
      onChange={(event) => setEmail(event.target.value)}
      required
    />
  )
}

interface CreateStepProps extends EmailFieldProps {
  onSent: (email: string) => void
  onSignIn: () => void
}

export function CreateStep({ email, setEmail, onSent, onSignIn }: CreateStepProps) {
  const { busy, failed, fail, send } = useFormRequest()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const input = { name: readField(event, 'name'), email, password: readField(event, 'password') }
    if (input.password.length < MIN_PASSWORD_LENGTH.visitor) return fail(passwordTooShort)
    void send(async () => {
      const answer = await signUp(input)
      if (answer.kind === 'done') onSent(email)
      return answer
    })
  }
  const weak = failed?.fields.password
  return (
    <>
      <form className={styles.form} onSubmit={submit}>
        {weak ? null : <RequestError failure={failed} />}
        <TextField label="Full name" name="name" autoComplete="name" required />
        <EmailField email={email} setEmail={setEmail} />
        <NewPasswordField error={weak} />
        <Button type="submit" block busy={busy}>
          Create account
        </Button>
      </form>
      <p className={styles.alternative}>
        Already have one?{' '}
        <button type="button" className={`${layout.bare} ${styles.link}`} onClick={onSignIn}>
          Sign in
        </button>
      </p>
    </>
  )
}

export const passwordTooShort: RequestFailure = {
  kind: 'failed',
  code: 'password',
  text: '',
  fields: { password: `Use at least ${MIN_PASSWORD_LENGTH.visitor} characters` },
}

export function NewPasswordField({ error }: { error: string | undefined }) {
  return (
    <TextField
      label="Password"
      name="password"
      type="password"
      autoComplete="new-password"
      error={error}
      required
    />
  )
}

interface LinkSentStepProps {
  email: string
  requestedFrom: 'create' | 'forgot'
  onStartAgain: () => void
}

export function LinkSentStep({ email, requestedFrom, onStartAgain }: LinkSentStepProps) {
  const { busy, failed, send: ask } = useFormRequest()
  const send = requestedFrom === 'create' ? resendEmailConfirmation : requestPasswordReset
  const resend = () =>
    ask(async () => {
      const answer = await send(email)
      if (answer.kind === 'done') announce('The link was sent again.')
      return answer
    })
  return (
    <>
      <div className={styles.form}>
        <RequestError failure={failed} />
        <Button variant="ghost" block busy={busy} onClick={() => void resend()}>
          Send it again
        </Button>
      </div>
      <p className={styles.alternative}>
        Wrong address?{' '}
        <button type="button" className={`${layout.bare} ${styles.link}`} onClick={onStartAgain}>
          Start again
        </button>
      </p>
    </>
  )
}

interface ForgotStepProps extends EmailFieldProps {
  onSent: (email: string) => void
  onSignIn: () => void
}

export function ForgotStep({ email, setEmail, onSent, onSignIn }: ForgotStepProps) {
  const { busy, failed, send } = useFormRequest()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void send(async () => {
      const answer = await requestPasswordReset(email)
      if (answer.kind === 'done') onSent(email)
      return answer
    })
  }
  return (
    <>
      <form className={styles.form} onSubmit={submit}>
        <RequestError failure={failed} />
        <EmailField email={email} setEmail={setEmail} />
        <Button type="submit" block busy={busy}>
          Send the link
        </Button>
      </form>
      <p className={styles.alternative}>
        Remembered it?{' '}
        <button type="button" className={`${layout.bare} ${styles.link}`} onClick={onSignIn}>
          Sign in
        </button>
      </p>
    </>
  )
}

interface CodeStepProps {
  onSignedIn: (user: AccountView) => void
  onBack: () => void
}

export function CodeStep({ onSignedIn, onBack }: CodeStepProps) {
  const [kind, setKind] = useState<'app' | 'backup'>('app')
  const { busy, failed, send } = useFormRequest()
  const byApp = kind === 'app'
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const code = readField(event, 'code')
    void send(async () => {
      const entered = await enterCode({ code, kind })
      if (entered.kind === 'in') onSignedIn(entered.user)
      return entered
    })
  }
  return (
    <>
      <form className={styles.form} onSubmit={submit}>
        <RequestError failure={failed} />
        <TextField
          key={kind}
          label={byApp ? 'Code from your authenticator app' : 'One of your backup codes'}
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
          className={`${layout.bare} ${styles.link}`}
          onClick={() => setKind(byApp ? 'backup' : 'app')}
        >
          {byApp ? 'Use a backup code' : 'Use the app'}
        </button>
      </form>
      <p className={styles.alternative}>
        Not you?{' '}
        <button type="button" className={`${layout.bare} ${styles.link}`} onClick={onBack}>
          Start again
        </button>
      </p>
    </>
  )
}
