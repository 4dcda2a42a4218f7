import { createStore, useStore } from '#client/lib/store.ts'
import { VisuallyHidden } from './visually-hidden.tsx'

const message = createStore('')

export function announce(text: string): void {
  // A repeated sentence is no change to a screen reader; a no-break space makes it one.
  message.set(text === message.get() ? `${text}\u00a0` : text)
}

/** The live region of `announce`, mounted once by the layout. */
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
