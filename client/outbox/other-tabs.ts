import type Dexie from 'dexie'

/** How `withExclusiveLock` locks. */
export interface ExclusiveLockOptions {
  /**
   * Undefined in browsers without Web Locks. Concurrent work is then safe only by its own means,
   * such as leases.
   */
  locks?: Pick<LockManager, 'request'> | undefined
  /** Milliseconds to wait for the lock. */
  timeout?: number | undefined
}

/** Default wait in milliseconds; longer than any task under this lock that a person waits for. */
const LOCK_TIMEOUT = 120_000

/**
 * Runs `work` while no other tab or worker on this device holds the lock `name`. After `timeout`
 * it runs without the lock: a frozen tab that holds it must not block others for ever.
 */
export async function withExclusiveLock<T>(
  name: string,
  { locks, timeout = LOCK_TIMEOUT }: ExclusiveLockOptions,
  work: () => Promise<T>,
): Promise<T> {
  if (!locks) return work()
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), timeout)
  const begin = () => {
    clearTimeout(timer)
    return work()
  }
  try {
    return await locks.request(name, { signal: controller.signal }, begin)
  } catch (error) {
    if (controller.signal.aborted) return work()
    throw error
  }
}

/**
 * Whether another tab with an older version blocks the upgrade of a database, as a store for
 * `useSyncExternalStore`.
 */
export class BlockedUpgrade {
  private isBlocked = false
  private readonly listeners = new Set<() => void>()

  constructor(db: Dexie) {
    db.on('blocked', () => this.setBlocked(true))
    // Dexie fires `ready` only once by default; `true` makes this listener run at every opening.
    db.on('ready', () => this.setBlocked(false), true)
  }

  readonly getSnapshot = () => this.isBlocked

  readonly subscribe = (listener: () => void) => {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  private setBlocked(isBlocked: boolean): void {
    this.isBlocked = isBlocked
    for (const listener of this.listeners) listener()
  }
}
