import { useEffect } from 'react'

/**
 * The second press of a double press counts only where the first did: once that has closed a dialog or a menu,
 * it would press what lay below.
 */
export function useSecondPressGuard(): void {
  useEffect(() => {
    let first: Element | null
    const guard = (event: MouseEvent) => {
      const layer = (event.target as Element).closest('dialog,[role=menu]')
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
