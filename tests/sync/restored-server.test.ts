import { describe, expect } from 'vitest'
import type { Transport } from '#client/data/sync/transport.ts'
import type { SyncDevice } from '#tests/support/sync/sync-device.ts'
import { type SyncServer, toAnswer } from '#tests/support/sync/sync-server.ts'
import { test as it } from '#tests/support/sync/sync-test.ts'
import {
  createClient,
  createRecordingTransport,
  createTestTransport,
  DAY,
  NO_ANSWER,
  toClientRef,
} from '#tests/support/sync/sync-transports.ts'

const ADA = toClientRef('ada')
const ada = { name: 'Ada', phone: '+47 1', notes: 'Likes tea.' }

/** Moves on so long that no device keeps the log of what it had sent. */
async function weeksPass(world: SyncServer, laptop: SyncDevice, phone: SyncDevice): Promise<void> {
  world.time.now += 20 * DAY
  for (const device of [laptop, phone]) {
    await createClient(device, `since-${device.name}`, { name: device.name })
    await device.sync(world.createTransport())
  }
}

async function shareClient(
  world: SyncServer,
  laptop: SyncDevice,
  phone: SyncDevice,
): Promise<void> {
  await createClient(laptop, 'ada', ada)
  await laptop.sync(world.createTransport())
  await phone.sync(world.createTransport())
}

describe('A device that lost all its stored data', () => {
  it('starts as a new device, fetches everything and sends nothing', async ({
    world,
    laptop,
    phone,
  }) => {
    await shareClient(world, laptop, phone)
    await createClient(laptop, 'bo', { name: 'Bo' })
    await laptop.sync(world.createTransport())
    const idOf = async (device: SyncDevice) => (await device.db.device.get('device'))?.deviceId
    const [id, had] = [await idOf(laptop), await laptop.readConfirmed()]
    await laptop.wipe()
    laptop.crash()
    const before = JSON.stringify(await world.listRecords())
    const { transport, sent } = createRecordingTransport(world)
    expect(await laptop.sync(transport)).toBe('done')
    expect(sent).toEqual([])
    expect(JSON.stringify(await world.listRecords())).toBe(before)
    expect(await laptop.readConfirmed()).toEqual(had)
    expect(had.size).toBe(2)
    expect(await idOf(laptop)).not.toBe(id)
  })
})

describe('A server that comes back empty', () => {
  it('causes no device to delete data, and receives every client again', async ({
    world,
    laptop,
    phone,
  }) => {
    await shareClient(world, laptop, phone)
    await weeksPass(world, laptop, phone)
    await world.restore()
    expect(await phone.sync(world.createTransport())).toBe('done')
    expect((await world.findRecord('ada'))?.data).toEqual(ada)
    await laptop.sync(world.createTransport())
    expect(await laptop.readView(ADA)).toMatchObject({ data: ada, deleted: false, open: [] })
    expect(await world.listRecords()).toHaveLength(3)
  })

  it('receives a client that was being edited in full, including the edit', async ({
    world,
    laptop,
    phone,
  }) => {
    await shareClient(world, laptop, phone)
    await weeksPass(world, laptop, phone)
    await laptop.edit(ADA, { phone: '+47 2' })
    await world.restore()
    expect(await laptop.sync(world.createTransport())).toBe('done')
    expect(await world.findRecord('ada')).toMatchObject({
      data: { ...ada, phone: '+47 2' },
      conflicts: [],
    })
    await phone.sync(world.createTransport())
    expect(await phone.readView(ADA)).toMatchObject({ data: { ...ada, phone: '+47 2' } })
  })

  it('receives a client in full even if only the client’s last edit is still logged as sent', async ({
    world,
    laptop,
    phone,
  }) => {
    await shareClient(world, laptop, phone)
    await weeksPass(world, laptop, phone)
    await laptop.edit(ADA, { phone: '+47 2' })
    await laptop.sync(world.createTransport())
    await world.restore()
    await laptop.sync(world.createTransport())
    expect(await world.findRecord('ada')).toMatchObject({
      data: { ...ada, phone: '+47 2' },
      conflicts: [],
    })
  })

  it('receives edits made between its loss and its recovery on top of the earlier data', async ({
    world,
    laptop,
    phone,
  }) => {
    await shareClient(world, laptop, phone)
    await laptop.edit(ADA, { phone: '+47 2' })
    await laptop.sync(world.createTransport())
    await world.restore()
    let pulls = 0
    const pull: Transport['pull'] = async (query) =>
      pulls++ === 0 ? toAnswer(await world.pull(query)) : NO_ANSWER
    expect(await laptop.sync(createTestTransport(world, { pull }))).toBe('failed')
    await laptop.edit(ADA, { phone: '+47 3' })
    await laptop.edit(ADA, { name: 'Ada L.' })
    await laptop.sync(world.createTransport())
    expect(await world.findRecord('ada')).toMatchObject({
      data: { ...ada, phone: '+47 3', name: 'Ada L.' },
      conflicts: [],
    })
  })

  it('receives an open conflict again, for the owner to resolve', async ({
    world,
    laptop,
    phone,
  }) => {
    await shareClient(world, laptop, phone)
    await laptop.edit(ADA, { phone: '+47 2' })
    await phone.edit(ADA, { phone: '+47 3' })
    await laptop.sync(world.createTransport())
    await phone.sync(world.createTransport())
    await laptop.sync(world.createTransport())
    await weeksPass(world, laptop, phone)
    await world.restore()
    await laptop.sync(world.createTransport())
    expect(await world.findRecord('ada')).toMatchObject({
      data: { phone: '+47 2' },
      conflicts: [{ field: 'phone', value: '+47 3' }],
    })
  })

  it('receives everything even if this happens twice in a row', async ({
    world,
    laptop,
    phone,
  }) => {
    await shareClient(world, laptop, phone)
    await weeksPass(world, laptop, phone)
    await laptop.edit(ADA, { phone: '+47 2' })
    await world.restore()
    const { transport } = createRecordingTransport(world)
    // The second restore comes after the device has noticed the first and before it pushed again.
    await laptop.sync({ ...transport, push: async () => ({ status: 503, body: {}, text: '' }) })
    await world.restore()
    expect(await laptop.sync(world.createTransport())).toBe('done')
    expect(await world.findRecord('ada')).toMatchObject({
      data: { ...ada, phone: '+47 2' },
      conflicts: [],
    })
    expect(await laptop.db.queue.count()).toBe(0)
  })
})

describe('A server restored from a backup', () => {
  it('is resent the edits acknowledged since, once and numbered after the last one that it has', async ({
    world,
    laptop,
    phone,
  }) => {
    await shareClient(world, laptop, phone)
    await world.backUp()
    await laptop.edit(ADA, { phone: '+47 2' })
    await createClient(laptop, 'bo', { name: 'Bo' })
    await laptop.sync(world.createTransport())
    await laptop.edit(ADA, { name: 'Ada L.' })
    await world.restore()
    const { transport, sent } = createRecordingTransport(world)
    expect(await laptop.sync(transport)).toBe('done')
    expect((await world.findRecord('ada'))?.data).toEqual({
      ...ada,
      phone: '+47 2',
      name: 'Ada L.',
    })
    expect((await world.findRecord('bo'))?.data).toEqual({ name: 'Bo' })
    const accepted = sent.at(-1)?.mutations.map(({ mid }) => mid)
    expect(accepted).toEqual([2, 3, 4])
    expect(await laptop.sync(transport)).toBe('done')
    expect(sent.at(-1)?.mutations.map(({ mid }) => mid)).toEqual(accepted)
  })

  it('preserves a deletion that its backup contains', async ({ world, laptop, phone }) => {
    await shareClient(world, laptop, phone)
    await laptop.edits.remove(ADA)
    await laptop.sync(world.createTransport())
    await world.backUp()
    await world.restore()
    await phone.sync(world.createTransport())
    await laptop.sync(world.createTransport())
    expect(await phone.readView(ADA)).toMatchObject({ deleted: true })
    expect((await world.findRecord('ada'))?.deleted).toBe(true)
  })
})
