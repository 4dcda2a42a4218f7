import fc from 'fast-check'
import { describe, expect, vi } from 'vitest'
import type { RecordEdit } from '#client/data/edits/types.ts'
import { RecordCache } from '#client/data/index/record-cache.ts'
import { buildRecord, DataDevice, listFoundIds } from '#tests/support/data/data-device.ts'
import { assertProperty } from '#tests/support/run/property-runs.ts'
import { SyncDevice } from '#tests/support/sync/sync-device.ts'
import type { SyncServer } from '#tests/support/sync/sync-server.ts'
import { test as it } from '#tests/support/sync/sync-test.ts'
import { createClients, toClientRef } from '#tests/support/sync/sync-transports.ts'

const CLIENTS = 5

/** A device with some clients that are packed in a page, one that was edited, and one deleted offline. */
async function createDevice(world: SyncServer, name: string): Promise<SyncDevice> {
  const device = new SyncDevice(name)
  await device.sync(world.createTransport())
  await device.edit(toClientRef('c0'), { phone: '1' })
  await device.edits.remove(toClientRef('c1'))
  return device
}

const ids = fc.constantFrom('c0', 'c1', 'c2', 'c3', 'new', 'newer')
const fields = fc.record({ phone: fc.constantFrom('', '1', '2'), notes: fc.constantFrom('a', 'b') })
const someFields = fields.chain((all) =>
  fc.subarray(Object.entries(all)).map((some) => Object.fromEntries(some)),
)
const anyEdit: fc.Arbitrary<RecordEdit> = fc.oneof(
  fc.record({
    ...{ coll: fc.constant('client' as const), id: ids, op: fc.constant('set' as const) },
    ...{ base: fc.constant({}), set: someFields, rev: fc.constantFrom(undefined, 0) },
  }),
  fc.record({
    ...{ coll: fc.constant('client' as const), id: ids },
    op: fc.constantFrom('delete' as const, 'restore' as const),
  }),
  // An item with its price, which is a record of its own.
  fc.record({
    ...{ coll: fc.constant('journey-item' as const), id: fc.constant(`${'a'.repeat(20)}-1`) },
    ...{ op: fc.constant('set' as const), base: fc.constant({}) },
    set: fc.constantFrom({ title: 'Ferry' }, { price: '400' }, { title: 'Train', price: '500' }),
  }),
)

async function readStore({ db }: SyncDevice) {
  const queue = await db.queue.orderBy('n').toArray()
  const rows = await db.records.orderBy('key').toArray()
  return {
    queue: queue.map(({ n: _number, ...item }) => item),
    rows: rows.map(({ optimistic, ...row }) => ({
      ...row,
      optimistic: optimistic && { set: optimistic.set, deleted: optimistic.deleted },
    })),
  }
}

describe('Many edits as one action', () => {
  it('leave the same queue and the same values as one after the other', async ({ world }) => {
    await createClients(world, new SyncDevice('maker'), CLIENTS)
    await assertProperty(
      fc.asyncProperty(fc.array(anyEdit, { minLength: 1, maxLength: 12 }), async (edits) => {
        const [together, apart] = [
          await createDevice(world, 'laptop'),
          await createDevice(world, 'laptop'),
        ]
        await together.edits.applyAll(edits)
        for (const edit of edits) await apart.edits.applyAll([edit])
        expect(await readStore(together)).toEqual(await readStore(apart))
        for (const device of [together, apart]) device.crash()
      }),
    )
  }, 600_000)

  it('are one transaction, which a page that dies ends without any of them', async ({ world }) => {
    await createClients(world, new SyncDevice('maker'), CLIENTS)
    const device = await createDevice(world, 'laptop')
    const before = await readStore(device)
    const edits = [1, 2, 3, 4].map(
      (i): RecordEdit => ({ ...toClientRef(`c${i}`), op: 'set', base: {}, set: { notes: 'x' } }),
    )
    device.crashesIn = 1
    await expect(device.edits.applyAll(edits)).rejects.toThrow()
    expect(await readStore(device)).toEqual(before)
    device.crashesIn = 2
    await device.edits.applyAll(edits)
    expect(await device.db.queue.count()).toBe(before.queue.length + edits.length)
  })

  it('are one message to the other tabs, and one reading of the list in each', async () => {
    const device = new DataDevice()
    const ids = Array.from({ length: 100 }, (_, i) => `c${i}`)
    await device.storePage(
      1,
      ids.map((id) => buildRecord(id)),
    )
    const [here, there] = [await device.openLoadedTab(), await device.openLoadedTab()]
    const refresh = vi.spyOn(RecordCache.prototype, 'refresh')
    await here.records.edit(
      ids.map((id) => ({ ...toClientRef(id), op: 'set', base: {}, set: { notes: 'Likes boats' } })),
    )
    for (const tab of [here, there])
      await expect.poll(() => listFoundIds(tab, 'boats')).toHaveLength(ids.length)
    // A tab also hears that a sync begins and ends, of no records.
    expect(refresh.mock.calls.map(([read]) => read).filter(({ length }) => length > 0)).toEqual([
      ids,
      ids,
    ])
    refresh.mockRestore()
    device.closeAll()
  })
})
