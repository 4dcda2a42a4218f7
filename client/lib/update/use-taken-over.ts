import { startTransition, useEffect, useState } from 'react'
import { useHydrated } from '#client/lib/use-hydrated.ts'

/**
 * False while the page stands as the build has drawn it, true once it may be drawn anew from what
 * only this browser knows. Unlike `useHydrated` the change is made in small pieces, for whole pages.
 */
export function useTakenOver(): boolean {
  const hydrated = useHydrated()
  const [takenOver, setTakenOver] = useState(hydrated)
  useEffect(() => startTransition(() => setTakenOver(true)), [])
  return takenOver
}
