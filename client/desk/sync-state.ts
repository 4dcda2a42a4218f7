import { useSyncExternalStore } from 'react'
import { onAccount } from '../lib/account-here.ts'

/** How the desk stands with the server, over all that it has asked. */
export interface SyncState {
  /** Requests under way. */
  asking: number
  /** When the server last answered, UTC milliseconds. */
  syncedAt: number | undefined
  /** How the last request ended, and when, UTC milliseconds. */
  last: 'answered' | 'failed' | 'signed out' | 'another account' | undefined
  endedAt: number | undefined
  /** Counts up each time everything is to be asked anew. */
  round: number
}

let state: SyncState = {
  asking: 0,
  syncedAt: undefined,
  last: undefined,
  endedAt: undefined,
  round: 0,
}
const listeners = new Set<() => void>()

/** What is taken of it; nothing is drawn anew for the rest. */
export function useSyncState<T>(take: (state: SyncState) => T): T {
  return useSyncExternalStore(subscribe, () => take(state))
}

export function noteAsking(): void {
  become({ asking: state.asking + 1 })
}

export function noteAnswer(last: NonNullable<SyncState['last']>, now: number): void {
  const syncedAt = last === 'answered' ? now : state.syncedAt
  become({ asking: state.asking - 1, last, endedAt: now, syncedAt })
}

/** All that is on the screen is asked anew. */
export function syncNow(): void {
  become({ round: state.round + 1 })
}

/** Whoever has just signed in begins with a clean slate. */
onAccount(() => become({ last: undefined, round: state.round + 1 }))

function become(change: Partial<SyncState>): void {
  state = { ...state, ...change }
  for (const listener of listeners) listener()
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed)
  return () => listeners.delete(changed)
}
