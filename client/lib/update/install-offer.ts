import { useSyncExternalStore } from 'react'

/** Chromium's own; absent elsewhere, and from TypeScript's library. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>
}

declare global {
  interface WindowEventMap {
    beforeinstallprompt: InstallPrompt
  }
}

let offer: (() => void) | undefined
const listeners = new Set<() => void>()

// The browser tells once and early, long before somebody opens the menu.
if (typeof window !== 'undefined') {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    // A prompt can be shown once; the browser tells again where another may be.
    change(() => {
      change(undefined)
      void event.prompt()
    })
  })
  addEventListener('appinstalled', () => change(undefined))
}

/** Shows the browser's own question; undefined where it has none, as on a device that has the site. */
export function useInstallOffer(): (() => void) | undefined {
  return useSyncExternalStore(
    subscribe,
    () => offer,
    () => undefined,
  )
}

function change(to: (() => void) | undefined): void {
  offer = to
  for (const changed of listeners) changed()
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed)
  return () => listeners.delete(changed)
}
