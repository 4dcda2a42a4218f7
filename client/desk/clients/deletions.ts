import { onAccount, ownerHere } from '#client/lib/data/account-here.ts'
import { createStore, useStore } from '#client/lib/store.ts'

export interface Deletion {
  /** Tells it from others. */
  key: string
  /** What was deleted, as the beginning of a sentence. */
  what: string
  /** By this device's clock, UTC milliseconds. */
  at: number
  /** Takes it back; resolves to the address where it is then. */
  undo: () => Promise<string>
}

const last = createStore<Deletion | undefined>(undefined)

/** What was deleted last in this tab; its undo goes along from page to page of the desk. */
export function useLastDeletion(): Deletion | undefined {
  return useStore(last)
}

export function noteDeletion(deletion: Deletion): void {
  last.set(deletion)
}

export function forgetDeletion(key: string): void {
  if (last.get()?.key === key) last.set(undefined)
}

onAccount(() => {
  // Whoever signed out, or whose device was removed, leaves nobody's name behind.
  if (!ownerHere()) last.set(undefined)
})
