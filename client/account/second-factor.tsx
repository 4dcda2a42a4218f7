import { useState } from 'react'
import { encode } from 'uqr'
import * as v from 'valibot'
import { callEndpoint } from '#client/lib/data/api.ts'
import { useForm, useFormValues } from '#client/lib/use-form.ts'
import { announce } from '#client/ui/announcer.tsx'
import { Button } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/controls/field.tsx'
import { beginSecondFactor, confirmSecondFactor, disableSecondFactor } from '#shared/account/api.ts'
import { getFailure, type RequestFailure, submitRequest, toFailure } from './account-commands.ts'
import styles from './account-page.module.css'
import { RequestError } from './request-error.tsx'
import { CodeFields, Password } from './sign-in/sign-in-steps.tsx'

interface PendingSetup {
  uri: string
  backupCodes: string[]
}

interface SecondFactorProps {
  isEnabled: boolean
  onChange: (on: boolean) => void
}

/** Turns two-step verification by authenticator app (TOTP) on and off. */
export function SecondFactor({ isEnabled, onChange }: SecondFactorProps) {
  const [pendingSetup, setPendingSetup] = useState<PendingSetup>()
  return (
    <section className={styles.section}>
      <h2>Two-step verification</h2>
      <p>
        {isEnabled
          ? 'After your password, you will be asked for a code from your authenticator app.'
          : 'A code from an app protects you even if someone knows your password.'}
      </p>
      {pendingSetup && !isEnabled ? (
        <ConfirmSetup {...pendingSetup} onDone={() => onChange(true)} />
      ) : (
        <PasswordPrompt
          isEnabled={isEnabled}
          onSetupStarted={setPendingSetup}
          onDisabled={() => onChange(false)}
        />
      )}
    </section>
  )
}

interface PasswordPromptProps {
  isEnabled: boolean
  onSetupStarted: (begun: PendingSetup) => void
  onDisabled: () => void
}

function PasswordPrompt({ isEnabled, onSetupStarted, onDisabled }: PasswordPromptProps) {
  const form = useForm<{ password: string }, RequestFailure>({
    values: useFormValues({ password: '' }),
    rules: v.object({ password: Password }),
    async submit(entered) {
      const answer = isEnabled
        ? await callEndpoint(disableSecondFactor, entered)
        : await callEndpoint(beginSecondFactor, entered)
      if (!answer.ok) return toFailure('Sign in error:', answer.refusal)
      if ('uri' in answer.value) onSetupStarted(answer.value)
      else onDisabled()
      return undefined
    },
  })
  return (
    <form {...form.props}>
      <RequestError failure={form.refusal} values={form.values} title="Nothing was changed" />
      <TextField
        label="Your password"
        {...form.field('password')}
        type="password"
        autoComplete="current-password"
        required
      />
      <div>
        <Button type="submit" small variant={isEnabled ? 'danger' : 'primary'} busy={form.busy}>
          {isEnabled ? 'Turn off' : 'Set up the app'}
        </Button>
      </div>
    </form>
  )
}

function ConfirmSetup({ uri, backupCodes, onDone }: PendingSetup & { onDone: () => void }) {
  const form = useForm<{ code: string }, RequestFailure>({
    values: useFormValues({ code: '' }),
    rules: CodeFields,
    async submit(entered) {
      const answer = await submitRequest('Sign in error:', confirmSecondFactor, entered)
      if (answer.kind === 'done') {
        announce('You will be asked for a code from now on.')
        onDone()
      }
      return getFailure(answer)
    },
  })
  const { data, size } = encode(uri)
  const path = data
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('')
  return (
    <>
      <p>Scan this with the app, or type the key into the app.</p>
      <svg
        className={styles.qrCode}
        viewBox={`0 0 ${size} ${size}`}
        role="img"
        aria-label="QR code"
      >
        <path d={path} shapeRendering="crispEdges" />
      </svg>
      <p className={styles.secret}>{new URL(uri).searchParams.get('secret')}</p>
      <p>Keep these codes somewhere safe. Each works once, if you lose the app.</p>
      <ul className={styles.backupCodes}>
        {backupCodes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <form {...form.props}>
        <RequestError failure={form.refusal} values={form.values} title="Nothing was changed" />
        <TextField
          label="Code from the app"
          {...form.field('code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          required
        />
        <div>
          <Button type="submit" small busy={form.busy}>
            Confirm
          </Button>
        </div>
      </form>
    </>
  )
}
