import { sealOf } from '#client/book/store/raw-store.ts'
import { isSealedHere, SEALED } from './sealed-flag.ts'

/** `looking`: it is sealed, and another tab may have the key. */
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

/** Sees to it that the lock is as the store says, now and when another tab sets a passphrase or removes it. */
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
  // The sign of it may have been cleared, or have come while this tab was elsewhere on the site.
  else void sealOf(userId).then((seal) => seal && look(true))
  return () => removeEventListener('storage', elsewhere)
}
