import { readKeyEnvelope } from '#client/data/raw-store.ts'
import { ENCRYPTED_FLAG, isEncryptedOnDevice } from './encrypted-flag.ts'

/** `looking`: the store is encrypted, and this tab asks other tabs for the key. */
export type LockState = 'open' | 'looking' | 'locked'

let current: { userId: string; lock: LockState } | undefined
const listeners = new Set<() => void>()

export function getLockState(userId: string): LockState {
  if (current?.userId !== userId)
    current = { userId, lock: isEncryptedOnDevice(userId) ? 'looking' : 'open' }
  return current.lock
}

export function setLockState(userId: string, lock: LockState): void {
  current = { userId, lock }
  for (const changed of listeners) changed()
}

export function subscribeToLock(changed: () => void): () => void {
  listeners.add(changed)
  return () => listeners.delete(changed)
}

/**
 * Keeps the lock state in step with the store, now and when another tab sets or removes a
 * passphrase. Returns the unsubscribe function.
 */
export function watchLock(userId: string): () => void {
  const look = async (changed: boolean) => {
    const { refreshLock } = await import('./page-lock.ts')
    await refreshLock(userId, changed)
  }
  const elsewhere = ({ key }: StorageEvent) => {
    if (key === ENCRYPTED_FLAG) void look(true)
  }
  addEventListener('storage', elsewhere)
  if (getLockState(userId) !== 'open') void look(false)
  // The flag may have been cleared, or set while this tab showed a page outside the desk: ask the
  // store.
  else void readKeyEnvelope(userId).then((envelope) => envelope && look(true))
  return () => removeEventListener('storage', elsewhere)
}
