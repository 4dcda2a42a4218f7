/** A value shared by parts of one tab (or of one worker), and those who hear of its changes. */
export interface Store<T> {
  /** What it began with, which is what a page shows that was drawn at build time. */
  readonly initial: T
  readonly get: () => T
  readonly set: (value: T) => void
  /** Returns what ends the subscription. */
  readonly subscribe: (listener: () => void) => () => void
}

/** Components read it with `useStore`, in `use-store.ts`: workers have this without React. */
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
