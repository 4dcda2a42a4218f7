import { IDBObjectStore } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SyncDevice } from '#tests/support/sync-device.ts'
import { client, create, fill, watched, way } from '#tests/support/sync-steps.ts'
import { answerOf, SyncWorld } from '#tests/support/sync-world.ts'

let world: SyncWorld
let laptop: SyncDevice
beforeEach(async () => {
  world = new SyncWorld()
  laptop = new SyncDevice('laptop')
  await fill(world, laptop, 3)
})
afterEach(() => {
  laptop.crash()
  world.close()
})

/**
 * Makes every write fail for want of storage, to one object store or to `all`; the returned
 * function ends it.
 */
function fillDisk(store: string): () => void {
  const spies = (['put', 'add'] as const).map((name) => {
    const { [name]: write } = IDBObjectStore.prototype
    return vi.spyOn(IDBObjectStore.prototype, name).mockImplementation(function (
      this: IDBObjectStore,
      ...given
    ) {
      if (store !== 'all' && this.name !== store) return write.apply(this, given)
      throw new DOMException('No room is left', 'QuotaExceededError')
    })
  })
  return () => {
    for (const spy of spies) spy.mockRestore()
  }
}

const C0 = client('c0')

describe('a device without room', () => {
  it.each(['all', 'queue', 'rows'])(
    'says of an edit that it is not saved, and shows and sends nothing of it (%s)',
    async (store) => {
      const makeRoom = fillDisk(store)
      await expect(laptop.edit(C0, { phone: '+47 999' })).rejects.toThrow('No room')
      makeRoom()
      expect(await laptop.view(C0)).toMatchObject({ data: { phone: '+47 0' } })
      expect(await laptop.db.queue.count()).toBe(0)
    },
  )

  it.each(['all', 'queue', 'rows'])('keeps what waits when more is typed (%s)', async (store) => {
    await laptop.edit(C0, { phone: '+47 999' })
    const makeRoom = fillDisk(store)
    await expect(laptop.edit(C0, { name: 'Ada' })).rejects.toThrow('No room')
    await expect(laptop.edits.remove(C0)).rejects.toThrow('No room')
    makeRoom()
    expect(await laptop.view(C0)).toMatchObject({ data: { name: 'Client 0', phone: '+47 999' } })
    await laptop.sync(world.transport())
    expect(world.record('c0')).toMatchObject({
      deleted: false,
      data: { name: 'Client 0', phone: '+47 999' },
    })
  })

  it('sends nothing whose number it cannot write down', async () => {
    await laptop.edit(C0, { phone: '+47 999' })
    const { transport, sent } = watched(world)
    const makeRoom = fillDisk('device')
    await expect(laptop.sync(transport)).rejects.toThrow('No room')
    makeRoom()
    expect(sent).toEqual([])
    expect(await laptop.sync(transport)).toBe('done')
    expect(world.record('c0')?.data).toMatchObject({ phone: '+47 999' })
  })

  it.each(['all', 'rows', 'log', 'device'])(
    'keeps an edit whose answer it cannot write down, and sends it once more as it was (%s)',
    async (store) => {
      await laptop.edit(C0, { phone: '+47 999' })
      await create(laptop, 'new', { name: 'New' })
      let makeRoom = () => {}
      const { transport, sent } = watched(world)
      const fills = way(world, {
        push: async (body) => {
          const answer = await transport.push(body)
          makeRoom = fillDisk(store)
          return answer
        },
      })
      await expect(laptop.sync(fills)).rejects.toThrow('No room')
      makeRoom()
      const { rev } = world.record('c0') ?? {}
      expect(await laptop.db.queue.count()).toBe(2)
      expect(await laptop.view(C0)).toMatchObject({ data: { phone: '+47 999' } })
      expect(await laptop.sync(transport)).toBe('done')
      expect(sent[1]?.mutations).toEqual(sent[0]?.mutations)
      expect(world.record('c0')?.rev).toBe(rev)
      expect(await laptop.db.queue.count()).toBe(0)
      expect((await laptop.confirmed()).get('c0')?.data).toMatchObject({ phone: '+47 999' })
    },
  )

  it.each(['all', 'refused'])(
    'keeps a refused edit whose refusal it cannot write down (%s)',
    async (store) => {
      await laptop.edit(C0, { phone: '1'.repeat(61) })
      let makeRoom = () => {}
      const push = async (body: object) => {
        const answer = answerOf(await world.push(body))
        makeRoom = fillDisk(store)
        return answer
      }
      await expect(laptop.sync(way(world, { push }))).rejects.toThrow('No room')
      makeRoom()
      expect(await laptop.db.queue.count()).toBe(1)
      await laptop.sync(world.transport())
      expect(await laptop.db.refused.toArray()).toMatchObject([
        { intent: { set: { phone: '1'.repeat(61) } } },
      ])
    },
  )

  it.each(['all', 'queue', 'device'])(
    'keeps what a restored server asks for until there is room to send it again (%s)',
    async (store) => {
      world.backUp()
      await laptop.edit(C0, { phone: '+47 999' })
      await laptop.sync(world.transport())
      await world.restore()
      const makeRoom = fillDisk(store)
      await expect(laptop.sync(world.transport())).rejects.toThrow('No room')
      makeRoom()
      expect(await laptop.sync(world.transport())).toBe('done')
      expect(world.record('c0')?.data).toMatchObject({ phone: '+47 999' })
    },
  )

  it.each([3, 230])('takes a page of %i in later that it has no room for', async (count) => {
    if (count > 3) await fill(world, laptop, count)
    const phone = new SyncDevice('phone')
    let makeRoom = () => {}
    const fills = way(world, {
      pull: async (query) => {
        makeRoom = fillDisk('all')
        return answerOf(world.pull(query))
      },
    })
    await expect(phone.sync(fills)).rejects.toThrow('No room')
    makeRoom()
    expect((await phone.confirmed()).size).toBe(0)
    expect(await phone.sync(world.transport())).toBe('done')
    expect(await phone.confirmed()).toEqual(await laptop.confirmed())
    phone.crash()
  })
})
