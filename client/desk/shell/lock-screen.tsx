import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { isMemoryClean, unlock } from '#client/data/encryption/page-lock.ts'
import { countUnsynced, type UnsyncedCount } from '#client/data/raw-store.ts'
import { ConfirmDialog } from '#client/desk/kit/dialogs/dialog.tsx'
import { LockIcon } from '#client/desk/kit/icons.tsx'
import { PassphraseField } from '#client/desk/kit/passphrase-field.tsx'
import { TextAction } from '#client/desk/kit/text-action.tsx'
import { useAsync } from '#client/lib/use-async.ts'
import { useOneAtATime } from '#client/lib/use-one-at-a-time.ts'
import { useTitle } from '#client/lib/use-title.ts'
import { announce } from '#client/ui/announcer.tsx'
import { Button } from '#client/ui/button.tsx'
import { ClockIcon } from '#client/ui/icons.tsx'
import { countUnits, formatUnsyncedVerb, NOTHING_UNSYNCED } from './shell-text.ts'
import styles from './sign-in-layout.module.css'
import { SignInLayout } from './sign-in-layout.tsx'

/** From the `FREE_ATTEMPTS`-th wrong passphrase on, each one is followed by a pause of `ATTEMPT_DELAY` ms. */
const FREE_ATTEMPTS = 3
const ATTEMPT_DELAY = 10_000

const WRONG_TEXT = 'Wrong passphrase.'
const WRONG_WAIT_TEXT = `${WRONG_TEXT} Wait 10 seconds, then try again.`

interface LockScreenProps {
  userId: string
  signOut: () => Promise<void>
}

/** The only page of the desk while the device is locked. */
export function LockScreen({ userId, signOut }: LockScreenProps) {
  useTitle('Locked')
  useCleanMemory()
  const { value: unsynced = NOTHING_UNSYNCED } = useAsync(userId, () => countUnsynced(userId))
  const unsent = countUnits(unsynced)
  return (
    <SignInLayout title="This device is locked">
      <p>Enter your passphrase to open the admin area. It works without a connection.</p>
      <UnlockForm userId={userId} />
      <ul className={`stack gap-3 ${styles.facts}`}>
        <li>
          <LockIcon />
          Clients, journeys, bookings and notes on this device stay encrypted until you unlock it.
        </li>
        {unsent > 0 ? (
          <li>
            <ClockIcon />
            {`${formatUnsyncedVerb(unsynced)} waiting to sync. ${unsent === 1 ? 'It is' : 'They are'} kept.`}
          </li>
        ) : null}
      </ul>
      <ForgottenPassphrase unsynced={unsynced} signOut={signOut} />
    </SignInLayout>
  )
}

function UnlockForm({ userId }: { userId: string }) {
  const field = useRef<HTMLInputElement>(null)
  const [passphrase, setPassphrase] = useState('')
  const { busy, run } = useOneAtATime()
  const [misses, setMisses] = useState(0)
  const [isDelayed, setDelayed] = useState(false)
  useEffect(() => field.current?.focus(), [])
  useEffect(() => {
    if (misses < FREE_ATTEMPTS) return undefined
    setDelayed(true)
    const timer = setTimeout(() => setDelayed(false), ATTEMPT_DELAY)
    return () => clearTimeout(timer)
  }, [misses])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isDelayed) void run(tryToUnlock)
  }
  const tryToUnlock = async () => {
    // If the passphrase was right, this component is unmounted by now.
    const opened = await unlock(userId, passphrase).catch(() => false)
    if (opened) return
    setMisses((count) => count + 1)
    field.current?.select()
  }
  const wrong = misses < FREE_ATTEMPTS ? WRONG_TEXT : WRONG_WAIT_TEXT
  return (
    <form className={`stack gap-4 ${styles.form}`} onSubmit={submit}>
      <PassphraseField
        ref={field}
        label="Passphrase"
        value={passphrase}
        onChange={(event) => setPassphrase(event.target.value)}
        error={misses > 0 && !busy ? wrong : undefined}
      />
      <Button type="submit" block busy={busy} aria-disabled={isDelayed || undefined}>
        Unlock
      </Button>
    </form>
  )
}

function ForgottenPassphrase({
  unsynced,
  signOut,
}: {
  unsynced: UnsyncedCount
  signOut: () => Promise<void>
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const { busy, run } = useOneAtATime()
  const navigate = useNavigate()
  const leave = async () => {
    await signOut()
    announce('You are signed out, and your data is removed from this device.')
    void navigate('/')
  }
  return (
    <>
      <TextAction onClick={() => dialog.current?.showModal()}>Forgot your passphrase?</TextAction>
      <ConfirmDialog
        ref={dialog}
        title="Sign out and wipe this device?"
        confirmLabel="Sign out and wipe"
        danger
        busy={busy}
        onConfirm={() => void run(leave)}
      >
        <p>
          No one can open or recover it without the passphrase. You can remove everything here and
          sign in again: everything that was synced comes back from the server.
        </p>
        {countUnits(unsynced) > 0 ? (
          <p>
            <b>{`${formatUnsyncedVerb(unsynced)} only on this device, and would be lost.`}</b>
          </p>
        ) : null}
      </ConfirmDialog>
    </>
  )
}

/** Reloads the page once: a page that has shown decrypted data still has it in memory. */
function useCleanMemory(): void {
  useEffect(() => {
    const comesBack = navigator.onLine || navigator.serviceWorker?.controller
    if (!isMemoryClean() && comesBack) location.reload()
  }, [])
}
