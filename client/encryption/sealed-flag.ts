/**
 * `localStorage` key. Holds the id of the owner whose store is encrypted, so that a page can hide
 * data before it has asked the store. The store itself decides.
 */
export const SEALED = 'sealed'

/**
 * Whether the flag says that this owner's store is encrypted. Synchronous; the store may differ.
 */
export function isSealedHere(userId: string | undefined): boolean {
  try {
    return userId !== undefined && localStorage.getItem(SEALED) === userId
  } catch {
    return false
  }
}

/** Sets or clears the flag; other tabs get a `storage` event. */
export function noteSealed(userId: string, sealed: boolean): void {
  try {
    if (isSealedHere(userId) === sealed) return
    if (sealed) localStorage.setItem(SEALED, userId)
    else localStorage.removeItem(SEALED)
  } catch {
    // Workers have no `localStorage`, and some browsers block it. A page then learns it from the
    // store a moment later.
  }
}
