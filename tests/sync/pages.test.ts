import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Answer } from '#client/book/sync/transport.ts'
import { SyncDevice } from '#tests/support/sync-device.ts'
import { eraseRecords } from '#tests/support/sync-erase.ts'
import { changesOf, client, fill, inPagesOf, NO_ANSWER, way } from '#tests/support/sync-steps.ts'
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

const names = async () => [...(await phone.confirmed()).keys()].sort()

describe('fetching page by page', () => {
  // A page of at least 64 changes (`TOGETHER`) is stored packed; fewer become single rows.
  it.each([
    [30, 10],
    [650, 250],
  ])(
    'stores a page and its cursor together, whenever the page dies (%i clients, %i at a time)',
    async (count, limit) => {
      await fill(world, laptop, count)
      for (let diesIn = 2; diesIn < 9; diesIn++) {
        phone.diesIn = diesIn
        await phone.sync(inPagesOf(world, limit)).catch(() => undefined)
        phone.diesIn = Number.POSITIVE_INFINITY
        const cursor = (await phone.db.device.get('device'))?.cursor ?? 0
        const seqs = world.records().filter(({ seq }) => seq <= cursor)
        expect(await names()).toEqual(seqs.map(({ id }) => id).sort())
      }
      expect(await phone.sync(inPagesOf(world, limit))).toBe('done')
      expect(await phone.confirmed()).toEqual(await laptop.confirmed())
    },
  )

  it('skips nothing that changes meanwhile, and shows the newest', async () => {
    await fill(world, laptop, 30)
    let pages = 0
    const changing = way(world, {
      pull: async (query) => {
        const answer = answerOf(world.pull({ ...query, limit: 10 }))
        pages++
        if (pages === 1) {
          // A client already pulled, one still to come, and one that is deleted.
          await laptop.edit(client('c3'), { phone: '+47 999' })
          await laptop.edit(client('c17'), { phone: '+47 888' })
          await laptop.edits.remove(client('c25'))
          await laptop.sync(world.transport())
        }
        return answer
      },
    })
    expect(await phone.sync(changing)).toBe('done')
    expect(await phone.confirmed()).toEqual(await laptop.confirmed())
    expect(await phone.view(client('c3'))).toMatchObject({ data: { phone: '+47 999' } })
    expect(await phone.view(client('c25'))).toMatchObject({ deleted: true })
  })

  // 250 are stored packed on arrival, and the last packed version counts.
  it.each([20, 250])('passes over a page of %i that comes after its turn', async (count) => {
    await fill(world, laptop, count)
    const late: Answer[] = []
    const slow = way(world, {
      pull: async (query) => {
        late.push(answerOf(world.pull({ ...query, limit: count })))
        return NO_ANSWER
      },
    })
    await phone.sync(slow)
    for (let i = 0; i < count; i++) await laptop.edit(client(`c${i}`), { phone: '+47 999' })
    await laptop.sync(world.transport())
    expect(changesOf(late[0] ?? NO_ANSWER)[2]?.data.phone).toBe('+47 2')
    let given = 0
    const stale = way(world, {
      pull: async (query) => {
        if (given++ === 0) await phone.sync(world.transport())
        return given === 1 ? (late[0] ?? NO_ANSWER) : answerOf(world.pull(query))
      },
    })
    await phone.sync(stale)
    expect(await phone.view(client('c2'))).toMatchObject({ data: { phone: '+47 999' } })
    expect(await phone.sync(world.transport())).toBe('done')
    expect(await phone.confirmed()).toEqual(await laptop.confirmed())
  })

  it('takes half a page for none', async () => {
    await fill(world, laptop, 20)
    const torn = way(world, {
      pull: async (query) => {
        const { text } = answerOf(world.pull(query))
        return { status: 200, body: undefined, text: text.slice(0, text.length / 2) }
      },
    })
    expect(await phone.sync(torn)).toBe('failed')
    expect(await names()).toEqual([])
    expect(await phone.sync(world.transport())).toBe('done')
    expect(await names()).toHaveLength(20)
  })
})

describe('a client who was erased elsewhere', () => {
  it('leaves nothing on a device that was editing them, in no page, queue or log', async () => {
    await fill(world, laptop, 230)
    await phone.sync(world.transport())
    // All are changed, so that each is in two packed pages.
    for (let i = 0; i < 230; i++) await laptop.edit(client(`c${i}`), { location: `Place ${i};` })
    await laptop.sync(world.transport())
    await phone.sync(world.transport())
    expect(await phone.db.pages.count()).toBe(2)
    await phone.edit(client('c7'), { name: 'Secret one' })
    await phone.sync(world.transport())
    await phone.edit(client('c7'), { name: 'Secret two' })
    await phone.db.drafts.put({ key: 'client:c7', data: 'Secret three' })
    await eraseRecords(world, ['c7'])
    expect(await phone.sync(world.transport())).toBe('done')
    await laptop.sync(world.transport())
    for (const device of [phone, laptop]) {
      expect(await device.everything()).not.toMatch(/Client 7"|Place 7;|Secret/)
      expect(await device.view(client('c7'))).toMatchObject({ deleted: true, data: {} })
      expect((await device.confirmed()).size).toBe(229)
    }
    expect(world.record('c7')).toMatchObject({ erased: true, data: {} })
  })

  it('does not come back by an edit, a delete taken back or a choice', async () => {
    await fill(world, laptop, 3)
    await phone.sync(world.transport())
    await phone.edit(client('c0'), { name: 'Typed on' })
    await phone.edits.remove(client('c1'))
    await phone.edits.restore(client('c1'))
    await phone.edits.remove(client('c2'))
    await eraseRecords(world, ['c0', 'c1', 'c2'])
    expect(await phone.sync(world.transport())).toBe('done')
    expect(await names()).toEqual([])
    expect(await phone.db.queue.count()).toBe(0)
    expect(await phone.everything()).not.toMatch(/Typed on|Client \d/)
  })
})
