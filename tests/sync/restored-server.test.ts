import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Transport } from '#client/book/sync/transport.ts'
import { SyncDevice } from '#tests/support/sync-device.ts'
import { client, create, DAY, NO_ANSWER, watched, way } from '#tests/support/sync-steps.ts'
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

const ADA = client('ada')
const ada = { name: 'Ada', phone: '+47 1', notes: 'Likes tea.' }

/** Moves on so long that no device keeps the log of what it had sent. */
async function weeksPass(): Promise<void> {
  world.time.now += 20 * DAY
  for (const device of [laptop, phone]) {
    await create(device, `since-${device.name}`, { name: device.name })
    await device.sync(world.transport())
  }
}

async function known(): Promise<void> {
  await create(laptop, 'ada', ada)
  await laptop.sync(world.transport())
  await phone.sync(world.transport())
}

describe('a device that lost all it kept', () => {
  it('begins as another device, fetches everything and sends nothing', async () => {
    await known()
    await create(laptop, 'bo', { name: 'Bo' })
    await laptop.sync(world.transport())
    const idOf = async (device: SyncDevice) => (await device.db.device.get('device'))?.deviceId
    const [id, had] = [await idOf(laptop), await laptop.confirmed()]
    await laptop.wipe()
    laptop.crash()
    const before = JSON.stringify(world.records())
    const { transport, sent } = watched(world)
    expect(await laptop.sync(transport)).toBe('done')
    expect(sent).toEqual([])
    expect(JSON.stringify(world.records())).toBe(before)
    expect(await laptop.confirmed()).toEqual(had)
    expect(had.size).toBe(2)
    expect(await idOf(laptop)).not.toBe(id)
  })
})

describe('a server that comes back empty', () => {
  it('wipes nothing, and gets every client again', async () => {
    await known()
    await weeksPass()
    await world.restore()
    expect(await phone.sync(world.transport())).toBe('done')
    expect(world.record('ada')?.data).toEqual(ada)
    await laptop.sync(world.transport())
    expect(await laptop.view(ADA)).toMatchObject({ data: ada, deleted: false, open: [] })
    expect(world.records()).toHaveLength(3)
  })

  it('gets a client whole that was being edited, with the edit on it', async () => {
    await known()
    await weeksPass()
    await laptop.edit(ADA, { phone: '+47 2' })
    await world.restore()
    expect(await laptop.sync(world.transport())).toBe('done')
    expect(world.record('ada')).toMatchObject({ data: { ...ada, phone: '+47 2' }, conflicts: [] })
    await phone.sync(world.transport())
    expect(await phone.view(ADA)).toMatchObject({ data: { ...ada, phone: '+47 2' } })
  })

  it('gets a client whole of whom only the last edit is still remembered as sent', async () => {
    await known()
    await weeksPass()
    await laptop.edit(ADA, { phone: '+47 2' })
    await laptop.sync(world.transport())
    await world.restore()
    await laptop.sync(world.transport())
    expect(world.record('ada')).toMatchObject({ data: { ...ada, phone: '+47 2' }, conflicts: [] })
  })

  it('gets what was typed between its loss and its return on top of what it had', async () => {
    await known()
    await laptop.edit(ADA, { phone: '+47 2' })
    await laptop.sync(world.transport())
    await world.restore()
    let asked = 0
    const pull: Transport['pull'] = async (query) =>
      asked++ === 0 ? answerOf(world.pull(query)) : NO_ANSWER
    expect(await laptop.sync(way(world, { pull }))).toBe('failed')
    await laptop.edit(ADA, { phone: '+47 3' })
    await laptop.edit(ADA, { name: 'Ada L.' })
    await laptop.sync(world.transport())
    expect(world.record('ada')).toMatchObject({
      data: { ...ada, phone: '+47 3', name: 'Ada L.' },
      conflicts: [],
    })
  })

  it('gets an open alternative again, to be decided by the owner', async () => {
    await known()
    await laptop.edit(ADA, { phone: '+47 2' })
    await phone.edit(ADA, { phone: '+47 3' })
    await laptop.sync(world.transport())
    await phone.sync(world.transport())
    await laptop.sync(world.transport())
    await weeksPass()
    await world.restore()
    await laptop.sync(world.transport())
    expect(world.record('ada')).toMatchObject({
      data: { phone: '+47 2' },
      conflicts: [{ field: 'phone', value: '+47 3' }],
    })
  })

  it('twice in a row gets everything all the same', async () => {
    await known()
    await weeksPass()
    await laptop.edit(ADA, { phone: '+47 2' })
    await world.restore()
    const { transport } = watched(world)
    // The second restore comes after the device has noticed the first and before it pushed again.
    await laptop.sync({ ...transport, push: async () => ({ status: 503, body: {}, text: '' }) })
    await world.restore()
    expect(await laptop.sync(world.transport())).toBe('done')
    expect(world.record('ada')).toMatchObject({ data: { ...ada, phone: '+47 2' }, conflicts: [] })
    expect(await laptop.db.queue.count()).toBe(0)
  })
})

describe('a server restored from a backup', () => {
  it('is sent what it had acknowledged since, once and under numbers that it knows', async () => {
    await known()
    world.backUp()
    await laptop.edit(ADA, { phone: '+47 2' })
    await create(laptop, 'bo', { name: 'Bo' })
    await laptop.sync(world.transport())
    await laptop.edit(ADA, { name: 'Ada L.' })
    await world.restore()
    const { transport, sent } = watched(world)
    expect(await laptop.sync(transport)).toBe('done')
    expect(world.record('ada')?.data).toEqual({ ...ada, phone: '+47 2', name: 'Ada L.' })
    expect(world.record('bo')?.data).toEqual({ name: 'Bo' })
    const accepted = sent.at(-1)?.mutations.map(({ mid }) => mid)
    expect(accepted).toEqual([2, 3, 4])
    expect(await laptop.sync(transport)).toBe('done')
    expect(sent.at(-1)?.mutations.map(({ mid }) => mid)).toEqual(accepted)
  })

  it('keeps a deletion that its backup knows', async () => {
    await known()
    await laptop.edits.remove(ADA)
    await laptop.sync(world.transport())
    world.backUp()
    await world.restore()
    await phone.sync(world.transport())
    await laptop.sync(world.transport())
    expect(await phone.view(ADA)).toMatchObject({ deleted: true })
    expect(world.record('ada')?.deleted).toBe(true)
  })
})
