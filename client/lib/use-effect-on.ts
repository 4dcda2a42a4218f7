import { type EffectCallback, useEffect, useEffectEvent } from 'react'

/**
 * An effect for an occasion: runs `act` once at first, and then whenever `occasion` is another value,
 * whatever else `act` reads; that is always the latest. What `act` returns ends it, as in `useEffect`.
 */
export function useEffectOn<T>(
  occasion: T,
  act: (occasion: T) => ReturnType<EffectCallback>,
): void {
  const latest = useEffectEvent(act)
  useEffect(() => latest(occasion), [occasion])
}
