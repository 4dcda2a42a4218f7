import { sealOf } from '#client/book/store/raw-store.ts'
import { isSealedHere, SEALED } from './sealed-flag.ts'

/** `looking`: the store is encrypted, and this tab asks other tabs for the key. */
export type Lock = 'open' | 'looking' | 'locked'

let now: { userId: string; lock: Lock } | undefined
const listeners = new Set<() => void>()

export function lockOf(userId: string): Lock {
  if (now?.userId !== userId) now = { userId, lock: isSealedHere(userId) ? 'looking' : 'open' }
  return now.lock
}

export function becomeLock(userId: string, lock: Lock): void {
  now = { userId, lock }
  for (const changed of listeners) changed()
}

export function onLock(changed: () => void): () => void {
  listeners.add(changed)
  return () => listeners.delete(changed)
}

/**
 * Keeps the lock state in step with the store, now and when another tab sets or removes a
 * passphrase. Returns the unsubscribe function.
 */
export function watchLock(userId: string): () => void {
  const look = async (changed: boolean) => {
    const { look } = await import('./page-seal.ts')
    await look(userId, changed)
  }
  const elsewhere = ({ key }: StorageEvent) => {
    if (key === SEALED) void look(true)
  }
  addEventListener('storage', elsewhere)
  if (lockOf(userId) !== 'open') void look(false)
  // The flag may have been cleared, or set while this tab showed a page outside the desk: ask the
  // store.
  else void sealOf(userId).then((seal) => seal && look(true))
  return () => removeEventListener('storage', elsewhere)
}
