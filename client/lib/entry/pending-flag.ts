const FLAG = 'outbox-waits'

const listeners = new Set<() => void>()
/** Where the browser keeps nothing, this page alone knows. */
let here: string | null = null

/** What stands as long as something waits: another text each time something is queued. */
export function waitingMark(): string | null {
  try {
    return here ?? localStorage.getItem(FLAG)
  } catch {
    return here
  }
}

/** Whether something waits on this device, kept outside the database, so that it is not opened for nothing. */
export function somethingWaits(): boolean {
  return waitingMark() !== null
}

/** Something waits. */
export function raiseFlag(mark: string): void {
  write(mark)
}

/** Nothing waits any more, unless something was queued since the mark was read. */
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

/** Hears of each change, in this tab and in others; returns the way to end it. */
export function onFlag(changed: () => void): () => void {
  listeners.add(changed)
  addEventListener('storage', changed)
  return () => {
    listeners.delete(changed)
    removeEventListener('storage', changed)
  }
}
