import { useLayoutEffect } from 'react'

/** Keeps the page where it is for as long as `locked`. */
export function useScrollLock(locked: boolean): void {
  useLayoutEffect(() => {
    if (!locked) return
    const root = document.documentElement
    // Bars that lie over the page take no room, and then none must be kept.
    root.dataset.locked = innerWidth > root.clientWidth ? 'bar' : ''
    return () => {
      delete root.dataset.locked
    }
  }, [locked])
}
