import { type ReactNode, Suspense, useEffect, useRef, useSyncExternalStore } from 'react'
import {
  getLockState,
  type LockState,
  subscribeToLock,
  watchLock,
} from '#client/data/encryption/lock-state.ts'
import { useRestoreFocus } from '#client/desk/kit/dialogs/use-restore-focus.ts'
import { useStoredOwner } from '#client/lib/data/stored-account.ts'
import { lazyNamed } from '#client/lib/lazy-named.ts'
import type { WorkerRequest } from '#client/outbox/worker-protocol.ts'
import { DeskShell } from './shell.tsx'
import { SignInPage } from './sign-in-layout.tsx'

/** Whether the data on this device is locked by a passphrase. */
function useLockState(userId: string | undefined): LockState {
  useEffect(() => (userId ? watchLock(userId) : undefined), [userId])
  const now = () => (userId ? getLockState(userId) : 'open')
  return useSyncExternalStore(subscribeToLock, now, () => 'open')
}

/**
 * Asks the service worker to cache the desk's files too. Without a service worker the desk opens
 * only with a connection.
 */
async function precacheDesk(): Promise<void> {
  const registration = await navigator.serviceWorker?.ready
  registration?.active?.postMessage({ type: 'cache desk' } satisfies WorkerRequest)
}

interface DeskProps {
  /** Sign-in on a device that knows no owner; remembers who signed in. */
  signInForm: ReactNode
  /** Sign-in after the session has ended. */
  signInAgain: ReactNode
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
export function Desk({ signInForm, signInAgain, signOut, pill, panel, children }: DeskProps) {
  const owner = useStoredOwner()
  const lock = useLockState(owner?.userId)
  const main = useRef<HTMLElement>(null)
  useRestoreFocus(main, owner === undefined || lock !== 'open')
  useEffect(() => {
    if (owner) void precacheDesk()
  }, [owner])
  if (!owner) return <SignInPage>{signInForm}</SignInPage>
  if (lock !== 'open')
    return (
      <Suspense fallback={null}>
        {lock === 'locked' ? <LockScreen userId={owner.userId} signOut={signOut} /> : null}
      </Suspense>
    )
  return (
    <DeskShell main={main} signInAgain={signInAgain} pill={pill} panel={panel}>
      {children}
    </DeskShell>
  )
}
