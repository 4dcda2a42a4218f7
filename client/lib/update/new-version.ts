import { useSyncExternalStore } from 'react'

/** A version of the site that waits to be shown. */
interface NewVersion {
  /** Counts up, so that a later one is offered although an earlier was declined. */
  number: number
  /** Shows it, in every tab; resolves when that has begun. */
  takeOver: () => Promise<void>
}

let waiting: NewVersion | undefined
const listeners = new Set<() => void>()

export function offerNewVersion(takeOver: () => Promise<void>): void {
  waiting = { number: (waiting?.number ?? 0) + 1, takeOver }
  for (const changed of listeners) changed()
}

export function useNewVersion(): NewVersion | undefined {
  return useSyncExternalStore(
    subscribe,
    () => waiting,
    () => undefined,
  )
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed)
  return () => listeners.delete(changed)
}
