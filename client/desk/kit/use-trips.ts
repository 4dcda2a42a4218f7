import { useEffect, useState, useSyncExternalStore } from 'react'
import { book, bookNews, onBookNews } from '#client/book/page-book.ts'
import type { ClientTrip } from '#client/book/store/types.ts'
import type { PlainDate } from '#shared/lib/date.ts'

interface Held {
  trips: readonly ClientTrip[]
  /** The dates they were asked for. */
  about: string
}

const NONE: readonly ClientTrip[] = []

/** Every client's journeys that touch these dates, as the book has them, whoever changes it. */
export function useTrips(from: PlainDate, to: PlainDate): readonly ClientTrip[] {
  const [held, setHeld] = useState<Held>()
  const version = useSyncExternalStore(onBookNews, () => bookNews().version)
  const about = `${from} ${to}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: each version of the book is another answer.
  useEffect(() => {
    let left = false
    const take = (trips: readonly ClientTrip[]) => {
      if (!left) setHeld({ trips, about })
    }
    // A book that cannot answer says so by its state.
    if (bookNews().state.phase === 'ready')
      book()
        .trips(from, to)
        .then(take, () => undefined)
    return () => {
      left = true
    }
  }, [about, version])
  return held?.about === about ? held.trips : NONE
}
