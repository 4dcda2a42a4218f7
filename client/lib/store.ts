import { useSyncExternalStore } from 'react'

/** A value shared by parts of one tab, and those who hear of its changes. */
export interface Store<T> {
  /** What it began with, which is what a page shows that was drawn at build time. */
  readonly initial: T
  readonly get: () => T
  readonly set: (value: T) => void
  /** Returns what ends the subscription. */
  readonly subscribe: (listener: () => void) => () => void
}

export function createStore<T>(initial: T): Store<T> {
  const listeners = new Set<() => void>()
  let value = initial
  return {
    initial,
    get: () => value,
    set: (next) => {
      value = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

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
