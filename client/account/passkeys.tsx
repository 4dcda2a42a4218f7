import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from '#client/lib/data/api.ts'
import { announce } from '#client/ui/announcer.tsx'
import { Button } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/controls/field.tsx'
import layout from '#client/ui/layout.module.css'
import {
  addPasskey,
  listPasskeys,
  type PasskeyView,
  passkeyNewOptions,
  removePasskey,
} from '#shared/account/api.ts'
import styles from './account-page.module.css'
import { Trouble, typedIn, useAsking } from './asking.tsx'
import { type Failed, failed, passkeysWork } from './commands.ts'
import { SignInAgain } from './sign-in/sign-in.tsx'

/** List of the account's passkeys, to add and remove. */
export function Passkeys() {
  const [keys, setKeys] = useState<PasskeyView[]>([])
  const [trouble, setTrouble] = useState<Failed>()
  const heading = useRef<HTMLHeadingElement>(null)
  const load = useCallback(async () => {
    const answer = await call(listPasskeys, {})
    if (answer.ok) setKeys(answer.value)
  }, [])
  useEffect(() => {
    void load()
  }, [load])
  const remove = async (id: string) => {
    const answer = await call(removePasskey, { id })
    setTrouble(answer.ok ? undefined : failed('Sign in error:', answer.refusal))
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
      <Trouble failed={trouble} title="The passkey was not removed" />
      <ul className={styles.list}>
        {keys.map(({ id, name }) => (
          <li key={id} className={layout.between}>
            <span id={`passkey-${id}`}>{name}</span>
            <Button
              small
              variant="ghost"
              aria-describedby={`passkey-${id}`}
              onClick={() => void remove(id)}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      {passkeysWork() ? (
        <AddPasskey onAdded={load} />
      ) : (
        <p>This browser does not support passkeys.</p>
      )}
    </section>
  )
}

function AddPasskey({ onAdded }: { onAdded: () => Promise<void> }) {
  const asking = useAsking()
  /** The sign-in is not recent enough, so a dialog asks for a new one. */
  const [stale, setStale] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const add = (name: string) =>
    asking.ask(async () => {
      const answer = await addNew(name)
      setStale(answer?.code === 'not_fresh')
      if (answer) return answer.code === 'turned back' ? undefined : answer
      form.current?.reset()
      announce('The passkey was added.')
      await onAdded()
      return undefined
    })
  const signedIn = () => {
    setStale(false)
    form.current?.requestSubmit()
  }
  return (
    <>
      <form ref={form} onSubmit={(event) => void add(typedIn(event, 'name'))}>
        {stale ? null : <Trouble failed={asking.failed} title="The passkey was not added" />}
        <TextField label="Name this passkey, for example “My MacBook”" name="name" required />
        <div>
          <Button type="submit" small busy={asking.busy}>
            Add a passkey
          </Button>
        </div>
      </form>
      {stale ? <SignInAgain onIn={signedIn} onClose={() => setStale(false)} /> : null}
    </>
  )
}

/** Creates and stores a passkey; returns undefined on success. */
async function addNew(name: string): Promise<Failed | undefined> {
  const options = await call(passkeyNewOptions, {})
  if (!options.ok) return failed('Sign in error:', options.refusal)
  const made = await make(options.value)
  if (made === undefined) return TURNED_BACK
  if (made === ALREADY) return ALREADY
  const answer = await call(addPasskey, { name, response: made })
  return answer.ok ? undefined : failed('Sign in error:', answer.refusal)
}

const TURNED_BACK: Failed = { kind: 'failed', code: 'turned back', text: '', fields: {} }

const ALREADY: Failed = {
  kind: 'failed',
  code: 'already',
  text: 'This device or key already has a passkey for this account.',
  fields: {},
}

/** The new credential as JSON; `ALREADY` if the device has one; undefined if it failed. */
async function make(
  options: Record<string, unknown>,
): Promise<Record<string, unknown> | typeof ALREADY | undefined> {
  // Only adjusts the type: the browser's parser validates the server's JSON.
  const wanted = options as unknown as PublicKeyCredentialCreationOptionsJSON
  try {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(wanted)
    const credential = await navigator.credentials.create({ publicKey })
    return credential ? JSON.parse(JSON.stringify(credential)) : undefined
  } catch (error) {
    return error instanceof DOMException && error.name === 'InvalidStateError' ? ALREADY : undefined
  }
}
