import { ownerDatabase } from '#client/book/store/database.ts'
import { DeskStore } from '#client/book/store/desk-store.ts'
import { Syncer } from '#client/book/sync/syncer.ts'
import { httpTransport } from '#client/book/sync/transport.ts'
import { systemClock } from '#client/lib/clock.ts'
import { accountHere } from '#client/lib/data/account-here.ts'
import { randomKey } from '#client/lib/data/ids.ts'

/** Syncs the client book in the page by the test's own `fetch`, for tests without workers. */
async function sync(): Promise<void> {
  const userId = accountHere()?.id ?? ''
  const transport = httpTransport((address, init) => fetch(address, init))
  const parts = { db: ownerDatabase(userId), userId, clock: systemClock, newId: randomKey }
  await new Syncer({ ...parts, transport }).run()
}

/** Replaces the module that talks to the worker: `vi.mock('…/page-book.ts', …)`. */
export const exchangingBook = {
  book: () => ({ sync }),
  askBook: async <T>(userId: string, ask: (book: DeskStore) => Promise<T>) =>
    ask(new DeskStore(ownerDatabase(userId))),
}
