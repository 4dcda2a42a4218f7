import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { readUnfinished, type Unfinished } from './unfinished.ts'

/** The booking to bring its person back to: online again, and not there yet. */
export function useUnfinished(): Unfinished | undefined {
  const { pathname } = useLocation()
  const [unfinished, setUnfinished] = useState<Unfinished>()
  useEffect(() => {
    const look = () => setUnfinished(navigator.onLine ? readUnfinished() : undefined)
    look()
    addEventListener('online', look)
    return () => removeEventListener('online', look)
  }, [])
  return unfinished?.address.startsWith(`${pathname}?`) ? undefined : unfinished
}
