import { createStore, useStore } from '#client/lib/store.ts'
import { VisuallyHidden } from './visually-hidden.tsx'

const message = createStore('')

/** Reads a sentence out to those who cannot see what changed. */
export function announce(text: string): void {
  // The same sentence twice is no change to a screen reader; a no-break space makes it one.
  message.set(text === message.get() ? `${text}\u00a0` : text)
}

/** The one live region of the page, mounted once by the layout. */
export function Announcer() {
  const text = useStore(message)
  return (
    <VisuallyHidden>
      <span role="status" aria-live="polite" data-announcer>
        {text}
      </span>
    </VisuallyHidden>
  )
}
