const NAME = 'signed-out'

/**
 * Somebody signed out on this device, and the server may not know it yet: there was no connection, or
 * its answer is on its way. Until it does, the session opens nothing here, in no tab.
 */
export function hasLeft(): boolean {
  try {
    return localStorage.getItem(NAME) !== null
  } catch {
    return false
  }
}

/** A browser that stores nothing remembers nobody either. */
export function noteLeft(left: boolean): void {
  try {
    if (left) localStorage.setItem(NAME, '')
    else localStorage.removeItem(NAME)
  } catch {
    // See above.
  }
}
