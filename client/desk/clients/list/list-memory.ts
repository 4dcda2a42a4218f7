import { useState } from 'react'
import type { ClientQuery } from '#client/book/store/types.ts'
import { onAccount, ownerHere } from '#client/lib/data/account-here.ts'

const NOTHING = { query: { text: '', sort: 'name' } as ClientQuery, total: 0 }

/**
 * The last query and the length of its result, so that the owner returns to the same place in the
 * list.
 */
let remembered = { ...NOTHING }

onAccount(() => {
  // The next owner must not see what this one searched for.
  if (!ownerHere()) remembered = { ...NOTHING }
})

export function useListQuery(): [ClientQuery, (change: Partial<ClientQuery>) => void] {
  const [query, setQuery] = useState(remembered.query)
  const change = (part: Partial<ClientQuery>) => {
    remembered.query = { ...remembered.query, ...part }
    setQuery(remembered.query)
  }
  return [query, change]
}

/**
 * Keeps the previous length until the new one is known, because the scroll position depends on the
 * height of the list.
 */
export function lengthOf({ total, loading }: { total: number; loading: boolean }): number {
  if (total > 0 || !loading) remembered.total = total
  return remembered.total
}
