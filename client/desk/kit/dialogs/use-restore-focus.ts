import { type RefObject, useEffect, useRef } from 'react'

/**
 * Moves the focus to `place` after `when` has changed, if the focused element was removed with that
 * change. The browser would leave the focus on the body.
 */
export function useRestoreFocus(place: RefObject<HTMLElement | null>, when: unknown): void {
  const before = useRef(when)
  useEffect(() => {
    if (before.current === when) return
    before.current = when
    if (document.activeElement === document.body) place.current?.focus({ preventScroll: true })
  }, [when, place])
}
