import { useEffect } from 'react'

/** Name of the shared Web Lock that each tab with unsent input holds. */
const LOCK_NAME = 'typing'

/** While `active`, a new version of the site asks again before it reloads this page. */
export function useTypingLock(active: boolean): void {
  useEffect(() => {
    const { locks } = navigator
    if (!active || !locks) return
    const given = new AbortController()
    const typed = new Promise<void>((resolve) =>
      given.signal.addEventListener('abort', () => resolve()),
    )
    locks
      .request(LOCK_NAME, { mode: 'shared', signal: given.signal }, () => typed)
      .catch(() => {
        // The request was aborted before the lock was granted.
      })
    return () => given.abort()
  }, [active])
}

/** Whether any tab has unsent input. */
export async function hasUnsentInput(): Promise<boolean> {
  const { held = [] } = (await navigator.locks?.query()) ?? {}
  return held.some(({ name }) => name === LOCK_NAME)
}
