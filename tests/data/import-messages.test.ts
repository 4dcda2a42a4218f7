import { expose, proxy, wrap } from 'comlink'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { expect, it, vi } from 'vitest'
import type { TabMessage } from '#client/data/store/channel.ts'
import { OwnerDatabase } from '#client/data/store/database.ts'
import type { DataSnapshot as News } from '#client/data/store/types.ts'
import { type OpenData, openData } from '#tests/support/data/data-device.ts'
import { NO_DOCUMENTS } from '#tests/support/journeys/document-double.ts'
import { TODAY } from '#tests/support/server/site.ts'

const silentChannel = {
  post: (_message: TabMessage) => undefined,
  listen: () => undefined,
  close: () => undefined,
}

async function nobody() {
  return { status: 0, body: undefined, text: '' }
}

function deskData(): OpenData {
  let ids = 0
  return openData({
    db: new OwnerDatabase('owner', { indexedDB: new IDBFactory(), IDBKeyRange }),
    userId: 'owner',
    clock: () => TODAY,
    newId: () => `new-${++ids}`,
    random: () => 0.5,
    transport: { push: nobody, pull: nobody, isRevoked: async () => false },
    fileTransport: NO_DOCUMENTS,
    locks: undefined,
    channel: silentChannel,
    deviceName: 'Laptop',
  })
}

/**
 * Imports `rows` clients while a page asks for its lists at each news of the book; returns the
 * length of the largest message to the page.
 */
async function largestMessage(rows: number): Promise<number> {
  const { port1, port2 } = new MessageChannel()
  const posted = vi.spyOn(port1, 'postMessage')
  const book = deskData()
  expose(book, port1)
  const page = wrap(port2) as unknown as OpenData
  let latest: News | undefined
  await page.sync.watch(
    proxy((next: News) => {
      latest = next
      void page.records.listPending(50)
      void page.records.listNeedingAttention(20)
      void page.clients.list({ text: '', sort: 'name' }, 0, 100)
    }),
  )
  const lines = Array.from({ length: rows }, (_, i) => `Client ${i},Oslo,c${i}@example.com,${i}`)
  const file = new Blob([`Name,Location,Email,Phone\n${lines.join('\n')}\n`])
  await page.files.open(file, 'clients.csv')
  await page.files.preview({ targets: {}, dateOrders: {} })
  const done = await page.files.run({ same: 'fill', joined: 'fill', similar: 'import', rows: {} })
  expect(done.counts).toMatchObject({ added: rows })
  await expect.poll(() => latest?.state).toMatchObject({ clients: rows, pending: rows + 1 })
  expect(await page.records.listPending(50)).toHaveLength(50)
  book.close()
  port1.close()
  return Math.max(...posted.mock.calls.map(([message]) => JSON.stringify(message).length))
}

it('Messages to a page during an import do not grow with the size of the file', async () => {
  const [short, long] = [await largestMessage(200), await largestMessage(2000)]
  expect(long).toBeLessThan(short * 1.1)
})
