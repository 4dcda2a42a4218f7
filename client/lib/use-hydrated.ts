import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False in the HTML made at build time and while it is taken over, true from then on. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
