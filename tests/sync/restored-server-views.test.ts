import { afterEach, beforeEach, expect } from 'vitest'
import { DataDevice, type OpenData } from '#tests/support/data/data-device.ts'
import { type SyncServer, toAnswer } from '#tests/support/sync/sync-server.ts'
import { test as it } from '#tests/support/sync/sync-test.ts'
import { createTestTransport } from '#tests/support/sync/sync-transports.ts'

let device: DataDevice
beforeEach(async () => {
  device = new DataDevice()
})
afterEach(async () => {
  device.closeAll()
})

/** What the owner sees: a client's name in the list, and name and phone on the client's page. */
async function readVisible(book: OpenData, id: string) {
  // After this the list contains all changes announced so far.
  await book.refresh([])
  const { items: lines } = await book.clients.list({ text: '', sort: 'name' }, 0, 1000)
  const view = await book.clients.get(id)
  const listed = lines.find((line) => line.id === id)
  return [listed?.name, view?.client.name, view?.client.phone]
}

/** A `push` and `pull` that call `look` before and after each request. */
function watchRequests(world: SyncServer, look: () => Promise<void>) {
  let requests = 0
  const around = async <T>(send: () => Promise<T>): Promise<T> => {
    requests++
    await look()
    const answer = await send()
    await look()
    return answer
  }
  const { push, pull } = createTestTransport(world, {
    push: (body) => around(async () => toAnswer(await world.push(body))),
    // Small pages, so that there is something to see between them.
    pull: (query) => around(async () => toAnswer(await world.pull({ ...query, limit: 80 }))),
  })
  return { push, pull, requests: () => requests }
}

// 64 or more records that arrive together are packed (`PACK_THRESHOLD`).
it.for([3, 150])(
  'The owner sees their own edits throughout the resend to a restored server (%i clients)',
  async (count, { world }) => {
    let look = async () => {}
    const { push, pull, requests } = watchRequests(world, () => look())
    const book = device.openTab(pull, push)
    const add = (i: number) =>
      book.clients.save(undefined, {
        base: {},
        set: { name: `Client ${i}`, phone: `${i}` },
        rev: 0,
      })
    const ids: string[] = []
    for (let i = 0; i < count; i++) ids.push(await add(i))
    await book.sync.run()
    await world.backUp()
    const [first = '', second = '', third = ''] = ids
    const edit = async (id: string, set: { name: string } | { phone: string }) => {
      const { rev = 0, client } = (await book.clients.get(id)) ?? {}
      await book.clients.save(id, {
        base: { name: client?.name ?? '', phone: client?.phone ?? '' },
        set,
        rev,
      })
    }
    for (const id of ids) await edit(id, { name: 'Acknowledged' })
    await edit(second, { phone: '999' })
    await book.sync.run()
    await edit(second, { name: 'Waiting' })
    await edit(third, { phone: '888' })
    await world.restore()
    const before = requests()
    const readAll = () => Promise.all([first, second, third].map((id) => readVisible(book, id)))
    const faults: unknown[] = []
    look = async () => {
      // The request waits until concurrent work has ended.
      await expect
        .poll(readAll)
        .toEqual([
          ['Acknowledged', 'Acknowledged', '0'],
          ['Waiting', 'Waiting', '999'],
          ['Acknowledged', 'Acknowledged', '888'],
        ])
        .catch((fault: unknown) => faults.push(fault))
    }
    await book.sync.run()
    await look()
    expect(faults).toEqual([])
    expect(requests() - before).toBeGreaterThan(2)
    expect((await book.sync.getState()).sync).toBe('idle')
    expect((await world.findRecord(first))?.data.name).toBe('Acknowledged')
    expect((await world.findRecord(second))?.data).toMatchObject({ name: 'Waiting', phone: '999' })
    expect((await world.findRecord(third))?.data.phone).toBe('888')
  },
)

it('A tab that gets no messages from other tabs finds every client after all were resent to an empty server', async ({
  world,
}) => {
  const book = device.openTab(world.createTransport().pull, world.createTransport().push)
  const ids: string[] = []
  // Each half becomes a packed page of its own.
  for (const half of [0, 1]) {
    for (let i = 0; i < 70; i++) {
      const set = { name: `Client ${half}-${i}`, phone: `${i}` }
      ids.push(await book.clients.save(undefined, { base: {}, set, rev: 0 }))
    }
    await book.sync.run()
  }
  const other = await device.openDisconnectedTab()
  await world.restore()
  await book.sync.run()
  expect(await world.listRecords()).toHaveLength(140)
  for (const [i, id] of ids.entries())
    expect((await other.clients.get(id))?.client.phone).toBe(`${i % 70}`)
  const [last = ''] = ids.slice(-1)
  await other.clients.save(last, { base: { phone: '69' }, set: { phone: '70' }, rev: 1 })
  expect((await other.clients.get(last))?.client).toMatchObject({
    name: 'Client 1-69',
    phone: '70',
  })
})
