import { type RefObject, useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { book } from '../offline/crm/page-book.ts'
import type { ClientQuery } from '../offline/crm/types.ts'

interface Shown {
  list: RefObject<HTMLElement | null>
  query: ClientQuery
  opened: string | undefined
  reveal: (index: number) => void
}

/** Whoever was just saved is in sight in the list: a new name may stand anywhere in it. */
export function useShowSaved({ list, query, opened, reveal }: Shown): void {
  const { state, key } = useLocation()
  const isSaved = (state as { saved?: true } | null)?.saved === true
  // biome-ignore lint/correctness/useExhaustiveDependencies: each saving is one occasion.
  useEffect(() => {
    if (!isSaved || !opened) return
    let gone = false
    // A book that cannot answer says so by its state.
    book()
      .indexOf(query, opened)
      .then((index) => {
        // A phone shows the client instead of the list.
        if (!gone && index !== undefined && list.current?.offsetParent) reveal(index)
      })
      .catch(() => undefined)
    return () => {
      gone = true
    }
  }, [isSaved, key])
}
