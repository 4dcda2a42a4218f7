import { type EffectCallback, useEffect, useEffectEvent, useLayoutEffect } from 'react'

/**
 * Runs `act` on mount and whenever `occasion` changes, but not when other values that `act` reads
 * change; `act` always reads the latest ones. A returned function is the cleanup, as in
 * `useEffect`.
 */
export function useEffectOn<T>(
  occasion: T,
  act: (occasion: T) => ReturnType<EffectCallback>,
): void {
  const latest = useEffectEvent(act)
  useEffect(() => latest(occasion), [occasion])
}

/** The same in a layout effect: before the next paint or key press, for example to move the focus. */
export function useLayoutEffectOn<T>(
  occasion: T,
  act: (occasion: T) => ReturnType<EffectCallback>,
): void {
  const latest = useEffectEvent(act)
  useLayoutEffect(() => latest(occasion), [occasion])
}
