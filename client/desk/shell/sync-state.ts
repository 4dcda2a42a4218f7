import { onAccount } from '#client/lib/data/account-here.ts'
import { createStore, useStore } from '#client/lib/store.ts'
import type { LastChanges } from '#shared/desk/changes.ts'

/** How a request ended. */
export type Ended = 'answered' | 'failed' | 'signed out' | 'another account'

/** A request whose answer is on the screen; times are UTC milliseconds. */
interface Shown {
  /** How many mounted components show the answer. */
  uses: number
  /** When the answer arrived. */
  asOf?: number | undefined
  /** When the request was sent. */
  askedAt?: number | undefined
  ended?: Ended | undefined
}

/** The sync state of the desk, over all its requests. */
export interface SyncState {
  /** The number of running requests. */
  asking: number
  /** By request URL. */
  shown: ReadonlyMap<string, Shown>
  /** How the last request ended. */
  last: Ended | undefined
  /** Increases each time everything on the screen is to be fetched again. */
  round: number
  /** The last seq numbers that this device has heard of. */
  changes: LastChanges | undefined
  /**
   * When this device first heard of the last change to the desk, and to the client book; UTC
   * milliseconds.
   */
  deskHeardAt: number
  bookHeardAt: number
  /** When the server last confirmed that there is no newer change, UTC milliseconds. */
  checkedAt: number
}

const store = createStore<SyncState>({
  asking: 0,
  shown: new Map(),
  last: undefined,
  round: 0,
  changes: undefined,
  deskHeardAt: 0,
  bookHeardAt: 0,
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
export function noteShown(key: string, known: Pick<Shown, 'asOf' | 'askedAt'> = {}): () => void {
  const { asOf, askedAt } = known
  put(key, { asOf, askedAt, uses: (store.get().shown.get(key)?.uses ?? 0) + 1 })
  return () => {
    const { shown: before } = store.get()
    const uses = (before.get(key)?.uses ?? 1) - 1
    if (uses > 0) return put(key, { uses })
    const shown = new Map(before)
    shown.delete(key)
    become({ shown })
  }
}

/** Notes that the screen shows a stored copy until the server answers. */
export function noteCopy(key: string, asOf: number): void {
  put(key, { asOf })
}

export function noteAsking(): void {
  become({ asking: store.get().asking + 1 })
}

interface Answer {
  ended: Ended
  askedAt: number
  /** When the request ended, UTC milliseconds. */
  now: number
}

/** Notes the end of a request. Only an answer makes its data count as synced. */
export function noteAnswer(key: string, { ended, askedAt, now }: Answer): void {
  const asOf = ended === 'answered' ? { asOf: now, askedAt } : {}
  put(key, { ended, ...asOf })
  become({ asking: store.get().asking - 1, last: ended })
}

/** Fetches everything on the screen again. */
export function syncNow(): void {
  become({ round: store.get().round + 1 })
}

/**
 * Takes the last seq numbers from the server. Fetches the screen again if the desk has changed or a
 * request failed. Returns whether the client book has changed since the previous numbers.
 */
export function noteChanges(changes: LastChanges, now: number): boolean {
  const state = store.get()
  const { changes: before } = state
  const desk = before?.desk !== changes.desk
  const book = before?.book !== changes.book
  become({
    changes,
    checkedAt: now,
    ...(desk && { deskHeardAt: now }),
    ...(book && { bookHeardAt: now }),
    ...((desk || hasFailed(state)) && { round: state.round + 1 }),
  })
  return book && before !== undefined
}

/** Whether the last request for something on the screen failed. */
export function hasFailed({ shown }: SyncState): boolean {
  return [...shown.values()].some(({ ended }) => ended === 'failed')
}

/**
 * When everything on the screen last matched the server, UTC milliseconds; undefined while an
 * answer is missing.
 */
export function deskSyncedAt({ shown, deskHeardAt, checkedAt }: SyncState): number | undefined {
  const times = [...shown.values()].map(({ asOf, askedAt }) =>
    // An answer requested after the last change is still current as of `checkedAt`.
    asOf !== undefined && deskHeardAt > 0 && (askedAt ?? 0) >= deskHeardAt
      ? Math.max(asOf, checkedAt)
      : asOf,
  )
  return times.includes(undefined) ? undefined : earliest(times)
}

/** Like `deskSyncedAt`, for the client book, which was last synced at `exchangedAt`. */
export function bookSyncedAt(
  { bookHeardAt, checkedAt }: SyncState,
  exchangedAt: number | undefined,
): number | undefined {
  return exchangedAt !== undefined && bookHeardAt > 0 && exchangedAt >= bookHeardAt
    ? Math.max(exchangedAt, checkedAt)
    : exchangedAt
}

export function earliest(times: readonly (number | undefined)[]): number | undefined {
  const known = times.filter((time) => time !== undefined)
  return known.length > 0 ? Math.min(...known) : undefined
}

/** After a sign-in, the last outcome and the seq numbers of the earlier session no longer count. */
onAccount(() =>
  become({
    last: undefined,
    changes: undefined,
    deskHeardAt: 0,
    bookHeardAt: 0,
    round: store.get().round + 1,
  }),
)

function put(key: string, change: Partial<Shown>): void {
  const { shown } = store.get()
  const before = shown.get(key)
  // No component shows this request any more.
  if (!before && change.uses === undefined) return
  become({ shown: new Map(shown).set(key, { uses: 0, ...before, ...change }) })
}

function become(change: Partial<SyncState>): void {
  store.set({ ...store.get(), ...change })
}
