import { type FormEvent, useState } from 'react'
import { encode } from 'uqr'
import { call } from '#client/lib/data/api.ts'
import { announce } from '#client/ui/announcer.tsx'
import { Button } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/controls/field.tsx'
import { beginSecondFactor, confirmSecondFactor, endSecondFactor } from '#shared/account/api.ts'
import styles from './account-page.module.css'
import { Trouble, typedIn, useAsking } from './asking.tsx'
import { ask, failed } from './commands.ts'

interface Begun {
  uri: string
  backupCodes: string[]
}

interface SecondFactorProps {
  on: boolean
  onChange: (on: boolean) => void
}

/** Turns two-step verification by authenticator app (TOTP) on and off. */
export function SecondFactor({ on, onChange }: SecondFactorProps) {
  const [begun, setBegun] = useState<Begun>()
  return (
    <section className={styles.section}>
      <h2>Two-step verification</h2>
      <p>
        {on
          ? 'After your password, you will be asked for a code from your authenticator app.'
          : 'A code from an app protects you even if someone knows your password.'}
      </p>
      {begun && !on ? (
        <Confirm {...begun} onDone={() => onChange(true)} />
      ) : (
        <Ask on={on} onBegun={setBegun} onEnded={() => onChange(false)} />
      )}
    </section>
  )
}

interface AskProps {
  on: boolean
  onBegun: (begun: Begun) => void
  onEnded: () => void
}

function Ask({ on, onBegun, onEnded }: AskProps) {
  const asking = useAsking()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const password = typedIn(event, 'password')
    void asking.ask(async () => {
      const answer = on
        ? await call(endSecondFactor, { password })
        : await call(beginSecondFactor, { password })
      if (!answer.ok) return failed('Sign in error:', answer.refusal)
      if ('uri' in answer.value) onBegun(answer.value)
      else onEnded()
      return undefined
    })
  }
  return (
    <form onSubmit={submit}>
      <Trouble failed={asking.failed} title="Nothing was changed" />
      <TextField
        label="Your password"
        name="password"
        type="password"
        autoComplete="current-password"
        required
      />
      <div>
        <Button type="submit" small variant={on ? 'danger' : 'primary'} busy={asking.busy}>
          {on ? 'Turn off' : 'Set up the app'}
        </Button>
      </div>
    </form>
  )
}

function Confirm({ uri, backupCodes, onDone }: Begun & { onDone: () => void }) {
  const asking = useAsking()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const code = typedIn(event, 'code')
    void asking.ask(async () => {
      const answer = await ask('Sign in error:', confirmSecondFactor, { code })
      if (answer.kind === 'done') {
        announce('You will be asked for a code from now on.')
        onDone()
      }
      return answer
    })
  }
  return (
    <>
      <p>Scan this with the app, or type the key into the app.</p>
      <Code text={uri} />
      <p className={styles.secret}>{new URL(uri).searchParams.get('secret')}</p>
      <p>Keep these codes somewhere safe. Each works once, if you lose the app.</p>
      <ul className={styles.codes}>
        {backupCodes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <form onSubmit={submit}>
        <Trouble failed={asking.failed} title="Nothing was changed" />
        <TextField
          label="Code from the app"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
        />
        <div>
          <Button type="submit" small busy={asking.busy}>
            Confirm
          </Button>
        </div>
      </form>
    </>
  )
}

function Code({ text }: { text: string }) {
  const { data, size } = encode(text)
  const path = data
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('')
  return (
    <svg className={styles.code} viewBox={`0 0 ${size} ${size}`} role="img" aria-label="QR code">
      <path d={path} shapeRendering="crispEdges" />
    </svg>
  )
}
