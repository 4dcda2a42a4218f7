import { subscribeToAccount } from '#client/lib/data/stored-account.ts'
import { createStore, useStore } from '#client/lib/store.ts'
import type { LatestSeqs } from '#shared/desk/changes.ts'

/** How a request ended. */
export type RequestOutcome = 'answered' | 'failed' | 'signed out' | 'another account'

/** A request whose answer is on the screen; times are UTC milliseconds. */
interface ActiveQuery {
  /** How many mounted components show the answer. */
  observerCount: number
  /** When the answer arrived. */
  asOf?: number | undefined
  /** When the request was sent. */
  requestedAt?: number | undefined
  outcome?: RequestOutcome | undefined
}

/** The sync state of the desk, over all its requests. */
export interface SyncState {
  pendingRequests: number
  /** By request URL. */
  activeQueries: ReadonlyMap<string, ActiveQuery>
  /** How the last request ended. */
  lastOutcome: RequestOutcome | undefined
  /** Increases each time everything on the screen is to be fetched again. */
  refetchCount: number
  /** The latest seq numbers that this device knows. */
  latestSeqs: LatestSeqs | undefined
  /**
   * When this device first learned of the last change to the desk, and to the local data; UTC
   * milliseconds.
   */
  deskChangeSeenAt: number
  dataChangeSeenAt: number
  /** When the server last confirmed that there is no newer change, UTC milliseconds. */
  checkedAt: number
}

const store = createStore<SyncState>({
  pendingRequests: 0,
  activeQueries: new Map(),
  lastOutcome: undefined,
  refetchCount: 0,
  latestSeqs: undefined,
  deskChangeSeenAt: 0,
  dataChangeSeenAt: 0,
  checkedAt: 0,
})

/** Returns the part that `take` selects, and renders again only when that part changes. */
export function useSyncState<T>(take: (state: SyncState) => T): T {
  return useStore(store, take)
}

/**
 * Registers a component that shows the answer to this request. Returns a function that unregisters
 * it.
 */
export function addActiveQuery(
  key: string,
  known: Pick<ActiveQuery, 'asOf' | 'requestedAt'> = {},
): () => void {
  const { asOf, requestedAt } = known
  updateQuery(key, {
    asOf,
    requestedAt,
    observerCount: (store.get().activeQueries.get(key)?.observerCount ?? 0) + 1,
  })
  return () => {
    const { activeQueries: before } = store.get()
    const uses = (before.get(key)?.observerCount ?? 1) - 1
    if (uses > 0) return updateQuery(key, { observerCount: uses })
    const remaining = new Map(before)
    remaining.delete(key)
    updateState({ activeQueries: remaining })
  }
}

/** Notes that the screen shows a stored copy until the server answers. */
export function recordCachedAnswer(key: string, asOf: number): void {
  updateQuery(key, { asOf })
}

export function recordRequestStart(): void {
  updateState({ pendingRequests: store.get().pendingRequests + 1 })
}

interface RequestEnd {
  outcome: RequestOutcome
  requestedAt: number
  /** When the request ended, UTC milliseconds. */
  endedAt: number
}

/** Notes the end of a request. Only an answer makes its data count as synced. */
export function recordRequestEnd(key: string, { outcome, requestedAt, endedAt }: RequestEnd): void {
  const asOf = outcome === 'answered' ? { asOf: endedAt, requestedAt } : {}
  updateQuery(key, { outcome, ...asOf })
  updateState({ pendingRequests: store.get().pendingRequests - 1, lastOutcome: outcome })
}

/** Fetches everything on the screen again. */
export function refetchAll(): void {
  updateState({ refetchCount: store.get().refetchCount + 1 })
}

/**
 * Takes the last seq numbers from the server. Fetches the screen again if the desk has changed or a
 * request failed. Returns whether the local data has changed since the previous numbers.
 */
export function recordLatestSeqs(changes: LatestSeqs, now: number): boolean {
  const state = store.get()
  const { latestSeqs: before } = state
  const desk = before?.desk !== changes.desk
  const book = before?.book !== changes.book
  updateState({
    latestSeqs: changes,
    checkedAt: now,
    ...(desk && { deskChangeSeenAt: now }),
    ...(book && { dataChangeSeenAt: now }),
    ...((desk || hasFailedQuery(state)) && { refetchCount: state.refetchCount + 1 }),
  })
  return book && before !== undefined
}

/** Whether the last request for something on the screen failed. */
export function hasFailedQuery({ activeQueries }: SyncState): boolean {
  return [...activeQueries.values()].some(({ outcome }) => outcome === 'failed')
}

/**
 * When everything on the screen last matched the server, UTC milliseconds; undefined while an
 * answer is missing.
 */
export function getDeskSyncedAt({
  activeQueries,
  deskChangeSeenAt,
  checkedAt,
}: SyncState): number | undefined {
  const times = [...activeQueries.values()].map(({ asOf, requestedAt }) =>
    // An answer requested after the last change is still current as of `checkedAt`.
    asOf !== undefined && deskChangeSeenAt > 0 && (requestedAt ?? 0) >= deskChangeSeenAt
      ? Math.max(asOf, checkedAt)
      : asOf,
  )
  return times.includes(undefined) ? undefined : earliest(times)
}

/** Like `getDeskSyncedAt`, for the local data, which was last synced at `exchangedAt`. */
export function getDataSyncedAt(
  { dataChangeSeenAt, checkedAt }: SyncState,
  exchangedAt: number | undefined,
): number | undefined {
  return exchangedAt !== undefined && dataChangeSeenAt > 0 && exchangedAt >= dataChangeSeenAt
    ? Math.max(exchangedAt, checkedAt)
    : exchangedAt
}

export function earliest(times: readonly (number | undefined)[]): number | undefined {
  const known = times.filter((time) => time !== undefined)
  return known.length > 0 ? Math.min(...known) : undefined
}

/** After a sign-in, the last outcome and the seq numbers of the earlier session no longer count. */
subscribeToAccount(() =>
  updateState({
    lastOutcome: undefined,
    latestSeqs: undefined,
    deskChangeSeenAt: 0,
    dataChangeSeenAt: 0,
    refetchCount: store.get().refetchCount + 1,
  }),
)

function updateQuery(key: string, change: Partial<ActiveQuery>): void {
  const { activeQueries } = store.get()
  const before = activeQueries.get(key)
  // No component shows this request any more.
  if (!before && change.observerCount === undefined) return
  updateState({
    activeQueries: new Map(activeQueries).set(key, { observerCount: 0, ...before, ...change }),
  })
}

function updateState(change: Partial<SyncState>): void {
  store.set({ ...store.get(), ...change })
}
