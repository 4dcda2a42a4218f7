import { type RefObject, useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { book } from '#client/book/page-book.ts'
import type { ClientQuery } from '#client/book/store/types.ts'

interface Shown {
  list: RefObject<HTMLElement | null>
  query: ClientQuery
  opened: string | undefined
  /** How many rows are drawn or could be. */
  count: number
  reveal: (index: number) => void
}

/** Whoever was just saved is in sight in the list: a new name may stand anywhere in it. */
export function useShowSaved({ list, query, opened, count, reveal }: Shown): void {
  const { state, key } = useLocation()
  const isSaved = (state as { saved?: true } | null)?.saved === true
  const [wanted, setWanted] = useState<number>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each saving is one occasion.
  useEffect(() => {
    if (!isSaved || !opened) return
    let gone = false
    // A book that cannot answer says so by its state.
    book()
      .indexOf(query, opened)
      .then((index) => {
        if (!gone) setWanted(index)
      })
      .catch(() => undefined)
    return () => {
      gone = true
    }
  }, [isSaved, key])
  // Somebody new makes the list longer first.
  useEffect(() => {
    if (wanted === undefined || wanted >= count) return
    setWanted(undefined)
    // A phone shows the client instead of the list.
    if (list.current?.offsetParent) reveal(wanted)
  }, [wanted, count, list, reveal])
}
