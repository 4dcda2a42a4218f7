import 'fake-indexeddb/auto'
import { expect, it, vi } from 'vitest'
import { book, bookNews, onBookNews } from '#client/book/page-book.ts'
import { rememberAccount } from '#client/lib/data/account-here.ts'
import { astrid } from '#tests/support/owners-store.ts'
import { SilentWorker } from '#tests/support/silent-worker.ts'

const workers: SilentWorker[] = []

class DeadWorker extends SilentWorker {
  constructor() {
    super()
    workers.push(this)
  }
}

it('a book whose worker does not start refuses an edit, so that its form can say so, and is known to be shut', async () => {
  vi.stubGlobal('Worker', DeadWorker)
  rememberAccount(astrid)
  onBookNews(() => undefined)
  workers[0]?.dispatchEvent(new Event('error'))
  expect(bookNews().state.phase).toBe('unavailable')
  await expect(book().save(undefined, { base: {}, set: {}, rev: 0 })).rejects.toThrow('not start')
  await expect(book().sync()).rejects.toThrow()
})
