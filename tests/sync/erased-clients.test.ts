import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Answer } from '#client/data/sync/transport.ts'
import { SyncDevice } from '#tests/support/sync/sync-device.ts'
import { eraseRecords } from '#tests/support/sync/sync-erase.ts'
import { SyncServer, toAnswer } from '#tests/support/sync/sync-server.ts'
import {
  createClient,
  createRecordingTransport,
  createTestTransport,
  NO_ANSWER,
  toClientRef,
} from '#tests/support/sync/sync-transports.ts'

const ADA = toClientRef('ada')

let world: SyncServer
let laptop: SyncDevice
beforeEach(async () => {
  world = await SyncServer.open()
  laptop = new SyncDevice('laptop')
  await createClient(laptop, 'ada', { name: 'Ada' })
  await laptop.sync(world.createTransport())
})
afterEach(async () => {
  laptop.crash()
  await world.close()
})

/** Makes two edits of a client who is then erased on the server, and one of a new client. */
async function editErased(): Promise<void> {
  await laptop.edit(ADA, { notes: 'Secret' })
  await laptop.edits.remove(ADA)
  await createClient(laptop, 'bo', { name: 'Bo' })
  await eraseRecords(world, ['ada'])
}

async function expectFullyErased(): Promise<void> {
  expect(await laptop.dumpStore()).not.toMatch(/Secret/)
  expect(await laptop.db.queue.count()).toBe(0)
  expect(await laptop.listUnansweredMids()).toEqual([])
  expect(await world.findRecord('ada')).toMatchObject({ erased: true, data: {} })
}

describe('Edits of a client who was erased meanwhile', () => {
  it.each([1, 1000])('do not make the sync fail if up to %d are sent per push', async (most) => {
    laptop.crash()
    laptop = new SyncDevice('tablet', { maxMutations: most })
    await laptop.sync(world.createTransport())
    await editErased()
    expect(await laptop.sync(world.createTransport())).toBe('done')
    expect((await world.findRecord('bo'))?.data).toEqual({ name: 'Bo' })
    await expectFullyErased()
  })

  /** Pushes only the first mutation of a batch. */
  const one = (body: object) => {
    const { mutations } = body as { mutations: unknown[] }
    return world.push({ ...body, mutations: mutations.slice(0, 1) })
  }

  it.each(['before', 'after'])(
    'do not block later edits by a gap in the numbers if the next push is lost (%s it arrived)',
    async (when) => {
      await editErased()
      let pushes = 0
      const lossy = createTestTransport(world, {
        push: async (body): Promise<Answer> => {
          if (++pushes === 1) return toAnswer(await one(body))
          if (when === 'after') await world.push(body)
          return NO_ANSWER
        },
      })
      expect(await laptop.sync(lossy)).toBe('failed')
      // The `mid` of the pending mutation, which was numbered with those of the erased client.
      expect(await laptop.listUnansweredMids()).toEqual([4])
      const { transport, sent } = createRecordingTransport(world)
      expect(await laptop.sync(transport)).toBe('done')
      // At most one extra request, to learn which `mid`s the server has.
      expect(sent.length).toBeLessThanOrEqual(2)
      expect((await world.findRecord('bo'))?.data).toEqual({ name: 'Bo' })
      await expectFullyErased()
    },
  )

  it('do not block later edits if the first request arrives again after one of its numbers was reused', async () => {
    await editErased()
    const late: object[] = []
    let pushes = 0
    let refused = 0
    const overtaken = createTestTransport(world, {
      push: async (body) => {
        if (++pushes === 1) {
          late.push(structuredClone(body))
          return toAnswer(await one(body))
        }
        if (refused > 0) for (const first of late.splice(0)) await world.push(first)
        const answer = toAnswer(await world.push(body))
        if (answer.status !== 200) refused++
        return answer
      },
    })
    expect(await laptop.sync(overtaken)).toBe('done')
    expect(late).toEqual([])
    expect(refused).toBeGreaterThan(0)
    expect((await world.listRecords()).map(({ id }) => id)).toEqual(['ada', 'bo'])
    await expectFullyErased()
  })

  it('are removed completely if a restored server reports the erasure before it answers them', async () => {
    await laptop.edit(ADA, { notes: 'Secret' })
    const unheard = createTestTransport(world, {
      push: async (body) => {
        await world.push(body)
        return NO_ANSWER
      },
    })
    await laptop.sync(unheard)
    await world.backUp()
    await world.restore(['ada'])
    expect(await laptop.sync(world.createTransport())).toBe('done')
    await expectFullyErased()
    const { transport, sent } = createRecordingTransport(world)
    await createClient(laptop, 'bo', { name: 'Bo' })
    expect(await laptop.sync(transport)).toBe('done')
    expect(sent.map(({ mutations }) => mutations.map(({ mid }) => mid))).toEqual([[3]])
  })
})
