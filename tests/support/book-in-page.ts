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

/** Opens a book that holds these, for components that ask the page for it. */
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
    // One of an earlier test may still have something to tell.
    if (tab !== book) return
    news = next
    for (const changed of listeners) changed()
  })
}

/** In place of the module of the page that reaches the worker: `vi.mock('…/page-book.ts', …)`. */
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
