import { createStore, useStore } from '#client/lib/store.ts'

/** A new version of the site: its service worker is installed and waiting. */
interface NewVersion {
  /** Counts up, so that a newer version is offered even if an earlier one was dismissed. */
  number: number
  /** Activates it, which reloads every tab; resolves once the reload has begun. */
  takeOver: () => Promise<void>
}

const waiting = createStore<NewVersion | undefined>(undefined)

export function offerNewVersion(takeOver: () => Promise<void>): void {
  waiting.set({ number: (waiting.get()?.number ?? 0) + 1, takeOver })
}

export function useNewVersion(): NewVersion | undefined {
  return useStore(waiting)
}
