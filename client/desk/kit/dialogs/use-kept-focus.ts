import { type RefObject, useEffect, useRef } from 'react'

/**
 * What was pressed may go with the state that offered it, and take the focus along: after a change
 * of `when` the focus is then at `place` instead of nowhere.
 */
export function useKeptFocus(place: RefObject<HTMLElement | null>, when: unknown): void {
  const before = useRef(when)
  useEffect(() => {
    if (before.current === when) return
    before.current = when
    if (document.activeElement === document.body) place.current?.focus({ preventScroll: true })
  }, [when, place])
}
