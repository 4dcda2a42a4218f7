import type { FormEvent } from 'react'
import { PASSWORD_LENGTH } from '../../shared/account/api.ts'
import type { AccountView } from '../../shared/account/session-api.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { type Entered, passkeysWork, signIn, signInWithPasskey } from './commands.ts'
import styles from './modal.module.css'
import { Trouble } from './trouble.tsx'
import { typedIn, useAsking } from './use-asking.ts'

export interface TypedEmail {
  email: string
  setEmail: (email: string) => void
}

interface SignInStepProps extends TypedEmail {
  onIn: (user: AccountView) => void
  onCode: () => void
  onCreate: () => void
  onForgot: () => void
}

export function SignInStep(props: SignInStepProps) {
  const { email, setEmail, onIn, onCode, onCreate, onForgot } = props
  const { busy, failed, ask } = useAsking()
  const told = (entered: Entered | undefined) => {
    if (entered?.kind === 'in') onIn(entered.user)
    if (entered?.kind === 'code') onCode()
    return entered
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const password = typedIn(event, 'password')
    void ask(async () => told(await signIn({ email, password })))
  }
  return (
    <>
      <form className={styles.form} onSubmit={submit}>
        <Trouble failed={failed} />
        <EmailField email={email} setEmail={setEmail} />
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          hint={`At least ${PASSWORD_LENGTH.visitor} characters`}
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
        <button type="button" className={styles.link} onClick={onForgot}>
          Forgot the password?
        </button>
      </form>
      <p className={styles.swap}>
        New here?{' '}
        <button type="button" className={styles.link} onClick={onCreate}>
          Create an account
        </button>
      </p>
    </>
  )
}

export function EmailField({ email, setEmail }: TypedEmail) {
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
