import { type ComponentProps, useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { signOut, whoIsHere } from '#client/account/session.ts'
import type { SignIn } from '#client/account/sign-in/sign-in.tsx'
import { LeaveDialog, useLeave } from '#client/desk/shell/leave-dialog.tsx'
import { useOnline } from '#client/lib/browser.ts'
import { accountHere, wasRemovedHere } from '#client/lib/data/account-here.ts'
import { useAsync } from '#client/lib/use-async.ts'
import { announce } from '#client/ui/announcer.tsx'
import { Button } from '#client/ui/button.tsx'
import layout from '#client/ui/layout.module.css'
import text from '#client/ui/type.module.css'
import styles from './door.module.css'

/** Shown before the desk if this device knows no owner: uses an existing session or signs in. */
export function DeskDoor() {
  const online = useOnline()
  // Asks again when the connection comes back.
  const { value: known, setValue: setKnown } = useAsync('account', whoIsHere, online)
  // The page explains why this device was removed; the dialog would cover it.
  const [open, setOpen] = useState(() => !wasRemovedHere())
  // The dialog opened without a button, so the focus has nothing to return to.
  const close = () => {
    setOpen(false)
    document.getElementById('main')?.focus({ preventScroll: true })
  }
  if (known === undefined) return null
  if (known) {
    const left = () => {
      setKnown(null)
      setOpen(true)
    }
    return <AnotherAccount email={known.email} onOut={left} />
  }
  return (
    <>
      <Button small onClick={() => setOpen(true)}>
        Sign in
      </Button>
      {open ? <LaterSignIn purpose="desk" onIn={setKnown} onClose={close} /> : null}
    </>
  )
}

interface AnotherAccountProps {
  email: string
  onOut: () => void
}

/** Shown to a signed-in visitor: only the owner's account opens the desk. */
function AnotherAccount({ email, onOut }: AnotherAccountProps) {
  const [leaving, setLeaving] = useState(false)
  const leave = async () => {
    setLeaving(true)
    await signOut()
    onOut()
  }
  return (
    <>
      <p role="status">You are signed in as {email}. This is not the owner’s account.</p>
      <Button small busy={leaving} onClick={() => void leave()}>
        Sign out and use another account
      </Button>
    </>
  )
}

/** Sign-in within the desk, after the session has ended or another account has signed in. */
export function DeskReturn() {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  useEffect(() => void fetchSignIn(), [])
  return (
    <>
      <Button small onClick={() => setOpen(true)}>
        Sign in
      </Button>
      {open ? <LaterSignIn purpose="desk" onIn={close} onClose={close} /> : null}
    </>
  )
}

type Way = typeof SignIn

let fetched: Way | undefined

/** Prefetches the sign-in dialog; resolves to undefined if its code cannot be loaded. */
export async function fetchSignIn(): Promise<Way | undefined> {
  fetched ??= (await import('#client/account/sign-in/sign-in.tsx').catch(() => undefined))?.SignIn
  return fetched
}

/** The sign-in dialog, loaded on demand: the desk mostly opens without it. */
function LaterSignIn(props: ComponentProps<Way>) {
  /** Undefined while loading, null if it could not be loaded. */
  const [Shown, setShown] = useState<Way | null | undefined>(() => fetched)
  useEffect(() => {
    if (Shown === undefined) void fetchSignIn().then((found) => setShown(() => found ?? null))
  }, [Shown])
  if (Shown === undefined) return null
  if (Shown) return <Shown {...props} />
  return <p role="alert">The sign-in form did not load. Please refresh the page.</p>
}

/** Sign-in dialog for actions that need a recent sign-in. */
export function LaterSignInAgain(props: Omit<ComponentProps<Way>, 'purpose'>) {
  return <LaterSignIn purpose="again" {...props} />
}

/** Name and address of the owner, with links to account and sign-out. */
export function DeskAccount() {
  const navigate = useNavigate()
  const account = accountHere()
  const leaving = useLeave(async () => {
    await signOut()
    announce('You are signed out.')
    void navigate('/')
  })
  return (
    <div className={styles.account}>
      <div>
        <b>{account?.name}</b>
        <p className={text.note}>{account?.email}</p>
      </div>
      <div className={`${layout.between} ${styles.ways}`}>
        <Link to="/account">Account and sign-in</Link>
        <Button small variant="ghost" busy={leaving.busy === 'leaving'} onClick={leaving.start}>
          Sign out
        </Button>
      </div>
      <LeaveDialog of={leaving} />
    </div>
  )
}
