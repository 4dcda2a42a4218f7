import { useSyncExternalStore } from 'react'
import { onAccount } from '#client/lib/data/account-here.ts'
import { ownerHere } from '#client/lib/data/owner-here.ts'

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

let last: Deletion | undefined
const listeners = new Set<() => void>()

/** What was deleted last in this tab; its undo goes along from page to page of the desk. */
export function useLastDeletion(): Deletion | undefined {
  return useSyncExternalStore(
    (changed) => {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    () => last,
  )
}

export function noteDeletion(deletion: Deletion): void {
  become(deletion)
}

export function forgetDeletion(key: string): void {
  if (last?.key === key) become(undefined)
}

function become(next: Deletion | undefined): void {
  last = next
  for (const listener of listeners) listener()
}

onAccount(() => {
  // Whoever signed out, or whose device was removed, leaves nobody's name behind.
  if (!ownerHere()) become(undefined)
})
