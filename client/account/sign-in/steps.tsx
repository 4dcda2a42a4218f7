import { type FormEvent, useState } from 'react'
import { Trouble, typedIn, useAsking } from '#client/account/asking.tsx'
import {
  type Entered,
  enterCode,
  type Failed,
  passkeysWork,
  requestReset,
  sendConfirmationAgain,
  signIn,
  signInWithPasskey,
  signUp,
  WRONG,
} from '#client/account/commands.ts'
import { announce } from '#client/ui/announcer.tsx'
import { Button } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/controls/field.tsx'
import layout from '#client/ui/layout.module.css'
import { PASSWORD_LENGTH } from '#shared/account/api.ts'
import type { AccountView } from '#shared/account/session-api.ts'
import styles from './sign-in.module.css'

interface TypedEmail {
  email: string
  setEmail: (email: string) => void
}

const NO_OWNER = 'no_owner'
const NO_OWNER_YET = 'There is no owner’s account yet'

/** `desk`: sign-in of the owner, without creating accounts. `again`: renews a sign-in. */
export type SignInPurpose = 'site' | 'desk' | 'again'

interface SignInStepProps extends TypedEmail {
  purpose: SignInPurpose
  onIn: (user: AccountView) => void
  onCode: () => void
  onCreate: () => void
  onForgot: () => void
}

export function SignInStep(props: SignInStepProps) {
  const { purpose, email, setEmail, onIn, onCode, onCreate, onForgot } = props
  const { busy, failed, ask } = useAsking()
  const told = (entered: Entered | undefined) => {
    if (entered?.kind === 'in') onIn(entered.user)
    if (entered?.kind === 'code') onCode()
    // Visitors get the usual text: the hint on creating the owner's account is not for them.
    const isForOwner = entered?.kind === 'failed' && entered.code === NO_OWNER
    return isForOwner && purpose === 'site'
      ? { ...entered, code: 'credentials', text: WRONG }
      : entered
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const password = typedIn(event, 'password')
    void ask(async () => told(await signIn({ email, password })))
  }
  return (
    <>
      <form className={styles.form} onSubmit={submit}>
        <Trouble failed={failed} title={failed?.code === NO_OWNER ? NO_OWNER_YET : undefined} />
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
        {passkeysWork() ? (
          <Button
            variant="ghost"
            block
            onClick={() => void ask(async () => told(await signInWithPasskey()))}
          >
            Sign in with a passkey
          </Button>
        ) : null}
        <button type="button" className={`${layout.bare} ${styles.link}`} onClick={onForgot}>
          Forgot your password?
        </button>
      </form>
      {purpose === 'site' ? (
        <p className={styles.swap}>
          New here?{' '}
          <button type="button" className={`${layout.bare} ${styles.link}`} onClick={onCreate}>
            Create an account
          </button>
        </p>
      ) : null}
    </>
  )
}

function EmailField({ email, setEmail }: TypedEmail) {
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

interface CreateStepProps extends TypedEmail {
  onSent: (email: string) => void
  onSignIn: () => void
}

export function CreateStep({ email, setEmail, onSent, onSignIn }: CreateStepProps) {
  const { busy, failed, fail, ask } = useAsking()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const input = { name: typedIn(event, 'name'), email, password: typedIn(event, 'password') }
    if (input.password.length < PASSWORD_LENGTH.visitor) return fail(tooShort)
    void ask(async () => {
      const answer = await signUp(input)
      if (answer.kind === 'done') onSent(email)
      return answer
    })
  }
  const weak = failed?.fields.password
  return (
    <>
      <form className={styles.form} onSubmit={submit}>
        {weak ? null : <Trouble failed={failed} />}
        <TextField label="Full name" name="name" autoComplete="name" required />
        <EmailField email={email} setEmail={setEmail} />
        <NewPassword error={weak} />
        <Button type="submit" block busy={busy}>
          Create account
        </Button>
      </form>
      <p className={styles.swap}>
        Already have one?{' '}
        <button type="button" className={`${layout.bare} ${styles.link}`} onClick={onSignIn}>
          Sign in
        </button>
      </p>
    </>
  )
}

export const tooShort: Failed = {
  kind: 'failed',
  code: 'password',
  text: '',
  fields: { password: `Use at least ${PASSWORD_LENGTH.visitor} characters` },
}

export function NewPassword({ error }: { error: string | undefined }) {
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
        <button type="button" className={`${layout.bare} ${styles.link}`} onClick={onAgain}>
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
        <button type="button" className={`${layout.bare} ${styles.link}`} onClick={onSignIn}>
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
      <p className={styles.swap}>
        Not you?{' '}
        <button type="button" className={`${layout.bare} ${styles.link}`} onClick={onBack}>
          Start again
        </button>
      </p>
    </>
  )
}
