const NAME = 'device-removed'

/** Whether the owner removed this device from another one, and nobody has signed in on it since. */
export function wasRemovedHere(): boolean {
  try {
    return localStorage.getItem(NAME) !== null
  } catch {
    return false
  }
}

/** A browser that stores nothing kept nothing of the desk either. */
export function noteRemovedHere(removed: boolean): void {
  try {
    if (removed) localStorage.setItem(NAME, '')
    else localStorage.removeItem(NAME)
  } catch {
    // See above.
  }
}
