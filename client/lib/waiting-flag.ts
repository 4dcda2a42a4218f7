const FLAG = 'outbox-waits'

const listeners = new Set<() => void>()
/** Where the browser keeps nothing, this page alone knows. */
let here = false

/** Whether something waits on this device, kept outside the database, so that it is not opened for nothing. */
export function somethingWaits(): boolean {
  try {
    return here || localStorage.getItem(FLAG) !== null
  } catch {
    return here
  }
}

export function flagWaiting(waits: boolean): void {
  here = false
  try {
    if (waits) localStorage.setItem(FLAG, 'yes')
    else localStorage.removeItem(FLAG)
  } catch {
    here = waits
  }
  for (const listener of listeners) listener()
}

/** Hears of each change, in this tab and in others; returns the way to end it. */
export function onFlag(changed: () => void): () => void {
  listeners.add(changed)
  addEventListener('storage', changed)
  return () => {
    listeners.delete(changed)
    removeEventListener('storage', changed)
  }
}
