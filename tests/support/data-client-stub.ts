import type { DataSnapshot, DataState } from '#client/data/store/types.ts'
import type { DataWorkerApi } from '#client/data/worker-api.ts'
import type { Change } from '#shared/sync/protocol.ts'
import type { ReadOnlyChange } from '#shared/sync/read-only-collections.ts'
import { DataDevice } from './data-device.ts'

const openingState: DataState = {
  phase: 'opening',
  sync: 'idle',
  isUnreachable: false,
  clients: 0,
  pending: 0,
  conflicts: 0,
  rejected: 0,
  syncedAt: undefined,
  clockSkew: 0,
  progress: undefined,
  missing: 0,
}

let openData: DataWorkerApi | undefined
let snapshot: DataSnapshot = { version: 0, state: openingState }
const listeners = new Set<() => void>()

/** Opens a client book with these clients and journeys, for components that ask `data-client.ts` for it. */
export async function openDataInPage(
  clients: Change[],
  journeys: Change[] = [],
  readOnly: ReadOnlyChange[] = [],
): Promise<DataWorkerApi> {
  const device = new DataDevice()
  await device.storePage(1, clients)
  await device.storeRows(journeys)
  await device.storeReadOnly(readOnly)
  if (readOnly.length > 0) await device.markSynced()
  const book = device.openTab()
  await provideOpenData(book)
  return book
}

export async function provideOpenData(book: DataWorkerApi): Promise<void> {
  openData = book
  await book.watch((next) => {
    // A book of an earlier test may still send news.
    if (openData !== book) return
    snapshot = next
    for (const changed of listeners) changed()
  })
}

/** Replaces the module that talks to the worker: `vi.mock('…/page-book.ts', …)`. */
export const dataClientStub = {
  getData: () => {
    if (!openData) throw new Error('No client book is open. Open one in the test first.')
    return openData
  },
  callData: async <T>(_userId: string, run: (book: DataWorkerApi) => Promise<T>) =>
    run(dataClientStub.getData()),
  getDataSnapshot: () => snapshot,
  waitForData: async () => undefined,
  subscribeToData: (changed: () => void) => {
    listeners.add(changed)
    return () => listeners.delete(changed)
  },
}

/**
 * The same for pages that read and write at once: each call begins in a task of its own, as in a
 * worker. In one task the page's reads would become a part of the book's transaction.
 */
export const remoteDataStub = {
  ...dataClientStub,
  getData: () =>
    new Proxy(dataClientStub.getData(), {
      get: (book, name) => {
        const member = Reflect.get(book, name) as unknown
        if (typeof member !== 'function') return member
        return async (...parts: unknown[]) => {
          await new Promise((resolve) => setTimeout(resolve))
          return Reflect.apply(member, book, parts)
        }
      },
    }),
}
