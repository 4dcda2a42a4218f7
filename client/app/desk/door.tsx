import { useEffect, useState } from 'react'
import { signOut, whoIsHere } from '#client/account/session.ts'
import { wasRemovedHere } from '#client/lib/data/removed-here.ts'
import { useAsync } from '#client/lib/use-async.ts'
import { useOnline } from '#client/lib/use-online.ts'
import { Button } from '#client/ui/button.tsx'
import { fetchSignIn, LaterSignIn } from './later-sign-in.tsx'

/** Before the desk where nobody is known here: a session from before opens it, else the way in does. */
export function DeskDoor() {
  const online = useOnline()
  // A connection that comes back may bring an answer.
  const { value: known, setValue: setKnown } = useAsync('account', whoIsHere, online)
  // Why this device was removed stands on the page, which the dialog would cover.
  const [open, setOpen] = useState(() => !wasRemovedHere())
  // It opened by itself, so there is nothing else that the focus could go back to.
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

/** A visitor's account opens no desk. */
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
        Sign out, and in with another
      </Button>
    </>
  )
}

/** In the desk, once its session has ended or another account has taken its place. */
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
