import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { revoke } from '#server/sync/devices.ts'
import { OLDEST_SCHEMA, SCHEMA } from '#shared/sync/wire.ts'
import { SyncDevice } from '#tests/support/sync-device.ts'
import { client, create, watched, way } from '#tests/support/sync-steps.ts'
import { answerOf, OWNER, SyncWorld } from '#tests/support/sync-world.ts'

let world: SyncWorld
let laptop: SyncDevice
beforeEach(async () => {
  world = new SyncWorld()
  laptop = new SyncDevice('laptop')
  await create(laptop, 'ada', { name: 'Ada', phone: '+47 1' })
  await laptop.sync(world.transport())
})
afterEach(() => {
  laptop.crash()
  world.close()
})

const ADA = client('ada')
const refusal = (status: number, code: string) => ({ status, body: { code }, text: '' })
const idHere = async () => (await laptop.db.device.get('device'))?.deviceId

describe('a session that ends in the middle of an exchange', () => {
  it('pauses it: what was taken is done, the rest waits and goes after signing in', async () => {
    for (const id of ['a', 'b', 'c']) await create(laptop, id, { name: id })
    const { transport, sent } = watched(world)
    const ends = way(world, {
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
    expect(world.records()).toHaveLength(4)
  })

  it('where the owner removed the device, says so', async () => {
    const out = way(world, {
      pull: async () => refusal(401, 'signed_out'),
      isRevoked: async (device) => device === (await idHere()),
    })
    expect(await laptop.sync(out)).toBe('revoked')
  })
})

describe('another person’s session', () => {
  const stranger = { userId: 'stranger', sessionId: 'theirs' }

  it('never carries this queue, and never fills this book', async () => {
    await laptop.edit(ADA, { phone: '+47 2' })
    const before = JSON.stringify(world.records())
    expect(await laptop.sync(world.transport(stranger))).toBe('signed out')
    expect(JSON.stringify(world.records())).toBe(before)
    expect(await laptop.db.queue.count()).toBe(1)
    expect(world.pull(pulling('laptop-0'), stranger)).toMatchObject({
      status: 403,
      refusal: { code: 'other_account' },
    })
    expect(await laptop.sync(world.transport())).toBe('done')
    expect(world.record('ada')?.data).toMatchObject({ phone: '+47 2' })
  })

  it('cannot use this device’s name', () => {
    const asked = { ...pulling('laptop-0'), user: stranger.userId }
    expect(world.pull(asked, stranger)).toMatchObject({
      status: 400,
      refusal: { code: 'foreign' },
    })
  })

  it('whose device has our name lets ours take another, and loses nothing', async () => {
    await laptop.edit(ADA, { phone: '+47 2' })
    const name = await idHere()
    const foreign = way(world, {
      push: async (body) =>
        (body as { deviceId: string }).deviceId === name
          ? refusal(400, 'foreign')
          : answerOf(await world.push(body)),
    })
    expect(await laptop.sync(foreign)).toBe('done')
    expect(await idHere()).not.toBe(name)
    expect(world.record('ada')).toMatchObject({ data: { phone: '+47 2' }, conflicts: [] })
  })
})

function pulling(device: string) {
  return { user: OWNER.userId, device, epoch: '', schema: SCHEMA, seq: 0, limit: 10 }
}

describe('a device that the owner removed', () => {
  it('neither sends nor fetches, and hears why', async () => {
    await laptop.edit(ADA, { phone: '+47 2' })
    const id = (await idHere()) ?? ''
    await world.db.write((tx) => revoke(tx, { id, userId: OWNER.userId, now: world.time.now }))
    expect(await laptop.sync(world.transport())).toBe('revoked')
    expect(world.record('ada')?.data).toMatchObject({ phone: '+47 1' })
    expect(world.pull(pulling(id))).toMatchObject({ status: 403, refusal: { code: 'revoked' } })
  })
})

describe('whoever signs out in another tab in the middle of an exchange', () => {
  it.each(['push', 'pull'] as const)(
    'while a %s is under way leaves nothing on the device, and the exchange ends',
    async (what) => {
      if (what === 'push') await laptop.edit(ADA, { phone: '+47 2' })
      const sound = world.transport()
      const meanwhile = async (asked: object) => {
        await laptop.wipe()
        return what === 'push' ? sound.push(asked) : sound.pull(asked as never)
      }
      await expect(laptop.sync({ ...sound, [what]: meanwhile })).rejects.toThrow()
      expect(await laptop.stores()).toEqual([])
    },
  )

  it('while everything is fetched for the first time, leaves nothing of it', async () => {
    const phone = new SyncDevice('phone')
    const first = way(world, {
      pull: async (query) => {
        await phone.wipe()
        return answerOf(world.pull(query))
      },
    })
    await expect(phone.sync(first)).rejects.toThrow()
    expect(await phone.stores()).toEqual([])
  })
})

describe('another version of the site', () => {
  it.each([OLDEST_SCHEMA - 1, SCHEMA + 1])(
    'with schema %i is turned away, both ways',
    async (schema) => {
      const refused = { status: 409, refusal: { code: 'schema' } }
      expect(world.pull({ ...pulling('laptop-0'), schema })).toMatchObject(refused)
      const { epoch = '' } = (await laptop.db.device.get('device')) ?? {}
      const from = { userId: OWNER.userId, deviceId: 'laptop-0', deviceName: '', epoch, schema }
      expect(await world.push({ ...from, mutations: [] })).toMatchObject(refused)
    },
  )

  it('that is too old keeps its queue until it is another', async () => {
    await laptop.edit(ADA, { phone: '+47 2' })
    const newer = way(world, { push: async () => refusal(409, 'schema') })
    expect(await laptop.sync(newer)).toBe('too old')
    expect(await laptop.db.queue.count()).toBe(1)
    expect(await laptop.view(ADA)).toMatchObject({ data: { phone: '+47 2' } })
    expect(await laptop.sync(world.transport())).toBe('done')
    expect(world.record('ada')?.data).toMatchObject({ phone: '+47 2' })
  })

  it('has its own fields kept by the server and by devices that do not know them', async () => {
    await laptop.edit(ADA, { petName: 'Addie', pets: [{ kind: 'dog', name: 'Ø' }] })
    await laptop.sync(world.transport())
    const phone = new SyncDevice('phone')
    await phone.sync(world.transport())
    await phone.edit(ADA, { phone: '+47 3' })
    await phone.sync(world.transport())
    await laptop.sync(world.transport())
    const data = { petName: 'Addie', pets: [{ kind: 'dog', name: 'Ø' }], phone: '+47 3' }
    expect(world.record('ada')).toMatchObject({ data })
    expect(await laptop.view(ADA)).toMatchObject({ data })
    expect(await phone.view(ADA)).toMatchObject({ data })
    phone.crash()
  })
})
