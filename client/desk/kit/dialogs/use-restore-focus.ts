import { type RefObject, useEffect, useRef } from 'react'

/**
 * Moves the focus to `fallback` after `watched` has changed, if the focused element was removed
 * with that change: the browser leaves the focus on the body then. Also if nothing was focused
 * before, which cannot be told apart.
 */
export function useRestoreFocus(fallback: RefObject<HTMLElement | null>, watched: unknown): void {
  const before = useRef(watched)
  useEffect(() => {
    if (before.current === watched) return
    before.current = watched
    if (document.activeElement === document.body) fallback.current?.focus({ preventScroll: true })
  }, [watched, fallback])
}
