import { useEffect } from 'react'

/**
 * Ignores the second press of a double press if the first has closed a dialog or a menu: it would press what is
 * below.
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
