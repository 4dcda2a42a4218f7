import { type ReactNode, Suspense, useEffect, useRef, useSyncExternalStore } from 'react'
import { useKeptFocus } from '#client/desk/kit/dialogs/use-kept-focus.ts'
import { type Lock, lockOf, onLock, watchLock } from '#client/encryption/lock-state.ts'
import { useOwnerHere } from '#client/lib/data/account-here.ts'
import { lazyNamed } from '#client/lib/lazy-named.ts'
import type { WorkerRequest } from '#client/outbox/worker.ts'
import { SignInPage } from './door-frame.tsx'
import { DeskShell } from './shell.tsx'

/** Whether what this device keeps for its owner is locked. */
function useLock(userId: string | undefined): Lock {
  useEffect(() => (userId ? watchLock(userId) : undefined), [userId])
  const now = () => (userId ? lockOf(userId) : 'open')
  return useSyncExternalStore(onLock, now, () => 'open')
}

/** Asks the service worker to keep the desk's files too; without one, the desk needs a connection to open. */
async function keepDesk(): Promise<void> {
  const registration = await navigator.serviceWorker?.ready
  registration?.active?.postMessage({ type: 'keep desk' } satisfies WorkerRequest)
}

interface DeskProps {
  /** The way in where nobody is known on this device; remembers who came in. */
  door: ReactNode
  /** The way back in where the session has ended. */
  signIn: ReactNode
  /** Takes all off this device; for whoever has forgotten what it is locked with. */
  signOut: () => Promise<void>
  /** How this device stands with the server, and the panel that it opens. */
  pill: ReactNode
  panel: ReactNode
  children: ReactNode
}

const LockScreen = lazyNamed(
  () => import('./lock-screen.tsx'),
  (module) => module.LockScreen,
)

/** The desk of whoever signed in on this device, with or without a connection. */
export function Desk({ door, signIn, signOut, pill, panel, children }: DeskProps) {
  const owner = useOwnerHere()
  const lock = useLock(owner?.userId)
  const main = useRef<HTMLElement>(null)
  useKeptFocus(main, owner === undefined || lock !== 'open')
  useEffect(() => {
    if (owner) void keepDesk()
  }, [owner])
  if (!owner) return <SignInPage>{door}</SignInPage>
  if (lock !== 'open')
    return (
      <Suspense fallback={null}>
        {lock === 'locked' ? <LockScreen userId={owner.userId} signOut={signOut} /> : null}
      </Suspense>
    )
  return (
    <DeskShell main={main} signIn={signIn} pill={pill} panel={panel}>
      {children}
    </DeskShell>
  )
}
