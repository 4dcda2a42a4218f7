import { book } from '#client/book/page-book.ts'
import type { ClientTrip } from '#client/book/store/types.ts'
import { useBookAnswer } from '#client/book/use-book.ts'
import type { PlainDate } from '#shared/lib/date.ts'

const NONE: readonly ClientTrip[] = []

/** Every client's journeys that touch these dates, as the book has them, whoever changes it. */
export function useTrips(from: PlainDate, to: PlainDate): readonly ClientTrip[] {
  return useBookAnswer(`${from} ${to}`, () => book().trips(from, to))?.answer ?? NONE
}
