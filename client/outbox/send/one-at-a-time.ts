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
