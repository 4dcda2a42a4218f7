import { describe, expect } from 'vitest'
import { parseMutations } from '#server/sync/mutations.ts'
import type { PushAnswer } from '#shared/sync/protocol.ts'
import type { SyncDevice } from '#tests/support/sync/sync-device.ts'
import { type SyncServer, toAnswer } from '#tests/support/sync/sync-server.ts'
import { test as it } from '#tests/support/sync/sync-test.ts'
import {
  createClient,
  createRecordingTransport,
  createTestTransport,
  NO_ANSWER,
  toClientRef,
} from '#tests/support/sync/sync-transports.ts'

const ADA = toClientRef('ada')

async function shareClient(
  world: SyncServer,
  laptop: SyncDevice,
  phone: SyncDevice,
): Promise<void> {
  await createClient(laptop, 'ada', { name: 'Ada', phone: '+47 1' })
  await laptop.sync(world.createTransport())
  await phone.sync(world.createTransport())
}

/** Queues a mutation that the server cannot read, as a faulty version of the site would. */
async function poison(device: SyncDevice, id: string): Promise<void> {
  await createClient(device, id, { name: 'Typed with care' })
  const item = await device.db.queue.where('key').equals(`client/${id}`).first()
  if (item?.intent.op !== 'patch') throw new Error('Nothing waits')
  await device.db.queue.put({ ...item, intent: { ...item.intent, baseRev: -1 } })
}

describe('A delete', () => {
  it('of a client with a conflict that its device never saw becomes a conflict for the owner', async ({
    world,
    laptop,
    phone,
  }) => {
    await shareClient(world, laptop, phone)
    await laptop.edit(ADA, { phone: '+47 2' })
    await laptop.sync(world.createTransport())
    await phone.edit(ADA, { phone: '+47 3' })
    await phone.sync(world.createTransport())
    // The laptop has not seen the second number.
    await laptop.edits.remove(ADA)
    await laptop.sync(world.createTransport())
    const open = [{ value: '+47 3' }, { kind: 'delete', deviceId: 'laptop-0' }]
    expect(await world.findRecord('ada')).toMatchObject({ deleted: false, conflicts: open })
    expect(await laptop.readView(ADA)).toMatchObject({ deleted: false, open })
    await phone.sync(world.createTransport())
    expect(await phone.readView(ADA)).toMatchObject({ deleted: false, open })
  })

  it('queued behind an edit does not discard a change that another device made in between', async ({
    world,
    laptop,
    phone,
  }) => {
    await shareClient(world, laptop, phone)
    await laptop.edit(ADA, { name: 'Ada L.' })
    await phone.edit(ADA, { phone: '+47 3' })
    await phone.sync(world.createTransport())
    await laptop.edits.remove(ADA)
    await laptop.sync(world.createTransport())
    expect(await world.findRecord('ada')).toMatchObject({
      deleted: false,
      data: { name: 'Ada L.', phone: '+47 3' },
    })
  })
})

describe('An edit made while another edit of the same client is being sent', () => {
  it('is sent after it, and both are applied', async ({ world, laptop, phone }) => {
    await shareClient(world, laptop, phone)
    const { transport, sent } = createRecordingTransport(world)
    const typing = createTestTransport(world, {
      push: async (body) => {
        const answer = await transport.push(body)
        if (sent.length === 1) await laptop.edit(ADA, { phone: '+47 3' })
        return answer
      },
    })
    await laptop.edit(ADA, { phone: '+47 2' })
    expect(await laptop.sync(typing)).toBe('done')
    expect(sent.map(({ mutations }) => mutations)).toMatchObject([
      [{ mid: 2, base: { phone: '+47 1' }, set: { phone: '+47 2' } }],
      [{ mid: 3, base: { phone: '+47 2' }, set: { phone: '+47 3' } }],
    ])
    expect(await world.findRecord('ada')).toMatchObject({ data: { phone: '+47 3' }, conflicts: [] })
  })
})

describe('A batch that the server processes only in part', () => {
  it('keeps the applied edits, and resends the rest in order with the same numbers', async ({
    world,
    laptop,
    phone,
  }) => {
    await shareClient(world, laptop, phone)
    for (const id of ['a', 'b', 'c']) await createClient(laptop, id, { name: id })
    const { transport, sent } = createRecordingTransport(world)
    const full = createTestTransport(world, {
      push: async (body) => {
        if (sent.length > 0) return transport.push(body)
        sent.push(structuredClone(body) as never)
        return toAnswer(await world.pushUntilFull(body))
      },
    })
    expect(await laptop.sync(full)).toBe('failed')
    expect(await world.findRecord('a')).toBeDefined()
    expect(await world.findRecord('b')).toBeUndefined()
    expect(await laptop.listUnansweredMids()).toEqual([3, 4])
    expect(await laptop.readView(toClientRef('c'))).toMatchObject({ deleted: false })
    expect(await laptop.sync(full)).toBe('done')
    expect(sent[1]?.mutations).toEqual(sent[0]?.mutations.slice(1))
    expect(await world.findRecord('c')).toBeDefined()
  })

  it('has only those edits acknowledged that the answer names', async ({
    world,
    laptop,
    phone,
  }) => {
    await shareClient(world, laptop, phone)
    for (const id of ['a', 'b', 'c']) await createClient(laptop, id, { name: id })
    const holey = createTestTransport(world, {
      push: async (body) => {
        const answer = toAnswer(await world.push(body))
        const { results } = answer.body as PushAnswer
        const some = results.filter(({ mid }) => mid !== 3)
        return { ...answer, body: { ...(answer.body as PushAnswer), results: some } }
      },
    })
    await laptop.sync(holey)
    expect(await laptop.listUnansweredMids()).toEqual([3])
    expect(await laptop.sync(world.createTransport())).toBe('done')
    expect(await laptop.db.queue.count()).toBe(0)
    expect(await world.listRecords()).toHaveLength(4)
  })

  it('is not resent for ever to a server that answers none of its edits', async ({
    world,
    laptop,
    phone,
  }) => {
    await shareClient(world, laptop, phone)
    await laptop.edit(ADA, { name: 'Ada L.' })
    let pushes = 0
    const push = async () => {
      pushes++
      return { status: 200, body: { results: [], ackedThrough: 1 }, text: '' }
    }
    expect(await laptop.sync(createTestTransport(world, { push }))).toBe('failed')
    expect(pushes).toBe(1)
    expect(await laptop.db.queue.count()).toBe(1)
  })
})

describe('An edit that the server rejects', () => {
  it('is stored as refused with everything that was typed, and later edits are still sent', async ({
    world,
    laptop,
    phone,
  }) => {
    await shareClient(world, laptop, phone)
    await createClient(laptop, 'a', { name: 'A' })
    await laptop.edit(ADA, { phone: 'x'.repeat(5000) })
    await createClient(laptop, 'b', { name: 'B' })
    expect(await laptop.sync(world.createTransport())).toBe('done')
    expect(await laptop.db.rejected.toArray()).toMatchObject([
      {
        key: 'client/ada',
        intent: { set: { phone: 'x'.repeat(5000) } },
        fieldErrors: { phone: expect.any(String) },
      },
    ])
    expect(await laptop.readView(ADA)).toMatchObject({ data: { name: 'Ada', phone: '+47 1' } })
    expect((await world.findRecord('b'))?.data).toEqual({ name: 'B' })
    await phone.sync(world.createTransport())
    expect(await phone.readConfirmed()).toEqual(await laptop.readConfirmed())
  })
})

describe('An edit that the server cannot read', () => {
  it.for(['names them', 'is too old to name them', 'names others'])(
    'is quarantined with all that was typed, wherever it is, and the rest goes in order (a server that %s)',
    async (server, { world, laptop, phone }) => {
      await shareClient(world, laptop, phone)
      for (const id of ['a', 'b']) await createClient(laptop, id, { name: id })
      await poison(laptop, 'p')
      for (const id of ['c', 'd', 'e', 'f']) await createClient(laptop, id, { name: id })
      await poison(laptop, 'q')
      const { transport, sent } = createRecordingTransport(world)
      const naming = createTestTransport(world, {
        push: async (body) => {
          const answer = await transport.push(body)
          const { invalid: named, ...rest } = answer.body as { invalid?: number[] }
          if (!named || server === 'names them') return answer
          return {
            ...answer,
            body: server === 'names others' ? { ...rest, invalid: [1, 99, 'x'] } : rest,
          }
        },
      })
      expect(await laptop.sync(naming)).toBe('done')
      expect(await laptop.db.rejected.toArray()).toMatchObject([
        { key: 'client/p', intent: { set: { name: 'Typed with care' } } },
        { key: 'client/q', intent: { set: { name: 'Typed with care' } } },
      ])
      const ids = (await world.listRecords()).map(({ id }) => id)
      expect(ids).toEqual(['ada', 'a', 'b', 'c', 'd', 'e', 'f'])
      const accepted = sent.filter(
        ({ mutations }) => parseMutations(mutations).invalid.length === 0,
      )
      expect(accepted.flatMap(({ mutations }) => mutations.map(({ mid }) => mid))).toEqual([
        2, 3, 4, 5, 6, 7,
      ])
      await phone.sync(world.createTransport())
      expect(await phone.readConfirmed()).toEqual(await laptop.readConfirmed())
    },
  )

  it('is not searched for if the server cannot read the request as a whole', async ({
    world,
    laptop,
    phone,
  }) => {
    await shareClient(world, laptop, phone)
    await laptop.edit(ADA, { name: 'Ada L.' })
    const push = async () => ({ status: 400, body: { code: 'fields' }, text: '' })
    expect(await laptop.sync(createTestTransport(world, { push }))).toBe('failed')
    expect(await laptop.db.rejected.count()).toBe(0)
    expect(await laptop.db.queue.count()).toBe(1)
  })
})

describe('A batch that is too large for an intermediary', () => {
  it('is sent one edit at a time, and no edit is quarantined', async ({ world, laptop, phone }) => {
    await shareClient(world, laptop, phone)
    for (const id of ['a', 'b', 'c']) await createClient(laptop, id, { name: id })
    const narrow = createTestTransport(world, {
      push: async (body) =>
        (body as { mutations: unknown[] }).mutations.length > 1
          ? { ...NO_ANSWER, status: 413 }
          : toAnswer(await world.push(body)),
    })
    expect(await laptop.sync(narrow)).toBe('done')
    expect(await laptop.db.rejected.count()).toBe(0)
    expect(await world.listRecords()).toHaveLength(4)
  })
})
