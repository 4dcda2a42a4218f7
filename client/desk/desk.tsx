import { type ReactNode, useEffect, useRef } from 'react'
import { DeskShell } from './desk-shell.tsx'
import { keepDesk } from './keep-desk.ts'
import { useOwnerHere } from './owner-here.ts'
import { SignInPage } from './sign-in-page.tsx'
import { useKeptFocus } from './use-kept-focus.ts'

interface DeskProps {
  /** The way in where nobody is known on this device; remembers who came in. */
  door: ReactNode
  /** The way back in where the session has ended. */
  signIn: ReactNode
  /** How this device stands with the server, and the panel that it opens. */
  pill: ReactNode
  panel: ReactNode
  children: ReactNode
}

/** The desk of whoever signed in on this device, with or without a connection. */
export function Desk({ door, signIn, pill, panel, children }: DeskProps) {
  const owner = useOwnerHere()
  const main = useRef<HTMLElement>(null)
  useKeptFocus(main, owner === undefined)
  useEffect(() => {
    if (owner) void keepDesk()
  }, [owner])
  return owner ? (
    <DeskShell main={main} signIn={signIn} pill={pill} panel={panel}>
      {children}
    </DeskShell>
  ) : (
    <SignInPage>{door}</SignInPage>
  )
}
