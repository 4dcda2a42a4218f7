import { expect } from 'vitest'
import type { DataState } from '#client/data/store/types.ts'
import type { Answer } from '#client/data/sync/transport.ts'
import type { Change, PullAnswer, PullQuery } from '#shared/sync/protocol.ts'
import type { ReadOnlyChange } from '#shared/sync/read-only-collections.ts'
import { TODAY } from '#tests/support/server/site.ts'
import { dataClientStub, provideOpenData } from './data-client-stub.ts'
import { DataDevice, type OpenData } from './data-device.ts'

/** A book in the page, on a device with these records, whose server has `arrivals` for its next pull. */
export async function openSyncedData(
  stored: ReadOnlyChange[],
  { records = [], serverTime = TODAY }: { records?: Change[]; serverTime?: number } = {},
) {
  const arrivals: ReadOnlyChange[] = []
  const server = { isDown: false, whileAsked: async () => {} }
  const device = new DataDevice()
  await device.storeRows(records)
  await device.storeReadOnly(stored)
  await device.markSynced()
  const pull = async ({ cursor }: PullQuery) => {
    await expectSync('syncing')
    await server.whileAsked()
    if (server.isDown) return { status: 0, body: undefined, text: '' }
    const readOnly = arrivals.splice(0)
    const body: PullAnswer = {
      ...{ epoch: 'e1', schema: 1, serverTime: new Date(serverTime).toISOString(), lastMid: 0 },
      ...{
        horizon: 0,
        changes: [],
        readOnly,
        nextCursor: cursor + 1,
        hasMore: false,
        remaining: 0,
      },
    }
    return { status: 200, body, text: JSON.stringify(body) }
  }
  const book = device.openTab(pull, async ({ mutations }) => acceptAll(mutations))
  await provideOpenData(book)
  await syncPage(book)
  return { book, arrivals, server }
}

/** The server's answer to a push, all of which it applies. */
function acceptAll(mutations: readonly { mid: number; [field: string]: unknown }[]): Answer {
  const results = mutations.map(({ mid, coll, id, set }) => {
    const times = { createdAt: TODAY, updatedAt: TODAY }
    return { mid, status: 'applied', record: { coll, id, rev: 1, seq: 0, data: set, ...times } }
  })
  const body = { results, ackedThrough: mutations.at(-1)?.mid ?? 0, fromSeq: 0, toSeq: 0 }
  return { status: 200, body, text: JSON.stringify(body) }
}

/** Waits until the page has been told so. */
const expectSync = (sync: DataState['sync']) =>
  expect.poll(() => dataClientStub.getDataSnapshot().state.sync).toBe(sync)

export async function syncPage(book: OpenData): Promise<void> {
  await book.sync.run()
  await expectSync('idle')
}
