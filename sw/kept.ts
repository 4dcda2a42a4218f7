import type { PrecacheEntry } from 'workbox-precaching'

declare const self: ServiceWorkerGlobalScope

/** A file of the site; `only` names for whose device it is. */
interface KeptEntry extends PrecacheEntry {
  only?: 'desk'
}

/** Written in by the build. */
const entries = self.__WB_MANIFEST as KeptEntry[]

export const everyones = entries.filter(({ only }) => !only)

/** What no visitor needs: it is kept only where the owner has opened the desk. */
export const owners = entries.filter(({ only }) => only === 'desk')
