import { afterAll, beforeAll, describe, expect, vi } from 'vitest'
import type { Transport } from '#client/data/sync/transport.ts'
import type { PushAnswer } from '#shared/sync/protocol.ts'
import type { SyncDevice } from '#tests/support/sync/sync-device.ts'
import { type SyncServer, toAnswer } from '#tests/support/sync/sync-server.ts'
import { test as it } from '#tests/support/sync/sync-test.ts'
import {
  createClient,
  createTestTransport,
  toClientRef,
} from '#tests/support/sync/sync-transports.ts'

const ADA = toClientRef('ada')

// The numbers of changes have gaps where writes are run twice, and a device then pulls once more.
beforeAll(() => vi.stubEnv('REPEAT_WRITES', ''))
afterAll(() => vi.unstubAllEnvs())

it.beforeEach(async ({ world, laptop, phone }) => {
  await createClient(laptop, 'ada', { name: 'Ada', phone: '+47 1', dining: ['Seafood'] })
  await laptop.sync(world.createTransport())
  await phone.sync(world.createTransport())
})

/** A transport that records push answers and counts pulls; `change` edits an answer. */
function recordAnswers(world: SyncServer, change: (answer: PushAnswer) => void = () => undefined) {
  const answers: PushAnswer[] = []
  const asked = { pulls: 0 }
  const transport: Transport = createTestTransport(world, {
    push: async (body) => {
      const answer = toAnswer(await world.push(body))
      change(answer.body as PushAnswer)
      answers.push(answer.body as PushAnswer)
      return answer
    },
    pull: async (query) => {
      asked.pulls++
      return toAnswer(await world.pull(query))
    },
  })
  return { transport, answers, asked }
}

async function expectSameEverywhere(
  world: SyncServer,
  laptop: SyncDevice,
  phone: SyncDevice,
): Promise<void> {
  const record = await world.findRecord('ada')
  expect(await laptop.readView(ADA)).toMatchObject({ data: record?.data, deleted: record?.deleted })
  const { rev, seq } = await laptop.readRecord(ADA)
  expect(rev).toBe(record?.rev)
  expect(seq).toBeGreaterThan(0)
  await phone.sync(world.createTransport())
  expect((await phone.readView(ADA)).data).toEqual(record?.data)
}

describe('An edit based on the current server state', () => {
  it('is acknowledged without the record, is shown as the server has it, and needs no pull', async ({
    world,
    laptop,
    phone,
  }) => {
    await laptop.edit(ADA, { phone: '+47 2', dining: ['Seafood', 'Vegetarian'] })
    const { transport, answers, asked } = recordAnswers(world)
    await laptop.sync(transport)
    const rev = (await world.findRecord('ada'))?.rev
    const expectedAck = { rev, seq: expect.any(Number), updatedAt: expect.any(Number) }
    expect(answers[0]?.results).toEqual([{ mid: 2, status: 'applied', ack: expectedAck }])
    expect(asked.pulls).toBe(0)
    expect((await laptop.readRecord(ADA)).optimistic).toBeUndefined()
    await expectSameEverywhere(world, laptop, phone)
    await laptop.sync(transport)
    expect(asked.pulls).toBe(1)
  })

  it('gives the same state on device and server if it is edited further before any answer', async ({
    world,
    laptop,
    phone,
  }) => {
    await laptop.edit(ADA, { phone: '+47 2' })
    await laptop.edit(ADA, { phone: '+47 3' })
    await laptop.edit(ADA, { location: 'Bodø' })
    await laptop.sync(recordAnswers(world).transport)
    expect((await world.findRecord('ada'))?.data).toMatchObject({
      phone: '+47 3',
      location: 'Bodø',
    })
    await expectSameEverywhere(world, laptop, phone)
  })

  it('that clears a field clears it on the server too', async ({ world, laptop, phone }) => {
    await laptop.edit(ADA, { phone: '+47 2', yacht: 'Aurora' })
    await laptop.sync(world.createTransport())
    // Undoing a merge does this with a field that this version does not know.
    await laptop.edit(ADA, { phone: '+47 3', yacht: undefined })
    await laptop.sync(recordAnswers(world).transport)
    expect((await world.findRecord('ada'))?.data).toMatchObject({ phone: '+47 3', yacht: null })
    await expectSameEverywhere(world, laptop, phone)
  })

  it('does not overwrite a newer state that arrived before its answer', async ({
    world,
    laptop,
    phone,
  }) => {
    await laptop.edit(ADA, { phone: '+47 2' })
    const late = createTestTransport(world, {
      push: async (body) => {
        const answer = toAnswer(await world.push(body))
        await phone.sync(world.createTransport())
        await phone.edit(ADA, { location: 'Tromsø' })
        await phone.sync(world.createTransport())
        // Meanwhile another tab of the laptop pulls the phone's change.
        await laptop.createSyncEngine(world.createTransport()).pullPage()
        return answer
      },
    })
    await laptop.sync(late)
    expect((await laptop.readView(ADA)).data).toMatchObject({ phone: '+47 2', location: 'Tromsø' })
    await expectSameEverywhere(world, laptop, phone)
  })

  it('is followed by a pull if its answer builds on a revision that this device does not have', async ({
    world,
    laptop,
    phone,
  }) => {
    await laptop.edit(ADA, { phone: '+47 2' })
    const { transport, asked } = recordAnswers(world, ({ results }) => {
      for (const { ack: sentAck } of results) if (sentAck) sentAck.rev++
    })
    await laptop.sync(transport)
    expect(asked.pulls).toBe(1)
    await expectSameEverywhere(world, laptop, phone)
  })
})

describe('A push that meets changes from another device', () => {
  it('is answered with the whole record and followed by a pull if the same client was changed', async ({
    world,
    laptop,
    phone,
  }) => {
    await phone.edit(ADA, { location: 'Tromsø' })
    await phone.sync(world.createTransport())
    await laptop.edit(ADA, { phone: '+47 2' })
    const { transport, answers, asked } = recordAnswers(world)
    await laptop.sync(transport)
    expect(answers[0]?.results[0]?.record?.data).toMatchObject({
      phone: '+47 2',
      location: 'Tromsø',
    })
    expect(asked.pulls).toBe(1)
    await expectSameEverywhere(world, laptop, phone)
  })

  it('is answered with the whole record if a value was already the same or had to be merged', async ({
    world,
    laptop,
    phone,
  }) => {
    await phone.edit(ADA, { phone: '+47 2', dining: ['Seafood', 'Tasting menus'] })
    await phone.sync(world.createTransport())
    await laptop.edit(ADA, { phone: '+47 2', dining: ['Seafood', 'Vegetarian'] })
    const { transport, answers } = recordAnswers(world)
    await laptop.sync(transport)
    expect(answers[0]?.results[0]).toMatchObject({ status: 'merged', record: { id: 'ada' } })
    await expectSameEverywhere(world, laptop, phone)
  })

  it('is followed by a pull if a different client was changed meanwhile', async ({
    world,
    laptop,
    phone,
  }) => {
    await createClient(phone, 'bo', { name: 'Bo' })
    await phone.sync(world.createTransport())
    await laptop.edit(ADA, { phone: '+47 2' })
    const { transport, asked } = recordAnswers(world)
    await laptop.sync(transport)
    expect(asked.pulls).toBe(1)
    expect((await laptop.readView(toClientRef('bo'))).data).toMatchObject({ name: 'Bo' })
  })
})
