import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readMutations } from '#server/sync/push.ts'
import type { PushAnswer } from '#shared/sync/protocol.ts'
import { SyncDevice } from '#tests/support/sync-device.ts'
import { client, create, NO_ANSWER, watched, way } from '#tests/support/sync-steps.ts'
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

async function known(): Promise<void> {
  await create(laptop, 'ada', { name: 'Ada', phone: '+47 1' })
  await laptop.sync(world.transport())
  await phone.sync(world.transport())
}

/** Queues a mutation that the server cannot read, as a faulty version of the site would. */
async function poison(device: SyncDevice, id: string): Promise<void> {
  await create(device, id, { name: 'Typed with care' })
  const item = await device.db.queue.where('key').equals(`client/${id}`).first()
  if (item?.intent.op !== 'patch') throw new Error('Nothing waits')
  await device.db.queue.put({ ...item, intent: { ...item.intent, baseRev: -1 } })
}

describe('a delete', () => {
  it('of a client with an alternative that its device never saw is asked about', async () => {
    await known()
    await laptop.edit(ADA, { phone: '+47 2' })
    await laptop.sync(world.transport())
    await phone.edit(ADA, { phone: '+47 3' })
    await phone.sync(world.transport())
    // The laptop has not seen the second number.
    await laptop.edits.remove(ADA)
    await laptop.sync(world.transport())
    const open = [{ value: '+47 3' }, { kind: 'delete', deviceId: 'laptop-0' }]
    expect(world.record('ada')).toMatchObject({ deleted: false, conflicts: open })
    expect(await laptop.view(ADA)).toMatchObject({ deleted: false, open })
    await phone.sync(world.transport())
    expect(await phone.view(ADA)).toMatchObject({ deleted: false, open })
  })

  it('that waited behind an edit does not take what came between them', async () => {
    await known()
    await laptop.edit(ADA, { name: 'Ada L.' })
    await phone.edit(ADA, { phone: '+47 3' })
    await phone.sync(world.transport())
    await laptop.edits.remove(ADA)
    await laptop.sync(world.transport())
    expect(world.record('ada')).toMatchObject({
      deleted: false,
      data: { name: 'Ada L.', phone: '+47 3' },
    })
  })
})

describe('an edit while another of the same client is on its way', () => {
  it('is sent after it, and both are applied', async () => {
    await known()
    const { transport, sent } = watched(world)
    const typing = way(world, {
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
    expect(world.record('ada')).toMatchObject({ data: { phone: '+47 3' }, conflicts: [] })
  })
})

describe('a batch that the server leaves in the middle', () => {
  it('keeps what was done, and sends the rest again in its order under its numbers', async () => {
    await known()
    for (const id of ['a', 'b', 'c']) await create(laptop, id, { name: id })
    const { transport, sent } = watched(world)
    const full = way(world, {
      push: async (body) => {
        if (sent.length > 0) return transport.push(body)
        sent.push(structuredClone(body) as never)
        return answerOf(await world.pushUntilFull(body))
      },
    })
    expect(await laptop.sync(full)).toBe('failed')
    expect(world.record('a')).toBeDefined()
    expect(world.record('b')).toBeUndefined()
    expect(await laptop.unanswered()).toEqual([3, 4])
    expect(await laptop.view(client('c'))).toMatchObject({ deleted: false })
    expect(await laptop.sync(full)).toBe('done')
    expect(sent[1]?.mutations).toEqual(sent[0]?.mutations.slice(1))
    expect(world.record('c')).toBeDefined()
  })

  it('takes an answer for those edits alone that it names', async () => {
    await known()
    for (const id of ['a', 'b', 'c']) await create(laptop, id, { name: id })
    const holey = way(world, {
      push: async (body) => {
        const answer = answerOf(await world.push(body))
        const { results } = answer.body as PushAnswer
        const some = results.filter(({ mid }) => mid !== 3)
        return { ...answer, body: { ...(answer.body as PushAnswer), results: some } }
      },
    })
    await laptop.sync(holey)
    expect(await laptop.unanswered()).toEqual([3])
    expect(await laptop.sync(world.transport())).toBe('done')
    expect(await laptop.db.queue.count()).toBe(0)
    expect(world.records()).toHaveLength(4)
  })

  it('is not sent for ever to somebody who answers nothing of it', async () => {
    await known()
    await laptop.edit(ADA, { name: 'Ada L.' })
    let asked = 0
    const push = async () => {
      asked++
      return { status: 200, body: { results: [], ackedThrough: 1 }, text: '' }
    }
    expect(await laptop.sync(way(world, { push }))).toBe('failed')
    expect(asked).toBe(1)
    expect(await laptop.db.queue.count()).toBe(1)
  })
})

describe('one edit that the server will not take', () => {
  it('needs attention with all that was typed, and those after it go on', async () => {
    await known()
    await create(laptop, 'a', { name: 'A' })
    await laptop.edit(ADA, { phone: 'x'.repeat(5000) })
    await create(laptop, 'b', { name: 'B' })
    expect(await laptop.sync(world.transport())).toBe('done')
    expect(await laptop.db.refused.toArray()).toMatchObject([
      {
        key: 'client/ada',
        intent: { set: { phone: 'x'.repeat(5000) } },
        fieldErrors: { phone: expect.any(String) },
      },
    ])
    expect(await laptop.view(ADA)).toMatchObject({ data: { name: 'Ada', phone: '+47 1' } })
    expect(world.record('b')?.data).toEqual({ name: 'B' })
    await phone.sync(world.transport())
    expect(await phone.confirmed()).toEqual(await laptop.confirmed())
  })
})

describe('one edit that the server cannot read', () => {
  it.each(['names them', 'is too old to name them', 'names others'])(
    'is set aside with all that was typed, wherever it stands, and the others go in few batches (a server that %s)',
    async (server) => {
      await known()
      for (const id of ['a', 'b']) await create(laptop, id, { name: id })
      await poison(laptop, 'p')
      for (const id of ['c', 'd', 'e', 'f']) await create(laptop, id, { name: id })
      await poison(laptop, 'q')
      const { transport, sent } = watched(world)
      const naming = way(world, {
        push: async (body) => {
          const answer = await transport.push(body)
          const { unread: named, ...rest } = answer.body as { unread?: number[] }
          if (!named || server === 'names them') return answer
          return {
            ...answer,
            body: server === 'names others' ? { ...rest, unread: [1, 99, 'x'] } : rest,
          }
        },
      })
      expect(await laptop.sync(naming)).toBe('done')
      expect(await laptop.db.refused.toArray()).toMatchObject([
        { key: 'client/p', intent: { set: { name: 'Typed with care' } } },
        { key: 'client/q', intent: { set: { name: 'Typed with care' } } },
      ])
      expect(world.records().map(({ id }) => id)).toEqual(['ada', 'a', 'b', 'c', 'd', 'e', 'f'])
      const taken = sent.filter(({ mutations }) => readMutations(mutations).unread.length === 0)
      expect(taken.flatMap(({ mutations }) => mutations.map(({ mid }) => mid))).toEqual([
        2, 3, 4, 5, 6, 7,
      ])
      await phone.sync(world.transport())
      expect(await phone.confirmed()).toEqual(await laptop.confirmed())
    },
  )

  it('is not looked for where the server misreads the whole request', async () => {
    await known()
    await laptop.edit(ADA, { name: 'Ada L.' })
    const push = async () => ({ status: 400, body: { code: 'fields' }, text: '' })
    expect(await laptop.sync(way(world, { push }))).toBe('failed')
    expect(await laptop.db.refused.count()).toBe(0)
    expect(await laptop.db.queue.count()).toBe(1)
  })
})

describe('a batch that is too large for somebody on the way', () => {
  it('goes one by one, and nothing of it is set aside', async () => {
    await known()
    for (const id of ['a', 'b', 'c']) await create(laptop, id, { name: id })
    const narrow = way(world, {
      push: async (body) =>
        (body as { mutations: unknown[] }).mutations.length > 1
          ? { ...NO_ANSWER, status: 413 }
          : answerOf(await world.push(body)),
    })
    expect(await laptop.sync(narrow)).toBe('done')
    expect(await laptop.db.refused.count()).toBe(0)
    expect(world.records()).toHaveLength(4)
  })
})
