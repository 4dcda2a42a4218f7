import { openOwnerDatabase } from '#client/book/store/database.ts'
import { DeskCache } from '#client/book/store/desk-cache.ts'
import { SyncEngine } from '#client/book/sync/sync-engine.ts'
import { httpTransport } from '#client/book/sync/transport.ts'
import { systemClock } from '#client/lib/clock.ts'
import { randomKey } from '#client/lib/data/ids.ts'
import { readStoredAccount } from '#client/lib/data/stored-account.ts'

/** Syncs the client book in the page by the test's own `fetch`, for tests without workers. */
async function sync(): Promise<void> {
  const userId = readStoredAccount()?.id ?? ''
  const transport = httpTransport((address, init) => fetch(address, init))
  const parts = { db: openOwnerDatabase(userId), userId, clock: systemClock, newId: randomKey }
  await new SyncEngine({ ...parts, transport }).run()
}

/** Replaces the module that talks to the worker: `vi.mock('…/page-book.ts', …)`. */
export const syncingBookStub = {
  getBook: () => ({ sync }),
  callBook: async <T>(userId: string, run: (book: DeskCache) => Promise<T>) =>
    run(new DeskCache(openOwnerDatabase(userId))),
}
