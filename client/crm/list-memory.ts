import { useState } from 'react'
import type { ClientQuery } from '../offline/crm/types.ts'

/** What was last asked of the list, and how much it found: who comes back finds the same place. */
const remembered = { query: { text: '', sort: 'name' } as ClientQuery, total: 0 }

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
