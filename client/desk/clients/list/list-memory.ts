import { useState } from 'react'
import type { ClientQuery } from '#client/book/store/types.ts'
import { onAccount, ownerHere } from '#client/lib/data/account-here.ts'

const NOTHING = { query: { text: '', sort: 'name' } as ClientQuery, total: 0 }

/** What was last asked of the list, and how much it found: who comes back finds the same place. */
let remembered = { ...NOTHING }

onAccount(() => {
  // Nor does the next owner learn whom this one looked for.
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

/** The list is as long as it was until it is known how long it is: the window's place needs its height. */
export function lengthOf({ total, loading }: { total: number; loading: boolean }): number {
  if (total > 0 || !loading) remembered.total = total
  return remembered.total
}
