import { startTransition, useEffect, useState, useSyncExternalStore } from 'react'
import { onFlag, somethingWaits } from '#client/lib/entry/pending-flag.ts'

const never = () => () => {}

/** False in the HTML made at build time and while it is taken over, true from then on. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}

/**
 * False while the page stands as the build has drawn it, true once it may be drawn anew from what
 * only this browser knows. Unlike `useHydrated` the change is made in small pieces, for whole pages.
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

/** What the browser believes; only an answer proves a connection, so nothing is promised on it. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
}

/** Whether somebody can see this tab. */
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

/** Whether something waits on this device, in any tab. */
export function useSomethingWaits(): boolean {
  return useSyncExternalStore(onFlag, somethingWaits, () => false)
}
