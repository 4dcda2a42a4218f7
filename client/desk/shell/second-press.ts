import { useEffect } from 'react'

/** What a press can close. */
const LAYERS = 'dialog, [role=menu], [popover]'

/**
 * The second press of a double press counts only where the first did: once that has closed a dialog or a menu,
 * it would press what lay below.
 */
export function useSecondPressGuard(): void {
  useEffect(() => {
    let first: Element | null = null
    const guard = (event: MouseEvent) => {
      const layer = event.target instanceof Element ? event.target.closest(LAYERS) : null
      if (event.detail < 2) first = layer
      else if (first && layer !== first) {
        event.preventDefault()
        event.stopPropagation()
      }
    }
    addEventListener('click', guard, true)
    return () => removeEventListener('click', guard, true)
  }, [])
}
