import { IDBObjectStore } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SyncDevice } from '../support/sync-device.ts'
import { client, create, fill, watched, way } from '../support/sync-steps.ts'
import { answerOf, SyncWorld } from '../support/sync-world.ts'

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

/** From here on the browser has no room for anything; returns the way to make some. */
function fillDisk(): () => void {
  const refuse = () => {
    throw new DOMException('No room is left', 'QuotaExceededError')
  }
  const spies = (['put', 'add'] as const).map((name) =>
    vi.spyOn(IDBObjectStore.prototype, name).mockImplementation(refuse),
  )
  return () => {
    for (const spy of spies) spy.mockRestore()
  }
}

const C0 = client('c0')

describe('a device without room', () => {
  it('says of an edit that it is not saved, and shows and sends nothing of it', async () => {
    const makeRoom = fillDisk()
    await expect(laptop.edit(C0, { phone: '+47 999' })).rejects.toThrow('No room')
    makeRoom()
    expect(await laptop.view(C0)).toMatchObject({ data: { phone: '+47 0' } })
    expect(await laptop.db.queue.count()).toBe(0)
  })

  it('keeps an edit whose answer it cannot write down, and sends it once more as it was', async () => {
    await laptop.edit(C0, { phone: '+47 999' })
    await create(laptop, 'new', { name: 'New' })
    let makeRoom = () => {}
    const { transport, sent } = watched(world)
    const fills = way(world, {
      push: async (body) => {
        const answer = await transport.push(body)
        makeRoom = fillDisk()
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
  })

  it.each([3, 230])('takes a page of %i in later that it has no room for', async (count) => {
    if (count > 3) await fill(world, laptop, count)
    const phone = new SyncDevice('phone')
    let makeRoom = () => {}
    const fills = way(world, {
      pull: async (query) => {
        makeRoom = fillDisk()
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
