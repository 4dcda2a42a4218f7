import { onAccount, ownerHere } from '#client/lib/data/account-here.ts'
import { createStore, useStore } from '#client/lib/store.ts'

export interface Deletion {
  /** Identifies the deletion, for example by the client's id. */
  key: string
  /** The deleted item, as the subject of a sentence. */
  what: string
  /** UTC milliseconds by this device's clock. */
  at: number
  /** Undoes the deletion; resolves to the address of the restored item. */
  undo: () => Promise<string>
}

const last = createStore<Deletion | undefined>(undefined)

/**
 * The last deletion in this tab. It stays available while the owner moves between pages of the
 * desk.
 */
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
  // After a sign-out or the removal of this device, no name may stay on the screen.
  if (!ownerHere()) last.set(undefined)
})
