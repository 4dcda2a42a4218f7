import { type ReactNode, Suspense, useEffect, useRef, useSyncExternalStore } from 'react'
import { useKeptFocus } from '#client/desk/kit/dialogs/use-kept-focus.ts'
import { type Lock, lockOf, onLock, watchLock } from '#client/encryption/lock-state.ts'
import { useOwnerHere } from '#client/lib/data/account-here.ts'
import { lazyNamed } from '#client/lib/lazy-named.ts'
import type { WorkerRequest } from '#client/outbox/worker.ts'
import { SignInPage } from './door-frame.tsx'
import { DeskShell } from './shell.tsx'

/** Whether the data on this device is locked by a passphrase. */
function useLock(userId: string | undefined): Lock {
  useEffect(() => (userId ? watchLock(userId) : undefined), [userId])
  const now = () => (userId ? lockOf(userId) : 'open')
  return useSyncExternalStore(onLock, now, () => 'open')
}

/**
 * Asks the service worker to cache the desk's files too. Without a service worker the desk opens
 * only with a connection.
 */
async function keepDesk(): Promise<void> {
  const registration = await navigator.serviceWorker?.ready
  registration?.active?.postMessage({ type: 'keep desk' } satisfies WorkerRequest)
}

interface DeskProps {
  /** Sign-in on a device that knows no owner; remembers who signed in. */
  door: ReactNode
  /** Sign-in after the session has ended. */
  signIn: ReactNode
  /** Signs out and wipes this device; the lock screen offers it if the passphrase is forgotten. */
  signOut: () => Promise<void>
  /** The sync state in the header, and the panel that it opens. */
  pill: ReactNode
  panel: ReactNode
  children: ReactNode
}

const LockScreen = lazyNamed(
  () => import('./lock-screen.tsx'),
  (module) => module.LockScreen,
)

/** The desk of the owner who signed in on this device, with or without a connection. */
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
