import { createStore, useStore } from '#client/lib/store.ts'

/** A new version of the site: its service worker is installed and waiting. */
interface AppUpdate {
  /** Counts up, so that a newer version is offered even if an earlier one was dismissed. */
  number: number
  /** Activates it, which reloads every tab; resolves once the reload has begun. */
  activate: () => Promise<void>
}

const availableUpdate = createStore<AppUpdate | undefined>(undefined)

export function offerUpdate(takeOver: () => Promise<void>): void {
  availableUpdate.set({ number: (availableUpdate.get()?.number ?? 0) + 1, activate: takeOver })
}

export function useAppUpdate(): AppUpdate | undefined {
  return useStore(availableUpdate)
}
