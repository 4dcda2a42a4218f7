import { useSyncExternalStore } from 'react'
import { VisuallyHidden } from './visually-hidden.tsx'

let message = ''
const listeners = new Set<() => void>()

/** Reads a sentence out to those who cannot see what changed. */
export function announce(text: string): void {
  // The same sentence twice is no change to a screen reader; a no-break space makes it one.
  message = text === message ? `${text}\u00a0` : text
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The one live region of the page, mounted once by the layout. */
export function Announcer() {
  const text = useSyncExternalStore(
    subscribe,
    () => message,
    () => '',
  )
  return (
    <VisuallyHidden>
      <span role="status" aria-live="polite" data-announcer>
        {text}
      </span>
    </VisuallyHidden>
  )
}
