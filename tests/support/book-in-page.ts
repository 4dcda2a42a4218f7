import type { LocalBook } from '#client/book/local-book.ts'
import type { BookNews, BookState } from '#client/book/store/types.ts'
import type { Change } from '#shared/sync/protocol.ts'
import { BookDevice } from './kept-book.ts'

const opening: BookState = {
  phase: 'opening',
  sync: 'idle',
  clients: 0,
  waiting: 0,
  conflicts: 0,
  scheduleAsks: false,
  refused: 0,
  syncedAt: undefined,
  progress: undefined,
  missing: 0,
}

let tab: LocalBook | undefined
let news: BookNews = { version: 0, state: opening }
const listeners = new Set<() => void>()

/** Opens a client book with these records, for components that ask `page-book.ts` for it. */
export async function openBookInPage(changes: Change[]): Promise<LocalBook> {
  const device = new BookDevice()
  await device.pack(1, changes)
  const book = device.tab()
  await openInPage(book)
  return book
}

export async function openInPage(book: LocalBook): Promise<void> {
  tab = book
  await book.watch((next) => {
    // A book of an earlier test may still send news.
    if (tab !== book) return
    news = next
    for (const changed of listeners) changed()
  })
}

/** Replaces the module that talks to the worker: `vi.mock('…/page-book.ts', …)`. */
export const pageBook = {
  book: () => {
    if (!tab) throw new Error('No book is open')
    return tab
  },
  askBook: async <T>(_userId: string, ask: (book: LocalBook) => Promise<T>) => ask(pageBook.book()),
  bookNews: () => news,
  bookOpened: async () => undefined,
  onBookNews: (changed: () => void) => {
    listeners.add(changed)
    return () => listeners.delete(changed)
  },
}
