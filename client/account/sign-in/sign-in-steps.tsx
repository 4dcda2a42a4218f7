import { useState } from 'react'
import * as v from 'valibot'
import {
  canUsePasskeys,
  enterCode,
  getFailure,
  type RequestFailure,
  requestPasswordReset,
  resendEmailConfirmation,
  type SignInOutcome,
  signIn,
  signInWithPasskey,
  signUp,
  WRONG_CREDENTIALS_TEXT,
} from '#client/account/account-commands.ts'
import { RequestError } from '#client/account/request-error.tsx'
import { type Form, type FormValues, useForm, useFormValues } from '#client/lib/use-form.ts'
import { useOneAtATime } from '#client/lib/use-one-at-a-time.ts'
import { announce } from '#client/ui/announcer.tsx'
import { Button } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/controls/field.tsx'
import layout from '#client/ui/layout.module.css'
import { MIN_PASSWORD_LENGTH } from '#shared/account/api.ts'
import type { AccountView } from '#shared/account/session-api.ts'
import { Email } from '#shared/lib/form-fields.ts'
import styles from './sign-in.module.css'

interface EmailProps {
  /** The typed address, kept from step to step. */
  email: string
  setEmail: (email: string) => void
}

/** The fields of a step, with the address. */
function useStepValues<Own extends object>(
  { email, setEmail }: EmailProps,
  initial: Own,
): FormValues<Own & { email: string }> {
  const own = useFormValues(initial)
  return {
    values: { ...own.values, email },
    current: () => ({ ...own.current(), email }),
    change({ email: typed, ...patch }) {
      if (typed !== undefined) setEmail(typed)
      own.change(patch as Partial<Own>)
    },
  }
}

export const Password = v.pipe(v.string(), v.nonEmpty('Please enter your password.'))

const MIN_LENGTH = MIN_PASSWORD_LENGTH.visitor

export const NewPassword = v.pipe(
  v.string(),
  v.minLength(MIN_LENGTH, `Use at least ${MIN_LENGTH} characters`),
)

const AddressFields = v.object({ email: Email })

const SignInFields = v.object({ email: Email, password: Password })

const CreateFields = v.object({
  name: v.pipe(v.string(), v.trim(), v.nonEmpty('Please enter your name.')),
  email: Email,
  password: NewPassword,
})

export const CodeFields = v.object({
  code: v.pipe(v.string(), v.trim(), v.nonEmpty('Please enter the code.')),
})

const NO_OWNER = 'no_owner'
const NO_OWNER_YET = 'There is no owner’s account yet'

/** `desk`: sign-in of the owner, without creating accounts. `again`: renews a sign-in. */
export type SignInPurpose = 'site' | 'desk' | 'again'

interface SignInStepProps extends EmailProps {
  purpose: SignInPurpose
  onSignedIn: (user: AccountView) => void
  onCodeNeeded: () => void
  onCreate: () => void
  onForgot: () => void
}

export function SignInStep(props: SignInStepProps) {
  const { purpose, onSignedIn, onCodeNeeded, onCreate, onForgot } = props
  const { run } = useOneAtATime()
  const handleOutcome = (entered: SignInOutcome) => {
    if (entered.kind === 'in') onSignedIn(entered.user)
    if (entered.kind === 'code needed') onCodeNeeded()
    // Visitors get the usual text: the hint on creating the owner's account is not for them.
    const isForOwner = entered.kind === 'failed' && entered.code === NO_OWNER
    return isForOwner && purpose === 'site'
      ? { ...entered, code: 'credentials', text: WRONG_CREDENTIALS_TEXT }
      : getFailure(entered)
  }
  const form = useForm<{ email: string; password: string }, RequestFailure>({
    values: useStepValues(props, { password: '' }),
    rules: SignInFields,
    submit: async (entered) => handleOutcome(await signIn(entered)),
  })
  const enterWithPasskey = async () => form.refuse(handleOutcome(await signInWithPasskey()))
  return (
    <>
      <form {...form.props} className={styles.form}>
        <RequestError
          failure={form.refusal}
          values={form.values}
          title={form.refusal?.code === NO_OWNER ? NO_OWNER_YET : undefined}
        />
        <EmailField {...form.field('email')} />
        <TextField
          label="Password"
          {...form.field('password')}
          type="password"
          autoComplete="current-password"
          required
        />
        <Button type="submit" block busy={form.busy}>
          Sign in
        </Button>
        {canUsePasskeys() ? (
          <Button variant="ghost" block onClick={() => void run(enterWithPasskey)}>
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

function EmailField(field: ReturnType<Form<{ email: string }>['field']>) {
  return <TextField label="Email" {...field} type="email" autoComplete="username" required />
}

interface CreateStepProps extends EmailProps {
  onSent: (email: string) => void
  onSignIn: () => void
}

export function CreateStep({ onSent, onSignIn, ...address }: CreateStepProps) {
  const form = useForm<Record<'name' | 'email' | 'password', string>, RequestFailure>({
    values: useStepValues(address, { name: '', password: '' }),
    rules: CreateFields,
    async submit(entered) {
      const answer = await signUp(entered)
      if (answer.kind === 'done') onSent(entered.email)
      return getFailure(answer)
    },
  })
  return (
    <>
      <form {...form.props} className={styles.form}>
        <RequestError failure={form.refusal} values={form.values} />
        <TextField label="Full name" {...form.field('name')} autoComplete="name" required />
        <EmailField {...form.field('email')} />
        <NewPasswordField {...form.field('password')} />
        <Button type="submit" block busy={form.busy}>
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

export function NewPasswordField(field: ReturnType<Form<{ password: string }>['field']>) {
  return (
    <TextField label="Password" {...field} type="password" autoComplete="new-password" required />
  )
}

interface LinkSentStepProps {
  email: string
  requestedFrom: 'create' | 'forgot'
  onStartAgain: () => void
}

export function LinkSentStep({ email, requestedFrom, onStartAgain }: LinkSentStepProps) {
  const { busy, run } = useOneAtATime()
  const [failure, setFailure] = useState<RequestFailure>()
  const send = requestedFrom === 'create' ? resendEmailConfirmation : requestPasswordReset
  const resend = async () => {
    const answer = await send(email)
    if (answer.kind === 'done') announce('The link was sent again.')
    setFailure(getFailure(answer))
  }
  return (
    <>
      <div className={styles.form}>
        <RequestError failure={failure} />
        <Button variant="ghost" block busy={busy} onClick={() => void run(resend)}>
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

interface ForgotStepProps extends EmailProps {
  onSent: (email: string) => void
  onSignIn: () => void
}

export function ForgotStep({ onSent, onSignIn, ...address }: ForgotStepProps) {
  const form = useForm<{ email: string }, RequestFailure>({
    values: useStepValues(address, {}),
    rules: AddressFields,
    async submit({ email }) {
      const answer = await requestPasswordReset(email)
      if (answer.kind === 'done') onSent(email)
      return getFailure(answer)
    },
  })
  return (
    <>
      <form {...form.props} className={styles.form}>
        <RequestError failure={form.refusal} values={form.values} />
        <EmailField {...form.field('email')} />
        <Button type="submit" block busy={form.busy}>
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
  const byApp = kind === 'app'
  const form = useForm<{ code: string }, RequestFailure>({
    values: useFormValues({ code: '' }),
    rules: CodeFields,
    async submit({ code }) {
      const entered = await enterCode({ code, kind })
      if (entered.kind === 'in') onSignedIn(entered.user)
      return getFailure(entered)
    },
  })
  return (
    <>
      <form {...form.props} className={styles.form}>
        <RequestError failure={form.refusal} values={form.values} />
        <TextField
          key={kind}
          label={byApp ? 'Code from your authenticator app' : 'One of your backup codes'}
          {...form.field('code')}
          inputMode={byApp ? 'numeric' : 'text'}
          autoComplete="one-time-code"
          required
        />
        <Button type="submit" block busy={form.busy}>
          Sign in
        </Button>
        <button
          type="button"
          className={`${layout.bare} ${styles.link}`}
          onClick={() => {
            setKind(byApp ? 'backup' : 'app')
            form.change({ code: '' })
          }}
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
