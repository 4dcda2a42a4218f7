import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Answer } from '#client/book/sync/transport.ts'
import { SyncDevice } from '#tests/support/sync-device.ts'
import { eraseRecords } from '#tests/support/sync-erase.ts'
import { client, create, NO_ANSWER, watched, way } from '#tests/support/sync-steps.ts'
import { answerOf, SyncWorld } from '#tests/support/sync-world.ts'

const ADA = client('ada')

let world: SyncWorld
let laptop: SyncDevice
beforeEach(async () => {
  world = new SyncWorld()
  laptop = new SyncDevice('laptop')
  await create(laptop, 'ada', { name: 'Ada' })
  await laptop.sync(world.transport())
})
afterEach(() => {
  laptop.crash()
  world.close()
})

/** Makes two edits of a client who is then erased on the server, and one of a new client. */
async function editErased(): Promise<void> {
  await laptop.edit(ADA, { notes: 'Secret' })
  await laptop.edits.remove(ADA)
  await create(laptop, 'bo', { name: 'Bo' })
  await eraseRecords(world, ['ada'])
}

async function leavesNothing(): Promise<void> {
  expect(await laptop.everything()).not.toMatch(/Secret/)
  expect(await laptop.db.queue.count()).toBe(0)
  expect(await laptop.unanswered()).toEqual([])
  expect(world.record('ada')).toMatchObject({ erased: true, data: {} })
}

describe('edits of a client who was erased meanwhile', () => {
  it.each([1, 1000])('end an exchange well where %d are sent at once', async (most) => {
    laptop.crash()
    laptop = new SyncDevice('tablet', { most })
    await laptop.sync(world.transport())
    await editErased()
    expect(await laptop.sync(world.transport())).toBe('done')
    expect(world.record('bo')?.data).toEqual({ name: 'Bo' })
    await leavesNothing()
  })

  /** Pushes only the first mutation of a batch. */
  const one = (body: object) => {
    const { mutations } = body as { mutations: unknown[] }
    return world.push({ ...body, mutations: mutations.slice(0, 1) })
  }

  it.each(['before', 'after'])(
    'leave no number behind that holds others up, where what follows is lost (%s it arrived)',
    async (when) => {
      await editErased()
      let pushes = 0
      const lossy = way(world, {
        push: async (body): Promise<Answer> => {
          if (++pushes === 1) return answerOf(await one(body))
          if (when === 'after') await world.push(body)
          return NO_ANSWER
        },
      })
      expect(await laptop.sync(lossy)).toBe('failed')
      // The `mid` of the pending mutation, which was numbered with those of the erased client.
      expect(await laptop.unanswered()).toEqual([4])
      const { transport, sent } = watched(world)
      expect(await laptop.sync(transport)).toBe('done')
      // At most one extra request, to learn which `mid`s the server has.
      expect(sent.length).toBeLessThanOrEqual(2)
      expect(world.record('bo')?.data).toEqual({ name: 'Bo' })
      await leavesNothing()
    },
  )

  it('hold nothing up where the first request arrives once more, after a number of it was given anew', async () => {
    await editErased()
    const late: object[] = []
    let pushes = 0
    let refused = 0
    const overtaken = way(world, {
      push: async (body) => {
        if (++pushes === 1) {
          late.push(structuredClone(body))
          return answerOf(await one(body))
        }
        if (refused > 0) for (const first of late.splice(0)) await world.push(first)
        const answer = answerOf(await world.push(body))
        if (answer.status !== 200) refused++
        return answer
      },
    })
    expect(await laptop.sync(overtaken)).toBe('done')
    expect(late).toEqual([])
    expect(refused).toBeGreaterThan(0)
    expect(world.records().map(({ id }) => id)).toEqual(['ada', 'bo'])
    await leavesNothing()
  })

  it('leave nothing where a restored server tells of it before it answers them', async () => {
    await laptop.edit(ADA, { notes: 'Secret' })
    const unheard = way(world, {
      push: async (body) => {
        await world.push(body)
        return NO_ANSWER
      },
    })
    await laptop.sync(unheard)
    world.backUp()
    await world.restore(['ada'])
    expect(await laptop.sync(world.transport())).toBe('done')
    await leavesNothing()
    const { transport, sent } = watched(world)
    await create(laptop, 'bo', { name: 'Bo' })
    expect(await laptop.sync(transport)).toBe('done')
    expect(sent.map(({ mutations }) => mutations.map(({ mid }) => mid))).toEqual([[3]])
  })
})
