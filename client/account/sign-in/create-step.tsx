import type { FormEvent } from 'react'
import { type Failed, signUp } from '#client/account/commands.ts'
import { Trouble } from '#client/account/trouble.tsx'
import { typedIn, useAsking } from '#client/account/use-asking.ts'
import { Button } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/controls/field.tsx'
import { PASSWORD_LENGTH } from '#shared/account/api.ts'
import styles from './modal.module.css'
import { EmailField, type TypedEmail } from './sign-in-step.tsx'

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
        <button type="button" className={styles.link} onClick={onSignIn}>
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
