import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keepPage, readCopy } from '#client/book/desk-data.ts'
import { book, bookNews, closeBook, onBookNews } from '#client/book/page-book.ts'
import { rememberAccount } from '#client/lib/data/account-here.ts'
import { astrid } from '#tests/support/owners-store.ts'

const workers: SilentWorker[] = []

/** A worker that never answers. */
class SilentWorker extends EventTarget {
  constructor() {
    super()
    workers.push(this)
  }

  postMessage(): void {}
  terminate(): void {}
}

beforeEach(() => {
  workers.length = 0
  vi.stubGlobal('Worker', SilentWorker)
  rememberAccount(astrid)
})

afterEach(closeBook)

it('a book whose worker does not start refuses an edit, so that its form can say so, and is known to be shut', async () => {
  onBookNews(() => undefined)
  workers[0]?.dispatchEvent(new Event('error'))
  expect(bookNews().state.phase).toBe('unavailable')
  await expect(book().save(undefined, { base: {}, set: {}, rev: 0 })).rejects.toThrow('not start')
  await expect(book().sync()).rejects.toThrow()
})

it('what a page asked of a book that ends is answered at once, so that no list waits for it for ever', async () => {
  const asked = () => readCopy(astrid.id, '/functions/get-dashboard')
  const page = { before: undefined, asOf: 0, put: [], gone: [] }
  const standing = { epoch: 'e', seq: 1, floor: 0, about: undefined }
  const kept = keepPage({ userId: astrid.id, kind: 'form' }, { ...page, standing })
  closeBook()
  expect(await kept).toBe('not kept')
  const second = asked()
  workers.at(-1)?.dispatchEvent(new Event('error'))
  expect(await second).toBeUndefined()
  const third = asked()
  rememberAccount(null)
  expect(await third).toBeUndefined()
  expect(await asked()).toBeUndefined()
})
