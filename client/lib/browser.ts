import { startTransition, useEffect, useState, useSyncExternalStore } from 'react'
import { onFlag, somethingWaits } from '#client/lib/entry/pending-flag.ts'

const never = () => () => {}

/** False during prerendering and hydration, true afterwards. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}

/**
 * False until the page is hydrated, then true: the page may render what only this browser knows.
 * Unlike `useHydrated` it changes in a transition, so React can interrupt the render of a whole
 * page.
 */
export function useTakenOver(): boolean {
  const hydrated = useHydrated()
  const [takenOver, setTakenOver] = useState(hydrated)
  useEffect(() => startTransition(() => setTakenOver(true)), [])
  return takenOver
}

function subscribe(changed: () => void): () => void {
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
    subscribe,
    () => navigator.onLine,
    () => true,
  )
}

/** Whether this tab is visible. */
export function useVisible(): boolean {
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
export function useSomethingWaits(): boolean {
  return useSyncExternalStore(onFlag, somethingWaits, () => false)
}
