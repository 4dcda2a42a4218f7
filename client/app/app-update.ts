import { createStore, useStore } from '#client/lib/store.ts'
import { isDeskPath } from '#shared/site/routes.ts'

/** A new version of the site: its service worker is installed and waiting. */
interface AppUpdate {
  /** Counts up, so that a newer version is offered even if an earlier one was dismissed. */
  number: number
  /** Activates it, which reloads every tab; resolves once the reload has begun. */
  activate: () => Promise<void>
  /** Only texts and photographs of the public pages are new. */
  isOfTexts: boolean
}

const availableUpdate = createStore<AppUpdate | undefined>(undefined)

export function offerUpdate(update: Omit<AppUpdate, 'number'>): void {
  availableUpdate.set({ number: (availableUpdate.get()?.number ?? 0) + 1, ...update })
}

/** The new version, unless the page at this path shows nothing of what is new. */
export function useAppUpdate(path: string): AppUpdate | undefined {
  const update = useStore(availableUpdate)
  return update?.isOfTexts && isDeskPath(path) ? undefined : update
}
