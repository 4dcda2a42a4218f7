import { useEffect } from 'react'

/** Shared by all tabs in which something typed is not sent yet. */
const TYPING = 'typing'

/** While `active`, a new version of the site asks once more before it reloads this page. */
export function useTypingLock(active: boolean): void {
  useEffect(() => {
    const { locks } = navigator
    if (!active || !locks) return
    const given = new AbortController()
    const typed = new Promise<void>((resolve) =>
      given.signal.addEventListener('abort', () => resolve()),
    )
    locks
      .request(TYPING, { mode: 'shared', signal: given.signal }, () => typed)
      .catch(() => {
        // Given up before it was had.
      })
    return () => given.abort()
  }, [active])
}

/** Is something half written, in any tab? */
export async function isSomethingTyped(): Promise<boolean> {
  const { held = [] } = (await navigator.locks?.query()) ?? {}
  return held.some(({ name }) => name === TYPING)
}
