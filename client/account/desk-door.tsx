import { useEffect, useState } from 'react'
import type { AccountView } from '../../shared/account/api.ts'
import { useOnline } from '../lib/use-online.ts'
import { Button } from '../ui/button.tsx'
import { whoIsHere } from './door.tsx'
import { SignIn } from './sign-in.tsx'

/** Before the desk where nobody is known here: a session from before opens it, else the way in does. */
export function DeskDoor() {
  const [known, setKnown] = useState<AccountView | null>()
  const [open, setOpen] = useState(true)
  const online = useOnline()
  // A connection that comes back may bring an answer.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above.
  useEffect(() => {
    void whoIsHere().then(setKnown)
  }, [online])
  if (known === undefined) return null
  return (
    <>
      {known ? <p role="status">{known.email} is not the owner’s account.</p> : null}
      <Button small onClick={() => setOpen(true)}>
        Sign in
      </Button>
      {open ? <SignIn onIn={setKnown} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

/** In the desk, once its session has ended. */
export function DeskReturn() {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button small onClick={() => setOpen(true)}>
        Sign in
      </Button>
      {open ? <SignIn onIn={close} onClose={close} /> : null}
    </>
  )
}
