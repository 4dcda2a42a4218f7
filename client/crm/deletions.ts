import { useSyncExternalStore } from 'react'

export interface Deletion {
  id: string
  name: string
  /** By this device's clock, UTC milliseconds. */
  at: number
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

export function forgetDeletion(id: string): void {
  if (last?.id === id) become(undefined)
}

function become(next: Deletion | undefined): void {
  last = next
  for (const listener of listeners) listener()
}
