import type { FormEvent } from 'react'
import {
  type Entered,
  passkeysWork,
  signIn,
  signInWithPasskey,
  WRONG,
} from '#client/account/commands.ts'
import { Trouble } from '#client/account/trouble.tsx'
import { typedIn, useAsking } from '#client/account/use-asking.ts'
import { Button } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/controls/field.tsx'
import type { AccountView } from '#shared/account/session-api.ts'
import styles from './modal.module.css'

export interface TypedEmail {
  email: string
  setEmail: (email: string) => void
}

const NO_OWNER = 'no_owner'
const NO_OWNER_YET = 'There is no owner’s account yet'

/** `desk`: the owner's desk, where nobody makes an account. `again`: a recent sign-in is needed. */
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
    // How the owner's account is made is of no use to visitors.
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
        <button type="button" className={styles.link} onClick={onForgot}>
          Forgot your password?
        </button>
      </form>
      {purpose === 'site' ? (
        <p className={styles.swap}>
          New here?{' '}
          <button type="button" className={styles.link} onClick={onCreate}>
            Create an account
          </button>
        </p>
      ) : null}
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
