const FLAG_KEY = 'outbox-waits'

const listeners = new Set<() => void>()
/** Fallback for browsers without storage: only this page knows the flag. */
let memoryFlag: string | null = null

/**
 * The flag's value; null if nothing is queued. It gets a new value each time something is queued.
 */
export function readOutboxFlag(): string | null {
  try {
    return memoryFlag ?? localStorage.getItem(FLAG_KEY)
  } catch {
    return memoryFlag
  }
}

/**
 * Whether something is queued on this device. Stored outside IndexedDB, so that an empty outbox is
 * not opened.
 */
export function hasQueuedEntries(): boolean {
  return readOutboxFlag() !== null
}

/** Sets the flag. `mark` must be a new value. */
export function setOutboxFlag(mark: string): void {
  writeFlag(mark)
}

/** Clears the flag, unless it was set again since `seen` was read. */
export function clearOutboxFlag(seen: string | null): void {
  if (readOutboxFlag() === seen) writeFlag(null)
}

function writeFlag(mark: string | null): void {
  memoryFlag = null
  try {
    if (mark === null) localStorage.removeItem(FLAG_KEY)
    else localStorage.setItem(FLAG_KEY, mark)
  } catch {
    memoryFlag = mark
  }
  for (const listener of listeners) listener()
}

/** Calls `changed` at each change, in this tab and in others. Returns the unsubscribe function. */
export function subscribeToOutboxFlag(changed: () => void): () => void {
  listeners.add(changed)
  addEventListener('storage', changed)
  return () => {
    listeners.delete(changed)
    removeEventListener('storage', changed)
  }
}
