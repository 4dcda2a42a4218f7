import { useCallback, useEffect, useRef, useState } from 'react'
import * as v from 'valibot'
import { systemClock } from '#client/lib/clock.ts'
import { callEndpoint } from '#client/lib/data/api.ts'
import { formatRelativeTime } from '#client/lib/data/device-zone.ts'
import { useForm, useFormValues } from '#client/lib/use-form.ts'
import { useOneAtATime } from '#client/lib/use-one-at-a-time.ts'
import { announce } from '#client/ui/announcer.tsx'
import { Button } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/controls/field.tsx'
import {
  addPasskey,
  getNewPasskeyOptions,
  listPasskeys,
  type PasskeyView,
  removePasskey,
} from '#shared/account/api.ts'
import {
  canUsePasskeys,
  PASSKEY_TURNED_DOWN,
  type RequestFailure,
  toFailure,
} from './account-commands.ts'
import styles from './account-page.module.css'
import { RequestError } from './request-error.tsx'
import { SignInAgain } from './sign-in/sign-in.tsx'

/** List of the account's passkeys, to add and remove. */
export function Passkeys() {
  const [keys, setKeys] = useState<PasskeyView[]>([])
  const [failure, setFailure] = useState<RequestFailure>()
  const heading = useRef<HTMLHeadingElement>(null)
  const load = useCallback(async () => {
    const answer = await callEndpoint(listPasskeys, {})
    if (answer.ok) setKeys(answer.value)
  }, [])
  useEffect(() => {
    void load()
  }, [load])
  const { run } = useOneAtATime()
  const remove = async (id: string) => {
    const answer = await callEndpoint(removePasskey, { id })
    setFailure(answer.ok ? undefined : toFailure('Sign in error:', answer.refusal))
    await load()
    if (!answer.ok) return
    announce('The passkey was removed.')
    // The pressed button is gone, so the focus needs another place.
    heading.current?.focus()
  }
  return (
    <section className={styles.section}>
      <h2 ref={heading} tabIndex={-1}>
        Passkeys
      </h2>
      <RequestError failure={failure} title="The passkey was not removed" />
      <ul className={styles.list}>
        {keys.map(({ id, name, createdAt }) => (
          <li key={id} className="split">
            <span id={`passkey-${id}`}>
              {name}
              {createdAt
                ? `, added ${formatRelativeTime(Date.parse(createdAt), systemClock())}`
                : ''}
            </span>
            <Button
              small
              variant="ghost"
              aria-describedby={`passkey-${id}`}
              onClick={() => void run(() => remove(id))}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      {canUsePasskeys() ? (
        <AddPasskey onAdded={load} />
      ) : (
        <p>This browser does not support passkeys.</p>
      )}
    </section>
  )
}

const PasskeyFields = v.object({
  name: v.pipe(v.string(), v.trim(), v.nonEmpty('Please enter a name.')),
})

function AddPasskey({ onAdded }: { onAdded: () => Promise<void> }) {
  /** The sign-in is not recent enough, so a dialog asks for a new one. */
  const [stale, setStale] = useState(false)
  const values = useFormValues({ name: '' })
  const form = useForm<{ name: string }, RequestFailure>({
    values,
    rules: PasskeyFields,
    async submit({ name }) {
      const answer = await registerPasskey(name)
      setStale(answer?.code === 'not_fresh')
      if (answer) return answer
      values.change({ name: '' })
      form.reset()
      announce('The passkey was added.')
      await onAdded()
      return undefined
    },
  })
  const signedIn = () => {
    setStale(false)
    form.submit()
  }
  return (
    <>
      <form {...form.props}>
        {stale ? null : (
          <RequestError
            failure={form.refusal}
            values={form.values}
            title="The passkey was not added"
          />
        )}
        <TextField
          label="Name this passkey, for example “My MacBook”"
          {...form.field('name')}
          required
        />
        <div>
          <Button type="submit" small busy={form.busy}>
            Add a passkey
          </Button>
        </div>
      </form>
      {stale ? <SignInAgain onSignedIn={signedIn} onClose={() => setStale(false)} /> : null}
    </>
  )
}

/** Creates and stores a passkey; returns undefined on success. */
async function registerPasskey(name: string): Promise<RequestFailure | undefined> {
  const options = await callEndpoint(getNewPasskeyOptions, {})
  if (!options.ok) return toFailure('Sign in error:', options.refusal)
  const credential = await createCredential(options.value)
  if (credential === undefined) return PASSKEY_TURNED_DOWN
  if (credential === ALREADY_REGISTERED) return ALREADY_REGISTERED
  const answer = await callEndpoint(addPasskey, { name, response: credential })
  return answer.ok ? undefined : toFailure('Sign in error:', answer.refusal)
}

const ALREADY_REGISTERED: RequestFailure = {
  kind: 'failed',
  code: 'already',
  text: 'This device or key already has a passkey for this account.',
  fields: {},
}

/** The new credential as JSON; `ALREADY_REGISTERED` if the device has one; undefined if it failed. */
async function createCredential(
  options: Record<string, unknown>,
): Promise<Record<string, unknown> | typeof ALREADY_REGISTERED | undefined> {
  // Only adjusts the type: the browser's parser validates the server's JSON.
  const creationOptions = options as unknown as PublicKeyCredentialCreationOptionsJSON
  try {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(creationOptions)
    const credential = await navigator.credentials.create({ publicKey })
    return credential ? JSON.parse(JSON.stringify(credential)) : undefined
  } catch (error) {
    return error instanceof DOMException && error.name === 'InvalidStateError'
      ? ALREADY_REGISTERED
      : undefined
  }
}
