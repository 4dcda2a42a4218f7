import { expose, proxy, wrap } from 'comlink'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { expect, it, vi } from 'vitest'
import { DeskBook } from '#client/book/desk-book.ts'
import type { BookNews } from '#client/book/store/channel.ts'
import { OwnerDatabase } from '#client/book/store/database.ts'
import type { BookNews as News, WholeBook } from '#client/book/store/types.ts'
import { TODAY } from '#tests/support/site.ts'

const unheard = {
  tell: (_news: BookNews) => undefined,
  hear: () => undefined,
  close: () => undefined,
}

async function nobody() {
  return { status: 0, body: undefined, text: '' }
}

function deskBook(): DeskBook {
  let ids = 0
  return new DeskBook({
    db: new OwnerDatabase('owner', { indexedDB: new IDBFactory(), IDBKeyRange }),
    userId: 'owner',
    clock: () => TODAY,
    newId: () => `new-${++ids}`,
    random: () => 0.5,
    transport: { push: nobody, pull: nobody, isRevoked: async () => false },
    locks: undefined,
    channel: unheard,
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
  const book = deskBook()
  expose(book, port1)
  const page = wrap<WholeBook>(port2)
  let news: News | undefined
  await page.watch(
    proxy((next: News) => {
      news = next
      void page.waiting(50)
      void page.attention(20)
      void page.list({ text: '', sort: 'name' }, 0, 100)
    }),
  )
  const lines = Array.from({ length: rows }, (_, i) => `Client ${i},Oslo,c${i}@example.com,${i}`)
  const file = new Blob([`Name,Location,Email,Phone\n${lines.join('\n')}\n`])
  await page.openImport(file, 'clients.csv')
  await page.lookAtImport({ targets: {}, dateOrders: {} })
  const done = await page.runImport({ same: 'fill', similar: 'import', rows: {} })
  expect(done.counts).toMatchObject({ added: rows })
  await expect.poll(() => news?.state).toMatchObject({ clients: rows, waiting: rows })
  expect(await page.waiting(50)).toHaveLength(50)
  book.close()
  port1.close()
  return Math.max(...posted.mock.calls.map(([message]) => JSON.stringify(message).length))
}

it('what a page is told of an import does not grow with the file', async () => {
  const [short, long] = [await largestMessage(200), await largestMessage(2000)]
  expect(long).toBeLessThan(short * 1.1)
})
