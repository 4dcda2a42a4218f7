import { getStoredOwner, subscribeToAccount } from '#client/lib/data/stored-account.ts'
import { createStore, useStore } from '#client/lib/store.ts'

export interface Deletion {
  /** Identifies the deletion, for example by the client's id. */
  key: string
  /** The deleted item, as the subject of a sentence. */
  title: string
  /** What was done, if it was not a deletion: `Moved. After Boat into the Trollfjord.` */
  text?: string
  /** It is also among the recently deleted. */
  isListed?: true
  /** UTC milliseconds by this device's clock. */
  deletedAt: number
  /** Undoes it; resolves to the address of the restored item, or to undefined to stay. */
  undo: () => Promise<string | undefined>
}

const lastDeletion = createStore<Deletion | undefined>(undefined)

/**
 * The last deletion in this tab. It stays available while the owner moves between pages of the
 * desk.
 */
export function useLastDeletion(): Deletion | undefined {
  return useStore(lastDeletion)
}

export function setLastDeletion(deletion: Deletion): void {
  lastDeletion.set(deletion)
}

export function clearDeletion(key: string): void {
  if (lastDeletion.get()?.key === key) lastDeletion.set(undefined)
}

subscribeToAccount(() => {
  // After a sign-out or the removal of this device, no name may stay on the screen.
  if (!getStoredOwner()) lastDeletion.set(undefined)
})
