import { IDBFactory, IDBKeyRange, IDBObjectStore } from 'fake-indexeddb'
import { describe, expect, vi } from 'vitest'
import { OwnerDatabase } from '#client/data/store/database.ts'
import { openData } from '#tests/support/data/data-device.ts'
import { DocumentDouble } from '#tests/support/journeys/document-double.ts'
import { TODAY } from '#tests/support/server/site.ts'
import { SyncDevice } from '#tests/support/sync/sync-device.ts'
import { toAnswer } from '#tests/support/sync/sync-server.ts'
import { test as it } from '#tests/support/sync/sync-test.ts'
import {
  createClient,
  createClients,
  createRecordingTransport,
  createTestTransport,
  toClientRef,
} from '#tests/support/sync/sync-transports.ts'

it.beforeEach(async ({ world, laptop }) => {
  await createClients(world, laptop, 3)
})

/**
 * Makes every write fail for want of storage, to one object store or to `all`, once there was room for some
 * (`left`); the returned function ends it.
 */
function fillDisk(store: string, left = 0): () => void {
  let room = left
  const spies = (['put', 'add'] as const).map((name) => {
    const { [name]: write } = IDBObjectStore.prototype
    return vi.spyOn(IDBObjectStore.prototype, name).mockImplementation(function (
      this: IDBObjectStore,
      ...given
    ) {
      if ((store !== 'all' && this.name !== store) || room-- > 0) return write.apply(this, given)
      throw new DOMException('No room is left', 'QuotaExceededError')
    })
  })
  return () => {
    for (const spy of spies) spy.mockRestore()
  }
}

const C0 = toClientRef('c0')

describe('A device whose disk is full', () => {
  it.for(['all', 'queue', 'records'])(
    'rejects an edit as not saved, and neither shows nor sends any of it (%s)',
    async (store, { laptop }) => {
      const makeRoom = fillDisk(store)
      await expect(laptop.edit(C0, { phone: '+47 999' })).rejects.toThrow('No room')
      makeRoom()
      expect(await laptop.readView(C0)).toMatchObject({ data: { phone: '+47 0' } })
      expect(await laptop.db.queue.count()).toBe(0)
    },
  )

  it.for(['all', 'queue', 'records'])(
    'preserves pending edits when a further edit cannot be saved (%s)',
    async (store, { world, laptop }) => {
      await laptop.edit(C0, { phone: '+47 999' })
      const makeRoom = fillDisk(store)
      await expect(laptop.edit(C0, { name: 'Ada' })).rejects.toThrow('No room')
      await expect(laptop.edits.remove(C0)).rejects.toThrow('No room')
      makeRoom()
      expect(await laptop.readView(C0)).toMatchObject({
        data: { name: 'Client 0', phone: '+47 999' },
      })
      await laptop.sync(world.createTransport())
      expect(await world.findRecord('c0')).toMatchObject({
        deleted: false,
        data: { name: 'Client 0', phone: '+47 999' },
      })
    },
  )

  it.for([
    ['queue', 2],
    ['records', 1],
    ['all', 4],
  ] as const)(
    'stores none of the edits of one action if there is no room for one (%s)',
    async ([store, left], { laptop }) => {
      await laptop.edit(C0, { phone: '+47 999' })
      const before = await laptop.dumpStore()
      const makeRoom = fillDisk(store, left)
      const edits = ['c0', 'c1', 'c2'].map((id) => ({ ...toClientRef(id), op: 'delete' as const }))
      await expect(laptop.edits.applyAll(edits)).rejects.toThrow('No room')
      makeRoom()
      expect(await laptop.dumpStore()).toBe(before)
      await laptop.edits.applyAll(edits)
      expect(await laptop.db.queue.count()).toBe(4)
    },
  )

  it('sends no edit whose number it cannot store', async ({ world, laptop }) => {
    await laptop.edit(C0, { phone: '+47 999' })
    const { transport, sent } = createRecordingTransport(world)
    const makeRoom = fillDisk('device')
    await expect(laptop.sync(transport)).rejects.toThrow('No room')
    makeRoom()
    expect(sent).toEqual([])
    expect(await laptop.sync(transport)).toBe('done')
    expect((await world.findRecord('c0'))?.data).toMatchObject({ phone: '+47 999' })
  })

  it.for(['all', 'records', 'ackedLog', 'device'])(
    'keeps an edit queued if it cannot store the answer, and resends it unchanged (%s)',
    async (store, { world, laptop }) => {
      await laptop.edit(C0, { phone: '+47 999' })
      await createClient(laptop, 'new', { name: 'New' })
      let makeRoom = () => {}
      const { transport, sent } = createRecordingTransport(world)
      const fills = createTestTransport(world, {
        push: async (body) => {
          const answer = await transport.push(body)
          makeRoom = fillDisk(store)
          return answer
        },
      })
      await expect(laptop.sync(fills)).rejects.toThrow('No room')
      makeRoom()
      const { rev } = (await world.findRecord('c0')) ?? {}
      expect(await laptop.db.queue.count()).toBe(2)
      expect(await laptop.readView(C0)).toMatchObject({ data: { phone: '+47 999' } })
      expect(await laptop.sync(transport)).toBe('done')
      expect(sent[1]?.mutations).toEqual(sent[0]?.mutations)
      expect((await world.findRecord('c0'))?.rev).toBe(rev)
      expect(await laptop.db.queue.count()).toBe(0)
      expect((await laptop.readConfirmed()).get('c0')?.data).toMatchObject({ phone: '+47 999' })
    },
  )

  it.for(['all', 'rejected'])(
    'keeps a refused edit queued if it cannot store the refusal (%s)',
    async (store, { world, laptop }) => {
      await laptop.edit(C0, { phone: '1'.repeat(61) })
      let makeRoom = () => {}
      const push = async (body: object) => {
        const answer = toAnswer(await world.push(body))
        makeRoom = fillDisk(store)
        return answer
      }
      await expect(laptop.sync(createTestTransport(world, { push }))).rejects.toThrow('No room')
      makeRoom()
      expect(await laptop.db.queue.count()).toBe(1)
      await laptop.sync(world.createTransport())
      expect(await laptop.db.rejected.toArray()).toMatchObject([
        { intent: { set: { phone: '1'.repeat(61) } } },
      ])
    },
  )

  it.for(['all', 'queue', 'device'])(
    'retains the edits that a restored server needs until there is space to resend them (%s)',
    async (store, { world, laptop }) => {
      await world.backUp()
      await laptop.edit(C0, { phone: '+47 999' })
      await laptop.sync(world.createTransport())
      await world.restore()
      const makeRoom = fillDisk(store)
      await expect(laptop.sync(world.createTransport())).rejects.toThrow('No room')
      makeRoom()
      expect(await laptop.sync(world.createTransport())).toBe('done')
      expect((await world.findRecord('c0'))?.data).toMatchObject({ phone: '+47 999' })
    },
  )

  it.for([3, 230])(
    'fetches a page of %i clients again later if there was no space to store it',
    async (count, { world, laptop }) => {
      if (count > 3) await createClients(world, laptop, count)
      const phone = new SyncDevice('phone')
      let makeRoom = () => {}
      const fills = createTestTransport(world, {
        pull: async (query) => {
          makeRoom = fillDisk('all')
          return toAnswer(await world.pull(query))
        },
      })
      await expect(phone.sync(fills)).rejects.toThrow('No room')
      makeRoom()
      expect((await phone.readConfirmed()).size).toBe(0)
      expect(await phone.sync(world.createTransport())).toBe('done')
      expect(await phone.readConfirmed()).toEqual(await laptop.readConfirmed())
      phone.crash()
    },
  )

  it('says so until there is room again', async ({ world }) => {
    const { push, pull, isRevoked } = world.createTransport()
    const nothing = () => undefined
    const book = openData({
      db: new OwnerDatabase('owner', { indexedDB: new IDBFactory(), IDBKeyRange }),
      ...{ userId: 'owner', clock: () => TODAY, newId: () => 'new', random: () => 0.5 },
      ...{ deviceName: 'Tablet', transport: { push, pull, isRevoked }, locks: undefined },
      fileTransport: new DocumentDouble(),
      channel: { post: nothing, listen: nothing, close: nothing },
    })
    const readSync = async () => (await book.sync.getState()).sync
    await book.sync.run()
    await createClients(world, new SyncDevice('phone'), 5)
    const makeRoom = fillDisk('all')
    await book.sync.run()
    expect(await readSync()).toBe('full')
    makeRoom()
    await book.sync.run()
    expect(await readSync()).toBe('idle')
    book.close()
  })
})
