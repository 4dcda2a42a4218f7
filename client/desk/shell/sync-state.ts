import { onAccount } from '#client/lib/data/account-here.ts'
import { createStore, useStore } from '#client/lib/store.ts'
import type { LastChanges } from '#shared/desk/changes.ts'

/** How a request ended. */
export type Ended = 'answered' | 'failed' | 'signed out' | 'another account'

/** A question whose answer is on the screen; times are UTC milliseconds. */
interface Shown {
  /** How many parts of the screen show its answer. */
  uses: number
  /** When the answer came. */
  asOf?: number | undefined
  /** When it was asked for. */
  askedAt?: number | undefined
  ended?: Ended | undefined
}

/** How the desk stands with the server, over all that it has asked. */
export interface SyncState {
  /** Requests under way. */
  asking: number
  /** By address. */
  shown: ReadonlyMap<string, Shown>
  /** How the last request ended. */
  last: Ended | undefined
  /** Counts up each time everything is to be asked anew. */
  round: number
  /** The last changes that this device knows of. */
  changes: LastChanges | undefined
  /** When the last change of the desk, and of the client book, was first heard of. */
  deskHeardAt: number
  bookHeardAt: number
  /** When the server last said that these are the last changes. */
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

/** What is taken of it; nothing is drawn anew for the rest. */
export function useSyncState<T>(take: (state: SyncState) => T): T {
  return useStore(store, take)
}

/** A part of the screen shows the answer to this question, as it is known; returns what ends that. */
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

/** The answer that the screen shows meanwhile: a copy from before. */
export function noteCopy(key: string, asOf: number): void {
  put(key, { asOf })
}

export function noteAsking(): void {
  become({ asking: store.get().asking + 1 })
}

interface Answer {
  ended: Ended
  askedAt: number
  /** When it ended. */
  now: number
}

export function noteAnswer(key: string, { ended, askedAt, now }: Answer): void {
  const asOf = ended === 'answered' ? { asOf: now, askedAt } : {}
  put(key, { ended, ...asOf })
  become({ asking: store.get().asking - 1, last: ended })
}

/** All that is on the screen is asked anew. */
export function syncNow(): void {
  become({ round: store.get().round + 1 })
}

/**
 * The server's last changes, just heard of. What is on the screen is asked anew where it may have
 * changed, or where it failed. Returns whether the client book has changed since they were heard before.
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

/** Whether the screen shows something that could not be fetched. */
export function hasFailed({ shown }: SyncState): boolean {
  return [...shown.values()].some(({ ended }) => ended === 'failed')
}

/** The time at which everything on the screen was as the server has it; undefined where some never came. */
export function deskSyncedAt({ shown, deskHeardAt, checkedAt }: SyncState): number | undefined {
  const times = [...shown.values()].map(({ asOf, askedAt }) =>
    // Asked after the last change, it still holds when the server said last that there was no other.
    asOf !== undefined && deskHeardAt > 0 && (askedAt ?? 0) >= deskHeardAt
      ? Math.max(asOf, checkedAt)
      : asOf,
  )
  return times.includes(undefined) ? undefined : earliest(times)
}

/** The same of the client book, which was exchanged at this time. */
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

/** Whoever has just signed in begins with a clean slate. */
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
  // Nobody shows it any more.
  if (!before && change.uses === undefined) return
  become({ shown: new Map(shown).set(key, { uses: 0, ...before, ...change }) })
}

function become(change: Partial<SyncState>): void {
  store.set({ ...store.get(), ...change })
}
