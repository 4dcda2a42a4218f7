import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { resolveMissing } from '#client/data/sync/full-resync.ts'
import { deleteExpiredSyncRows } from '#server/privacy/store.ts'
import { SyncDevice } from '#tests/support/sync/sync-device.ts'
import { SyncServer, toAnswer } from '#tests/support/sync/sync-server.ts'
import {
  createClient,
  createClients,
  createPagedTransport,
  createTestTransport,
  DAY,
  NO_ANSWER,
  toClientRef,
} from '#tests/support/sync/sync-transports.ts'

let world: SyncServer
let laptop: SyncDevice
let phone: SyncDevice
beforeEach(async () => {
  world = await SyncServer.open()
  laptop = new SyncDevice('laptop')
  phone = new SyncDevice('phone')
})
afterEach(async () => {
  laptop.crash()
  phone.crash()
  await world.close()
})

/** Both devices have `all` clients; the laptop deletes the first `deleted` while the phone is away. */
async function deleteWhileAway(all: number, deleted: number): Promise<void> {
  await createClients(world, laptop, all)
  await phone.sync(world.createTransport())
  for (let i = 0; i < deleted; i++) await laptop.edits.remove(toClientRef(`c${i}`))
  await laptop.sync(world.createTransport())
  await world.passMonths()
}

const readMissingKeys = async () => (await phone.db.device.get('device'))?.missingKeys ?? []
const countConfirmed = async () => [...(await phone.readConfirmed()).keys()].length

describe('A device that was away for longer than tombstones are stored', () => {
  it('hides clients who were deleted meanwhile, and does not restore them', async () => {
    await deleteWhileAway(30, 1)
    expect(await phone.sync(world.createTransport())).toBe('done')
    expect(await phone.readView(toClientRef('c0'))).toMatchObject({ deleted: true })
    expect(await countConfirmed()).toBe(29)
    await laptop.sync(world.createTransport())
    expect(await world.findRecord('c0')).toBeUndefined()
  })

  it.each([
    [19, 1],
    [230, 12],
    [420, 21],
  ])('asks the owner if, of %i clients, %i would be removed', async (all, deleted) => {
    await deleteWhileAway(all, deleted)
    await phone.sync(world.createTransport())
    expect(await readMissingKeys()).toHaveLength(deleted)
    expect(await phone.readView(toClientRef('c0'))).toMatchObject({ deleted: false })
    await resolveMissing(phone.db, 'remove')
    expect(await phone.readView(toClientRef('c0'))).toMatchObject({ deleted: true })
    expect(await countConfirmed()).toBe(all - deleted)
  })

  it.each([
    [20, 1],
    [400, 20],
  ])('removes clients without asking if, of %i clients, %i were deleted', async (all, deleted) => {
    await deleteWhileAway(all, deleted)
    await phone.sync(world.createTransport())
    expect(await readMissingKeys()).toEqual([])
    expect(await countConfirmed()).toBe(all - deleted)
  })

  it('resends the clients that the owner chooses to keep', async () => {
    await deleteWhileAway(3, 2)
    await phone.sync(world.createTransport())
    await resolveMissing(phone.db, 'resend')
    await phone.sync(world.createTransport())
    await laptop.sync(world.createTransport())
    expect(await laptop.readView(toClientRef('c1'))).toMatchObject({
      data: { name: 'Client 1', phone: '+47 1' },
      deleted: false,
    })
    expect(await readMissingKeys()).toEqual([])
  })

  it('loses nothing if the owner answers while a restored server is sent what it lacks', async () => {
    phone.crash()
    phone = new SyncDevice('phone', { packThreshold: 1 })
    await createClients(world, laptop, 10)
    await phone.sync(world.createTransport())
    for (const id of ['c0', 'c1', 'c2']) await laptop.edits.remove(toClientRef(id))
    await laptop.sync(world.createTransport())
    await world.passMonths()
    await world.backUp()
    for (const id of ['d0', 'd1']) await createClient(laptop, id, { name: id })
    await laptop.sync(world.createTransport())
    await phone.sync(world.createTransport())
    expect(await readMissingKeys()).toHaveLength(3)
    await world.restore()
    let pulls = 0
    const stops = createTestTransport(world, {
      pull: async (query) =>
        pulls++ < 2 ? toAnswer(await world.pull({ ...query, limit: 2 })) : NO_ANSWER,
    })
    expect(await phone.sync(stops)).toBe('failed')
    expect(await readMissingKeys()).toEqual([])
    await resolveMissing(phone.db, 'remove')
    for (let i = 0; i < 2; i++) await phone.sync(world.createTransport())
    expect(await world.findRecord('d0')).toMatchObject({ data: { name: 'd0' } })
    expect(await world.findRecord('d1')).toMatchObject({ data: { name: 'd1' } })
  })

  it('restores a deleted client in full, with its edit, if it edited that client meanwhile', async () => {
    await deleteWhileAway(30, 1)
    await phone.edit(toClientRef('c0'), { phone: '+47 900' })
    expect(await phone.sync(world.createTransport())).toBe('done')
    expect(await world.findRecord('c0')).toMatchObject({
      data: { name: 'Client 0', phone: '+47 900' },
      conflicts: [],
    })
  })

  it('restarts a full resync if tombstones are purged while it is in progress', async () => {
    await createClients(world, laptop, 30)
    let pages = 0
    const stops = createTestTransport(world, {
      pull: async (query) =>
        pages++ < 1 ? toAnswer(await world.pull({ ...query, limit: 10 })) : NO_ANSWER,
    })
    expect(await phone.sync(stops)).toBe('failed')
    await laptop.edits.remove(toClientRef('c0'))
    await laptop.sync(world.createTransport())
    await world.passMonths()
    expect(await phone.sync(createPagedTransport(world, 10))).toBe('done')
    expect(await countConfirmed()).toBe(29)
    expect(await phone.readView(toClientRef('c0'))).toMatchObject({ deleted: true })
  })

  it('completes a full resync without being sent back to the start', async () => {
    await createClients(world, laptop, 30)
    for (const id of ['c27', 'c28', 'c29']) await laptop.edits.remove(toClientRef(id))
    await laptop.sync(world.createTransport())
    await world.passMonths()
    const statuses: number[] = []
    const counts = createTestTransport(world, {
      pull: async (query) => {
        const answer = toAnswer(await world.pull({ ...query, limit: 10 }))
        statuses.push(answer.status)
        return answer
      },
    })
    expect(await phone.sync(counts)).toBe('done')
    expect(statuses).toEqual([200, 200, 200])
  })

  it('has an edit applied only once if it never received the answer', async () => {
    await createClients(world, laptop, 1)
    await phone.sync(world.createTransport())
    await phone.edit(toClientRef('c0'), { phone: '+47 900' })
    const unheard = createTestTransport(world, {
      push: async (body) => {
        await world.push(body)
        return NO_ANSWER
      },
    })
    await phone.sync(unheard)
    await laptop.sync(world.createTransport())
    await laptop.edit(toClientRef('c0'), { phone: '+47 901' })
    await laptop.sync(world.createTransport())
    await world.passMonths()
    await phone.sync(world.createTransport())
    expect(await world.findRecord('c0')).toMatchObject({
      data: { phone: '+47 901' },
      conflicts: [],
    })
    expect(await phone.db.queue.count()).toBe(0)
  })
})

describe('A delete that is undone late', () => {
  it('restores the client in full although the server has only the tombstone', async () => {
    await createClients(world, laptop, 1)
    await laptop.edits.remove(toClientRef('c0'))
    await laptop.sync(world.createTransport())
    world.time.now += 40 * DAY
    await world.db.write((tx) => deleteExpiredSyncRows(tx, world.time.now))
    await laptop.edits.restore(toClientRef('c0'))
    await laptop.sync(world.createTransport())
    expect(await world.findRecord('c0')).toMatchObject({
      deleted: false,
      data: { name: 'Client 0', phone: '+47 0' },
    })
  })
})

describe('Two devices with the same id, from a copied profile', () => {
  async function copied(): Promise<SyncDevice> {
    const copy = new SyncDevice('copy')
    for (const table of laptop.db.tables)
      await copy.db.table(table.name).bulkPut(await table.toArray())
    return copy
  }
  const ids = async (...devices: SyncDevice[]) =>
    Promise.all(devices.map(async ({ db }) => (await db.device.get('device'))?.deviceId))

  it('get different ids at their first edit, and neither overwrites the other', async () => {
    await createClients(world, laptop, 2)
    const copy = await copied()
    await laptop.edit(toClientRef('c0'), { phone: '+47 1000' })
    await copy.edit(toClientRef('c0'), { phone: '+47 2000' })
    await copy.edit(toClientRef('c1'), { name: 'From the copy' })
    await laptop.sync(world.createTransport())
    expect(await copy.sync(world.createTransport())).toBe('done')
    expect(new Set(await ids(laptop, copy)).size).toBe(2)
    expect(await world.findRecord('c0')).toMatchObject({
      data: { phone: '+47 1000' },
      conflicts: [{ value: '+47 2000' }],
    })
    expect((await world.findRecord('c1'))?.data).toMatchObject({ name: 'From the copy' })
    await laptop.sync(world.createTransport())
    expect(await copy.readConfirmed()).toEqual(await laptop.readConfirmed())
    copy.crash()
  })

  it('lose no edit that was pending in either of them', async () => {
    await createClients(world, laptop, 1)
    await laptop.edit(toClientRef('c0'), { phone: '+47 1000' })
    const copy = await copied()
    await copy.edit(toClientRef('c0'), { name: 'Of the copy' })
    await createClient(laptop, 'bo', { name: 'Bo' })
    await laptop.sync(world.createTransport())
    await copy.sync(world.createTransport())
    expect(await world.findRecord('c0')).toMatchObject({
      data: { name: 'Of the copy', phone: '+47 1000' },
      conflicts: [],
    })
    expect((await world.findRecord('bo'))?.data).toMatchObject({ name: 'Bo' })
    copy.crash()
  })

  it('get different ids even after months, when the answers to one of them have been purged', async () => {
    await createClients(world, laptop, 1)
    const copy = await copied()
    await laptop.edit(toClientRef('c0'), { phone: '+47 1000' })
    await laptop.sync(world.createTransport())
    await world.passMonths()
    await copy.edit(toClientRef('c0'), { name: 'Of the copy' })
    expect(await copy.sync(world.createTransport())).toBe('done')
    expect((await world.findRecord('c0'))?.data).toEqual({ name: 'Of the copy', phone: '+47 1000' })
    expect(new Set(await ids(laptop, copy)).size).toBe(2)
    copy.crash()
  })
})
