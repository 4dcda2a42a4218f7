import type Dexie from 'dexie'

export interface Locking {
  /** Absent in browsers without them: what is kept itself has to tell two apart. */
  locks?: Pick<LockManager, 'request'> | undefined
  /** How long another is waited for; milliseconds. */
  patience?: number | undefined
}

/** Longer than anything takes that anybody waits for. */
const PATIENCE = 120_000

/**
 * Does something when nobody else on this device does. A tab that froze with the lock in hand keeps
 * others waiting for a while, not for good.
 */
export async function oneAtATime<T>(
  name: string,
  { locks, patience = PATIENCE }: Locking,
  work: () => Promise<T>,
): Promise<T> {
  if (!locks) return work()
  const waiting = new AbortController()
  const timer = setTimeout(() => waiting.abort(), patience)
  const begin = () => {
    clearTimeout(timer)
    return work()
  }
  try {
    return await locks.request(name, { signal: waiting.signal }, begin)
  } catch (error) {
    if (waiting.signal.aborted) return work()
    throw error
  }
}

/** Whether an older tab keeps a database from being opened, in the form that React reads stores. */
export class Blocked {
  private held = false
  private readonly listeners = new Set<() => void>()

  constructor(db: Dexie) {
    db.on('blocked', () => this.become(true))
    // Each time it is opened, not only the first.
    db.on('ready', () => this.become(false), true)
  }

  readonly now = () => this.held

  readonly subscribe = (listener: () => void) => {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  private become(held: boolean): void {
    this.held = held
    for (const listener of this.listeners) listener()
  }
}
