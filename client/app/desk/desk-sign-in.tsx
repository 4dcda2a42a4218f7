import { type ComponentProps, useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { fetchCurrentAccount, signOut } from '#client/account/session.ts'
import type { SignIn } from '#client/account/sign-in/sign-in.tsx'
import { SignOutDialog, useSignOut } from '#client/desk/shell/sign-out-dialog.tsx'
import { useOnline } from '#client/lib/browser.ts'
import { isDeviceRemoved, readStoredAccount } from '#client/lib/data/stored-account.ts'
import { useAsync } from '#client/lib/use-async.ts'
import { useOneAtATime } from '#client/lib/use-one-at-a-time.ts'
import { announce } from '#client/ui/announcer.tsx'
import { Button } from '#client/ui/button.tsx'
import text from '#client/ui/type.module.css'
import styles from './desk-sign-in.module.css'

/** Shown before the desk if this device knows no owner: uses an existing session or signs in. */
export function DeskSignIn() {
  const online = useOnline()
  // Asks again when the connection comes back.
  const { value: known, setValue: setKnown } = useAsync('account', fetchCurrentAccount, online)
  // The page explains why this device was removed; the dialog would cover it.
  const [open, setOpen] = useState(() => !isDeviceRemoved())
  // The dialog opened without a button, so the focus has nothing to return to.
  const close = () => {
    setOpen(false)
    document.getElementById('main')?.focus({ preventScroll: true })
  }
  if (known === undefined) return null
  if (known) {
    const handleSignedOut = () => {
      setKnown(null)
      setOpen(true)
    }
    return <WrongAccount email={known.email} onSignedOut={handleSignedOut} />
  }
  return (
    <>
      <Button small onClick={() => setOpen(true)}>
        Sign in
      </Button>
      {open ? <LazySignIn purpose="desk" onSignedIn={setKnown} onClose={close} /> : null}
    </>
  )
}

interface WrongAccountProps {
  email: string
  onSignedOut: () => void
}

/** Shown to a signed-in visitor: only the owner's account opens the desk. */
function WrongAccount({ email, onSignedOut }: WrongAccountProps) {
  const { busy, run } = useOneAtATime()
  const leave = async () => {
    await signOut()
    onSignedOut()
  }
  return (
    <>
      <p role="status">You are signed in as {email}. This is not the owner’s account.</p>
      <Button small busy={busy} onClick={() => void run(leave)}>
        Sign out and use another account
      </Button>
    </>
  )
}

/** Sign-in within the desk, after the session has ended or another account has signed in. */
export function DeskSignInAgain() {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  useEffect(() => void loadSignIn(), [])
  return (
    <>
      <Button small onClick={() => setOpen(true)}>
        Sign in
      </Button>
      {open ? <LazySignIn purpose="desk" onSignedIn={close} onClose={close} /> : null}
    </>
  )
}

type SignInComponent = typeof SignIn

let loadedSignIn: SignInComponent | undefined

/** Prefetches the sign-in dialog; resolves to undefined if its code cannot be loaded. */
export async function loadSignIn(): Promise<SignInComponent | undefined> {
  loadedSignIn ??= (await import('#client/account/sign-in/sign-in.tsx').catch(() => undefined))
    ?.SignIn
  return loadedSignIn
}

/** The sign-in dialog, loaded on demand: the desk mostly opens without it. */
function LazySignIn(props: ComponentProps<SignInComponent>) {
  /** Undefined while loading, null if it could not be loaded. */
  const [SignInDialog, setSignInDialog] = useState<SignInComponent | null | undefined>(
    () => loadedSignIn,
  )
  useEffect(() => {
    if (SignInDialog === undefined)
      void loadSignIn().then((found) => setSignInDialog(() => found ?? null))
  }, [SignInDialog])
  if (SignInDialog === undefined) return null
  if (SignInDialog) return <SignInDialog {...props} />
  return <p role="alert">The sign-in form did not load. Please refresh the page.</p>
}

/** Sign-in dialog for actions that need a recent sign-in. */
export function LazySignInAgain(props: Omit<ComponentProps<SignInComponent>, 'purpose'>) {
  return <LazySignIn purpose="again" {...props} />
}

/** Name and address of the owner, with links to account and sign-out. */
export function DeskAccount() {
  const navigate = useNavigate()
  const account = readStoredAccount()
  const leaving = useSignOut(async () => {
    await signOut()
    announce('You are signed out.')
    void navigate('/')
  })
  return (
    <div className={`stack gap-3 ${styles.account}`}>
      <div>
        <b>{account?.name}</b>
        <p className={text.note}>{account?.email}</p>
      </div>
      <div className={`split ${styles.links}`}>
        <Link to="/account">Account and sign-in</Link>
        <Button
          small
          variant="ghost"
          busy={leaving.busy === 'leaving'}
          onClick={leaving.signOutOrConfirm}
        >
          Sign out
        </Button>
      </div>
      <SignOutDialog of={leaving} />
    </div>
  )
}
