import { createStore, useStore } from '#client/lib/store.ts'

/** A version of the site that waits to be shown. */
interface NewVersion {
  /** Counts up, so that a later one is offered although an earlier was declined. */
  number: number
  /** Shows it, in every tab; resolves when that has begun. */
  takeOver: () => Promise<void>
}

const waiting = createStore<NewVersion | undefined>(undefined)

export function offerNewVersion(takeOver: () => Promise<void>): void {
  waiting.set({ number: (waiting.get()?.number ?? 0) + 1, takeOver })
}

export function useNewVersion(): NewVersion | undefined {
  return useStore(waiting)
}
