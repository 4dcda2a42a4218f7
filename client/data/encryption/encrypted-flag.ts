/**
 * `localStorage` key. Holds the id of the owner whose store is encrypted, so that a page can hide
 * data before it has asked the store. The store itself decides.
 */
export const ENCRYPTED_FLAG = 'sealed'

/**
 * Whether the flag says that this owner's store is encrypted. Synchronous; the store may differ.
 */
export function isEncryptedOnDevice(userId: string | undefined): boolean {
  try {
    return userId !== undefined && localStorage.getItem(ENCRYPTED_FLAG) === userId
  } catch {
    return false
  }
}

/** Sets or clears the flag; other tabs get a `storage` event. */
export function setEncryptedFlag(userId: string, isEncrypted: boolean): void {
  try {
    if (isEncryptedOnDevice(userId) === isEncrypted) return
    if (isEncrypted) localStorage.setItem(ENCRYPTED_FLAG, userId)
    else localStorage.removeItem(ENCRYPTED_FLAG)
  } catch {
    // Workers have no `localStorage`, and some browsers block it. A page then learns it from the
    // store a moment later.
  }
}
