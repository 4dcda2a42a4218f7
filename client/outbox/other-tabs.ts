import type Dexie from 'dexie'

/** How `oneAtATime` locks. */
export interface Locking {
  /**
   * Undefined in browsers without Web Locks. Concurrent work is then safe only by its own means,
   * such as leases.
   */
  locks?: Pick<LockManager, 'request'> | undefined
  /** Milliseconds to wait for the lock. */
  patience?: number | undefined
}

/** Default wait in milliseconds; longer than any task under this lock that a person waits for. */
const PATIENCE = 120_000

/**
 * Runs `work` while no other tab or worker on this device holds the lock `name`. After `patience`
 * it runs without the lock: a frozen tab that holds it must not block others for ever.
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

/**
 * Whether another tab with an older version blocks the upgrade of a database, as a store for
 * `useSyncExternalStore`.
 */
export class Blocked {
  private held = false
  private readonly listeners = new Set<() => void>()

  constructor(db: Dexie) {
    db.on('blocked', () => this.become(true))
    // Dexie fires `ready` only once by default; `true` makes this listener run at every opening.
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
