import { useEffect, useRef } from 'react'

/**
 * Runs an action at once, or after the press that is under way: a button that moves away from under the
 * pointer, because the field before it lost the focus, would never be clicked.
 */
export function useAfterPress(): (act: () => void) => void {
  const isPressed = useRef(false)
  useEffect(() => {
    const note = ({ type }: MouseEvent) => {
      isPressed.current = type === 'mousedown'
    }
    addEventListener('mousedown', note, true)
    addEventListener('mouseup', note, true)
    return () => {
      removeEventListener('mousedown', note, true)
      removeEventListener('mouseup', note, true)
    }
  }, [])
  return (act) => {
    // The click comes with the end of the press.
    if (isPressed.current) addEventListener('mouseup', () => setTimeout(act), { once: true })
    else act()
  }
}
