import type { LocalBook } from '../../client/offline/crm/local-book.ts'
import type { BookNews } from '../../client/offline/crm/types.ts'

/** Stands in for the page's way to its worker: the book itself, in the same process. */
export class PageBook {
  private readonly listeners = new Set<() => void>()
  private current: LocalBook | undefined
  private news: BookNews | undefined

  /** To be the module `page-book.ts`. */
  readonly asModule = {
    book: () => this.book,
    bookNews: () => {
      if (!this.news) throw new Error('The book was not opened')
      return this.news
    },
    onBookNews: (changed: () => void) => {
      this.listeners.add(changed)
      return () => this.listeners.delete(changed)
    },
  }

  get book(): LocalBook {
    if (!this.current) throw new Error('The book was not opened')
    return this.current
  }

  async open(book: LocalBook): Promise<void> {
    this.current = book
    await book.watch((news) => {
      this.news = news
      for (const changed of this.listeners) changed()
    })
  }
}
