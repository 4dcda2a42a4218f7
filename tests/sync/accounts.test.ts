import { describe, expect } from 'vitest'
import { markDeviceRevoked } from '#server/sync/devices.ts'
import { MIN_SCHEMA_VERSION, SCHEMA_VERSION } from '#shared/sync/protocol-constants.ts'
import { SyncDevice } from '#tests/support/sync/sync-device.ts'
import { OWNER, toAnswer } from '#tests/support/sync/sync-server.ts'
import { test as it } from '#tests/support/sync/sync-test.ts'
import {
  createClient,
  createRecordingTransport,
  createTestTransport,
  toClientRef,
} from '#tests/support/sync/sync-transports.ts'

it.beforeEach(async ({ world, laptop }) => {
  await createClient(laptop, 'ada', { name: 'Ada', phone: '+47 1' })
  await laptop.sync(world.createTransport())
})

const ADA = toClientRef('ada')
const refusal = (status: number, code: string) => ({ status, body: { code }, text: '' })
const idHere = async (laptop: SyncDevice) => (await laptop.db.device.get('device'))?.deviceId

describe('A session that ends during a sync', () => {
  it('pauses the sync: unanswered edits stay queued and are resent unchanged after sign-in', async ({
    world,
    laptop,
  }) => {
    for (const id of ['a', 'b', 'c']) await createClient(laptop, id, { name: id })
    const { transport, sent } = createRecordingTransport(world)
    const ends = createTestTransport(world, {
      push: async (body) => {
        const answer = await transport.push(body)
        return sent.length > 0 && answer.status === 200 ? refusal(401, 'signed_out') : answer
      },
    })
    expect(await laptop.sync(ends)).toBe('signed out')
    expect(await laptop.db.queue.count()).toBe(3)
    expect(await laptop.sync(transport)).toBe('done')
    expect(await laptop.db.queue.count()).toBe(0)
    expect(sent[1]?.mutations).toEqual(sent[0]?.mutations)
    expect(await world.listRecords()).toHaveLength(4)
  })

  it('is reported as revoked if the owner removed the device', async ({ world, laptop }) => {
    const out = createTestTransport(world, {
      pull: async () => refusal(401, 'signed_out'),
      isRevoked: async (device) => device === (await idHere(laptop)),
    })
    expect(await laptop.sync(out)).toBe('revoked')
  })
})

describe('Another person’s session', () => {
  const stranger = { userId: 'stranger', sessionId: 'theirs' }

  it('never sends this device’s queue, and never fills its client book', async ({
    world,
    laptop,
  }) => {
    await laptop.edit(ADA, { phone: '+47 2' })
    const before = JSON.stringify(await world.listRecords())
    expect(await laptop.sync(world.createTransport(stranger))).toBe('signed out')
    expect(JSON.stringify(await world.listRecords())).toBe(before)
    expect(await laptop.db.queue.count()).toBe(1)
    expect(await world.pull(pulling('laptop-0'), stranger)).toMatchObject({
      status: 403,
      refusal: { code: 'other_account' },
    })
    expect(await laptop.sync(world.createTransport())).toBe('done')
    expect((await world.findRecord('ada'))?.data).toMatchObject({ phone: '+47 2' })
  })

  it('cannot use this device’s id', async ({ world }) => {
    const query = { ...pulling('laptop-0'), userId: stranger.userId }
    expect(await world.pull(query, stranger)).toMatchObject({
      status: 400,
      refusal: { code: 'foreign' },
    })
  })

  it('with the same device id makes this device choose a new id, and no edit is lost', async ({
    world,
    laptop,
  }) => {
    await laptop.edit(ADA, { phone: '+47 2' })
    const name = await idHere(laptop)
    const foreign = createTestTransport(world, {
      push: async (body) =>
        (body as { deviceId: string }).deviceId === name
          ? refusal(400, 'foreign')
          : toAnswer(await world.push(body)),
    })
    expect(await laptop.sync(foreign)).toBe('done')
    expect(await idHere(laptop)).not.toBe(name)
    expect(await world.findRecord('ada')).toMatchObject({ data: { phone: '+47 2' }, conflicts: [] })
  })
})

function pulling(deviceId: string) {
  return { userId: OWNER.userId, deviceId, epoch: '', schema: SCHEMA_VERSION, cursor: 0, limit: 10 }
}

describe('A device that the owner removed', () => {
  it('can neither push nor pull, and learns that it was revoked', async ({ world, laptop }) => {
    await laptop.edit(ADA, { phone: '+47 2' })
    const id = (await idHere(laptop)) ?? ''
    await world.db.write((tx) =>
      markDeviceRevoked(tx, { id, userId: OWNER.userId, now: world.time.now }),
    )
    expect(await laptop.sync(world.createTransport())).toBe('revoked')
    expect((await world.findRecord('ada'))?.data).toMatchObject({ phone: '+47 1' })
    expect(await world.pull(pulling(id))).toMatchObject({
      status: 403,
      refusal: { code: 'revoked' },
    })
  })
})

describe('A sign-out in another tab during a sync', () => {
  it.for(['push', 'pull'] as const)(
    'while a %s is in progress removes everything from the device and ends the sync',
    async (what, { world, laptop }) => {
      if (what === 'push') await laptop.edit(ADA, { phone: '+47 2' })
      const sound = world.createTransport()
      const meanwhile = async (request: object) => {
        await laptop.wipe()
        return what === 'push' ? sound.push(request as never) : sound.pull(request as never)
      }
      await expect(laptop.sync({ ...sound, [what]: meanwhile })).rejects.toThrow()
      expect(await laptop.listStores()).toEqual([])
    },
  )

  it('while all records are fetched for the first time removes everything from the device', async ({
    world,
  }) => {
    const phone = new SyncDevice('phone')
    const first = createTestTransport(world, {
      pull: async (query) => {
        await phone.wipe()
        return toAnswer(await world.pull(query))
      },
    })
    await expect(phone.sync(first)).rejects.toThrow()
    expect(await phone.listStores()).toEqual([])
  })
})

describe('Another version of the site', () => {
  it.for([MIN_SCHEMA_VERSION - 1, SCHEMA_VERSION + 1])(
    'with schema %i is rejected for both push and pull',
    async (schema, { world, laptop }) => {
      const refused = { status: 409, refusal: { code: 'schema' } }
      expect(await world.pull({ ...pulling('laptop-0'), schema })).toMatchObject(refused)
      const { epoch = '' } = (await laptop.db.device.get('device')) ?? {}
      const from = { userId: OWNER.userId, deviceId: 'laptop-0', deviceName: '', epoch, schema }
      expect(await world.push({ ...from, mutations: [] })).toMatchObject(refused)
    },
  )

  it('that is too old keeps its edits queued until it is updated', async ({ world, laptop }) => {
    await laptop.edit(ADA, { phone: '+47 2' })
    const newer = createTestTransport(world, { push: async () => refusal(409, 'schema') })
    expect(await laptop.sync(newer)).toBe('too old')
    expect(await laptop.db.queue.count()).toBe(1)
    expect(await laptop.readView(ADA)).toMatchObject({ data: { phone: '+47 2' } })
    expect(await laptop.sync(world.createTransport())).toBe('done')
    expect((await world.findRecord('ada'))?.data).toMatchObject({ phone: '+47 2' })
  })

  it('has its additional fields preserved by the server and by devices that do not know them', async ({
    world,
    laptop,
  }) => {
    await laptop.edit(ADA, { petName: 'Addie', pets: [{ kind: 'dog', name: 'Ø' }] })
    await laptop.sync(world.createTransport())
    const phone = new SyncDevice('phone')
    await phone.sync(world.createTransport())
    await phone.edit(ADA, { phone: '+47 3' })
    await phone.sync(world.createTransport())
    await laptop.sync(world.createTransport())
    const data = { petName: 'Addie', pets: [{ kind: 'dog', name: 'Ø' }], phone: '+47 3' }
    expect(await world.findRecord('ada')).toMatchObject({ data })
    expect(await laptop.readView(ADA)).toMatchObject({ data })
    expect(await phone.readView(ADA)).toMatchObject({ data })
    phone.crash()
  })
})
