const FLAG = 'outbox-waits'

const listeners = new Set<() => void>()
/** Fallback for browsers without storage: only this page knows the flag. */
let here: string | null = null

/**
 * The flag's value; null if nothing is queued. It gets a new value each time something is queued.
 */
export function waitingMark(): string | null {
  try {
    return here ?? localStorage.getItem(FLAG)
  } catch {
    return here
  }
}

/**
 * Whether something is queued on this device. Stored outside IndexedDB, so that an empty outbox is
 * not opened.
 */
export function somethingWaits(): boolean {
  return waitingMark() !== null
}

/** Sets the flag. `mark` must be a new value. */
export function raiseFlag(mark: string): void {
  write(mark)
}

/** Clears the flag, unless it was set again since `seen` was read. */
export function lowerFlag(seen: string | null): void {
  if (waitingMark() === seen) write(null)
}

function write(mark: string | null): void {
  here = null
  try {
    if (mark === null) localStorage.removeItem(FLAG)
    else localStorage.setItem(FLAG, mark)
  } catch {
    here = mark
  }
  for (const listener of listeners) listener()
}

/** Calls `changed` at each change, in this tab and in others. Returns the unsubscribe function. */
export function onFlag(changed: () => void): () => void {
  listeners.add(changed)
  addEventListener('storage', changed)
  return () => {
    listeners.delete(changed)
    removeEventListener('storage', changed)
  }
}
