import { type FormEvent, useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/controls/field.tsx'
import type { AccountView } from '#shared/account/session-api.ts'
import { enterCode } from './commands.ts'
import styles from './modal.module.css'
import { Trouble } from './trouble.tsx'
import { typedIn, useAsking } from './use-asking.ts'

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
