import { startTransition, useEffect, useState, useSyncExternalStore } from 'react'
import { hasQueuedEntries, subscribeToOutboxFlag } from '#client/lib/entry/outbox-flag.ts'

const subscribeNever = () => () => {}

/**
 * False during prerendering and hydration, true afterwards; a component that is mounted later starts
 * with true.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribeNever,
    () => true,
    () => false,
  )
}

/**
 * As `useHydrated`: once true, the page may render what only this browser knows. Unlike
 * `useHydrated` it changes in a transition, so React can interrupt the render of a whole page.
 */
export function useDeferredHydrated(): boolean {
  const hydrated = useHydrated()
  const [deferredHydrated, setDeferredHydrated] = useState(hydrated)
  useEffect(() => startTransition(() => setDeferredHydrated(true)), [])
  return deferredHydrated
}

function subscribeToConnection(changed: () => void): () => void {
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}

/**
 * `navigator.onLine`. Only an answer of the server proves a connection, so promise nothing based on
 * this.
 */
export function useOnline(): boolean {
  return useSyncExternalStore(
    subscribeToConnection,
    () => navigator.onLine,
    () => true,
  )
}

/** Whether this tab is visible. */
export function usePageVisible(): boolean {
  return useSyncExternalStore(
    (changed) => {
      document.addEventListener('visibilitychange', changed)
      return () => document.removeEventListener('visibilitychange', changed)
    },
    () => document.visibilityState === 'visible',
    () => true,
  )
}

/** Whether a submission is queued on this device, from any tab. */
export function useHasQueuedEntries(): boolean {
  return useSyncExternalStore(subscribeToOutboxFlag, hasQueuedEntries, () => false)
}
