import { useSyncExternalStore } from 'react'
import { onFlag, somethingWaits } from './entry/pending-flag.ts'

/** Whether something waits on this device, in any tab. */
export function useSomethingWaits(): boolean {
  return useSyncExternalStore(onFlag, somethingWaits, () => false)
}
