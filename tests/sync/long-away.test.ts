import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { settleMissing } from '#client/book/sync/full-pull.ts'
import { deleteOldSync } from '#server/privacy/store.ts'
import { SyncDevice } from '#tests/support/sync-device.ts'
import { client, create, DAY, fill, inPagesOf, NO_ANSWER, way } from '#tests/support/sync-steps.ts'
import { answerOf, SyncWorld } from '#tests/support/sync-world.ts'

let world: SyncWorld
let laptop: SyncDevice
let phone: SyncDevice
beforeEach(() => {
  world = new SyncWorld()
  laptop = new SyncDevice('laptop')
  phone = new SyncDevice('phone')
})
afterEach(() => {
  laptop.crash()
  phone.crash()
  world.close()
})

/** Both devices have `all` clients; the laptop deletes the first `gone` while the phone is away. */
async function deletedMeanwhile(all: number, gone: number): Promise<void> {
  await fill(world, laptop, all)
  await phone.sync(world.transport())
  for (let i = 0; i < gone; i++) await laptop.edits.remove(client(`c${i}`))
  await laptop.sync(world.transport())
  await world.passMonths()
}

const missing = async () => (await phone.db.device.get('device'))?.missing ?? []
const shown = async () => [...(await phone.confirmed()).keys()].length

describe('a device that was away for longer than deletions are told', () => {
  it('shows nobody who was deleted, and brings nobody back', async () => {
    await deletedMeanwhile(30, 1)
    expect(await phone.sync(world.transport())).toBe('done')
    expect(await phone.view(client('c0'))).toMatchObject({ deleted: true })
    expect(await shown()).toBe(29)
    await laptop.sync(world.transport())
    expect(world.record('c0')).toBeUndefined()
  })

  it.each([
    [19, 1],
    [230, 12],
    [420, 21],
  ])('asks the owner where of %i clients %i would go', async (all, gone) => {
    await deletedMeanwhile(all, gone)
    await phone.sync(world.transport())
    expect(await missing()).toHaveLength(gone)
    expect(await phone.view(client('c0'))).toMatchObject({ deleted: false })
    await settleMissing(phone.db, 'remove')
    expect(await phone.view(client('c0'))).toMatchObject({ deleted: true })
    expect(await shown()).toBe(all - gone)
  })

  it.each([
    [20, 1],
    [400, 20],
  ])('removes by itself where of %i clients %i have gone', async (all, gone) => {
    await deletedMeanwhile(all, gone)
    await phone.sync(world.transport())
    expect(await missing()).toEqual([])
    expect(await shown()).toBe(all - gone)
  })

  it('sends again whom the owner wants to keep', async () => {
    await deletedMeanwhile(3, 2)
    await phone.sync(world.transport())
    await settleMissing(phone.db, 'keep')
    await phone.sync(world.transport())
    await laptop.sync(world.transport())
    expect(await laptop.view(client('c1'))).toMatchObject({
      data: { name: 'Client 1', phone: '+47 1' },
      deleted: false,
    })
    expect(await missing()).toEqual([])
  })

  it('brings back whole, with its edit, whom it edited meanwhile', async () => {
    await deletedMeanwhile(30, 1)
    await phone.edit(client('c0'), { phone: '+47 900' })
    expect(await phone.sync(world.transport())).toBe('done')
    expect(world.record('c0')).toMatchObject({
      data: { name: 'Client 0', phone: '+47 900' },
      conflicts: [],
    })
  })

  it('begins again where deletions were forgotten in the middle of fetching everything', async () => {
    await fill(world, laptop, 30)
    let pages = 0
    const stops = way(world, {
      pull: async (query) =>
        pages++ < 1 ? answerOf(world.pull({ ...query, limit: 10 })) : NO_ANSWER,
    })
    expect(await phone.sync(stops)).toBe('failed')
    await laptop.edits.remove(client('c0'))
    await laptop.sync(world.transport())
    await world.passMonths()
    expect(await phone.sync(inPagesOf(world, 10))).toBe('done')
    expect(await shown()).toBe(29)
    expect(await phone.view(client('c0'))).toMatchObject({ deleted: true })
  })

  it('that fetches everything is not turned back while it does', async () => {
    await fill(world, laptop, 30)
    for (const id of ['c27', 'c28', 'c29']) await laptop.edits.remove(client(id))
    await laptop.sync(world.transport())
    await world.passMonths()
    const statuses: number[] = []
    const counts = way(world, {
      pull: async (query) => {
        const answer = answerOf(world.pull({ ...query, limit: 10 }))
        statuses.push(answer.status)
        return answer
      },
    })
    expect(await phone.sync(counts)).toBe('done')
    expect(statuses).toEqual([200, 200, 200])
  })

  it('has an edit taken once whose answer it never heard', async () => {
    await fill(world, laptop, 1)
    await phone.sync(world.transport())
    await phone.edit(client('c0'), { phone: '+47 900' })
    const unheard = way(world, {
      push: async (body) => {
        await world.push(body)
        return NO_ANSWER
      },
    })
    await phone.sync(unheard)
    await laptop.sync(world.transport())
    await laptop.edit(client('c0'), { phone: '+47 901' })
    await laptop.sync(world.transport())
    await world.passMonths()
    await phone.sync(world.transport())
    expect(world.record('c0')).toMatchObject({ data: { phone: '+47 901' }, conflicts: [] })
    expect(await phone.db.queue.count()).toBe(0)
  })
})

describe('a delete that is taken back late', () => {
  it('brings the client back whole although the server keeps only its number', async () => {
    await fill(world, laptop, 1)
    await laptop.edits.remove(client('c0'))
    await laptop.sync(world.transport())
    world.time.now += 40 * DAY
    await world.db.write((tx) => deleteOldSync(tx, world.time.now))
    await laptop.edits.restore(client('c0'))
    await laptop.sync(world.transport())
    expect(world.record('c0')).toMatchObject({
      deleted: false,
      data: { name: 'Client 0', phone: '+47 0' },
    })
  })
})

describe('two devices that go by one name, from a copied profile', () => {
  async function copied(): Promise<SyncDevice> {
    const copy = new SyncDevice('copy')
    for (const table of laptop.db.tables)
      await copy.db.table(table.name).bulkPut(await table.toArray())
    return copy
  }
  const ids = async (...devices: SyncDevice[]) =>
    Promise.all(devices.map(async ({ db }) => (await db.device.get('device'))?.deviceId))

  it('are told apart at their first edit, and neither overwrites the other', async () => {
    await fill(world, laptop, 2)
    const copy = await copied()
    await laptop.edit(client('c0'), { phone: '+47 1000' })
    await copy.edit(client('c0'), { phone: '+47 2000' })
    await copy.edit(client('c1'), { name: 'From the copy' })
    await laptop.sync(world.transport())
    expect(await copy.sync(world.transport())).toBe('done')
    expect(new Set(await ids(laptop, copy)).size).toBe(2)
    expect(world.record('c0')).toMatchObject({
      data: { phone: '+47 1000' },
      conflicts: [{ value: '+47 2000' }],
    })
    expect(world.record('c1')?.data).toMatchObject({ name: 'From the copy' })
    await laptop.sync(world.transport())
    expect(await copy.confirmed()).toEqual(await laptop.confirmed())
    copy.crash()
  })

  it('lose nothing that was waiting in both', async () => {
    await fill(world, laptop, 1)
    await laptop.edit(client('c0'), { phone: '+47 1000' })
    const copy = await copied()
    await copy.edit(client('c0'), { name: 'Of the copy' })
    await create(laptop, 'bo', { name: 'Bo' })
    await laptop.sync(world.transport())
    await copy.sync(world.transport())
    expect(world.record('c0')).toMatchObject({
      data: { name: 'Of the copy', phone: '+47 1000' },
      conflicts: [],
    })
    expect(world.record('bo')?.data).toMatchObject({ name: 'Bo' })
    copy.crash()
  })

  it('are told apart after months too, when the answers of the one are forgotten', async () => {
    await fill(world, laptop, 1)
    const copy = await copied()
    await laptop.edit(client('c0'), { phone: '+47 1000' })
    await laptop.sync(world.transport())
    await world.passMonths()
    await copy.edit(client('c0'), { name: 'Of the copy' })
    expect(await copy.sync(world.transport())).toBe('done')
    expect(world.record('c0')?.data).toEqual({ name: 'Of the copy', phone: '+47 1000' })
    expect(new Set(await ids(laptop, copy)).size).toBe(2)
    copy.crash()
  })
})
