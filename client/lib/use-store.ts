import { useSyncExternalStore } from 'react'
import type { Store } from './store.ts'

/** The value of a store; with `select`, a part of it, and only a change of that part renders again. */
export function useStore<T>(store: Store<T>): T
export function useStore<T, Part>(store: Store<T>, select: (value: T) => Part): Part
export function useStore<T, Part>(store: Store<T>, select?: (value: T) => Part): T | Part {
  const read = (value: T) => (select ? select(value) : value)
  return useSyncExternalStore(
    store.subscribe,
    () => read(store.get()),
    () => read(store.initial),
  )
}
