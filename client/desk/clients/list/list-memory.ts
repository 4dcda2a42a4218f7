import { useState } from 'react'
import type { ClientQuery } from '#client/data/store/types.ts'
import { getStoredOwner, subscribeToAccount } from '#client/lib/data/stored-account.ts'

const EMPTY_MEMORY = { query: { text: '', sort: 'name' } as ClientQuery, matchCount: 0 }

/**
 * The last query and the length of its result, so that the owner returns to the same place in the
 * list.
 */
let memory = { ...EMPTY_MEMORY }

subscribeToAccount(() => {
  // The next owner must not see what this one searched for.
  if (!getStoredOwner()) memory = { ...EMPTY_MEMORY }
})

export function useListQuery(): [ClientQuery, (change: Partial<ClientQuery>) => void] {
  const [query, setQuery] = useState(memory.query)
  const change = (part: Partial<ClientQuery>) => {
    memory.query = { ...memory.query, ...part }
    setQuery(memory.query)
  }
  return [query, change]
}

/**
 * Keeps the previous length until the new one is known, because the scroll position depends on the
 * height of the list.
 */
export function getListLength({
  matchCount,
  loading,
}: {
  matchCount: number
  loading: boolean
}): number {
  if (matchCount > 0 || !loading) memory.matchCount = matchCount
  return memory.matchCount
}
