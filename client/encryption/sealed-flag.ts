/** Whose store is sealed here, so that a page knows at once to show nothing; the store itself decides. */
export const SEALED = 'sealed'

/** Whether a passphrase is set on this device, as far as is known at once. */
export function isSealedHere(userId: string | undefined): boolean {
  try {
    return userId !== undefined && localStorage.getItem(SEALED) === userId
  } catch {
    return false
  }
}

/** Other tabs hear of it too. A browser that stores nothing learns it from the store, a moment later. */
export function noteSealed(userId: string, sealed: boolean): void {
  try {
    if (isSealedHere(userId) === sealed) return
    if (sealed) localStorage.setItem(SEALED, userId)
    else localStorage.removeItem(SEALED)
  } catch {
    // See above. Workers have none of it.
  }
}
