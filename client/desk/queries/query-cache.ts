import { subscribeToAccount } from '#client/lib/data/stored-account.ts'

/** A server answer, and when it arrived (UTC ms). */
export interface CachedQuery<T> {
  data: T
  asOf: number
  /** When this tab sent the request (UTC ms); absent for a copy that the device stored earlier. */
  requestedAt?: number
}

/** Answers that this tab has seen: going back to a screen does not wait for IndexedDB. */
const cachedQueries = new Map<string, CachedQuery<unknown>>()

/** A key is the URL of the request, so all answers under one key have the same shape. */
export function getCachedQuery<T>(key: string): CachedQuery<T> | undefined {
  return cachedQueries.get(key) as CachedQuery<T> | undefined
}

export function setCachedQuery(key: string, answer: CachedQuery<unknown>): void {
  cachedQueries.set(key, answer)
}

/** Empties this tab's cache: screens show nothing from it until the server answers again. */
export function clearQueryCache(): void {
  cachedQueries.clear()
}

// Another owner must not see this owner's answers.
subscribeToAccount(clearQueryCache)
