import 'fake-indexeddb/auto'
import { expect, test, vi } from 'vitest'
import { keepDraft, readDraft } from '#client/book/desk-copies.ts'
import { LATER_VERSION, STORE_VERSION } from '#client/book/store/open-as-it-is.ts'
import { makeOwnersStore } from '#tests/support/owners-store.ts'

// Which tells of a later version by its state.
vi.mock('#client/book/page-book.ts', () => ({ bookOpened: async () => undefined }))

/** A store whose structure bears this number. */
async function storeOf(userId: string, version: number): Promise<void> {
  await makeOwnersStore(userId)
  const request = indexedDB.open(`crm-${userId}`, version)
  await new Promise((resolve) => {
    request.onsuccess = resolve
  })
  request.result.close()
}

test('a page goes on with a store that an older worker has added to', async () => {
  await storeOf('astrid', STORE_VERSION * 10 + 1)
  expect(await keepDraft('astrid', 'client:c1', 'Ada')).toBe(true)
  expect(await readDraft('astrid', 'client:c1')).toBe('Ada')
})

test('a page leaves a store of a later version alone', async () => {
  await storeOf('bo', LATER_VERSION)
  expect(await keepDraft('bo', 'client:c1', 'Ada')).toBe(false)
  expect(await readDraft('bo', 'client:c1')).toBeUndefined()
})
