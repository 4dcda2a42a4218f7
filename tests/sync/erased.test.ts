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
  laptop = new SyncDevice('laptop', { most: 1 })
  await create(laptop, 'ada', { name: 'Ada' })
  await laptop.sync(world.transport())
})
afterEach(() => {
  laptop.crash()
  world.close()
})

/** Two edits of somebody who is erased meanwhile, each sent by itself; and a new client after them. */
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
  it('end an exchange well, although the answer to the second finds nothing left that waits for it', async () => {
    await editErased()
    expect(await laptop.sync(world.transport())).toBe('done')
    expect(world.record('bo')?.data).toEqual({ name: 'Bo' })
    await leavesNothing()
  })

  it.each(['before', 'after'])(
    'leave no number behind that holds others up, where the second of them is lost (%s it arrived)',
    async (when) => {
      await editErased()
      let pushes = 0
      const lossy = way(world, {
        push: async (body): Promise<Answer> => {
          if (++pushes !== 2) return answerOf(await world.push(body))
          if (when === 'after') await world.push(body)
          return NO_ANSWER
        },
      })
      expect(await laptop.sync(lossy)).toBe('failed')
      // Of the one that still waits, which was numbered ahead.
      expect(await laptop.unanswered()).toEqual([4])
      const { transport, sent } = watched(world)
      expect(await laptop.sync(transport)).toBe('done')
      // At most one request is for finding out which of the numbers the server has.
      expect(sent.length).toBeLessThanOrEqual(2)
      expect(world.record('bo')?.data).toEqual({ name: 'Bo' })
      await leavesNothing()
    },
  )

  it('hold nothing up where the lost one arrives late, under a number that was given anew', async () => {
    await editErased()
    const late: object[] = []
    let pushes = 0
    const slow = way(world, {
      push: async (body) => {
        if (++pushes !== 2) return answerOf(await world.push(body))
        late.push(structuredClone(body))
        return NO_ANSWER
      },
    })
    await laptop.sync(slow)
    let refused = 0
    const overtaken = way(world, {
      push: async (body) => {
        if (refused > 0) for (const one of late.splice(0)) await world.push(one)
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
