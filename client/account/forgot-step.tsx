import type { FormEvent } from 'react'
import { Button } from '#client/ui/button.tsx'
import { requestReset } from './commands.ts'
import styles from './modal.module.css'
import { EmailField, type TypedEmail } from './sign-in-step.tsx'
import { Trouble } from './trouble.tsx'
import { useAsking } from './use-asking.ts'

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
