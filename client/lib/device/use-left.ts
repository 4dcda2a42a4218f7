import { type RefObject, useEffect, useRef } from 'react'

/** Whether whoever asks is not shown any more: what ends later has nobody to tell. */
export function useLeft(): Readonly<RefObject<boolean>> {
  const left = useRef(false)
  useEffect(() => {
    left.current = false
    return () => {
      left.current = true
    }
  }, [])
  return left
}
