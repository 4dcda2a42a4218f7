import { useEffect, useSyncExternalStore } from 'react'
import { type Lock, lockOf, onLock, watchLock } from '#client/encryption/lock-state.ts'

/** Whether what this device keeps for its owner is locked. */
export function useLock(userId: string | undefined): Lock {
  useEffect(() => (userId ? watchLock(userId) : undefined), [userId])
  const now = () => (userId ? lockOf(userId) : 'open')
  return useSyncExternalStore(onLock, now, () => 'open')
}
