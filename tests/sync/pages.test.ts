import { describe, expect } from 'vitest'
import type { Answer } from '#client/data/sync/transport.ts'
import type { SyncDevice } from '#tests/support/sync/sync-device.ts'
import { eraseRecords } from '#tests/support/sync/sync-erase.ts'
import { toAnswer } from '#tests/support/sync/sync-server.ts'
import { test as it } from '#tests/support/sync/sync-test.ts'
import {
  createClients,
  createPagedTransport,
  createTestTransport,
  getChanges,
  NO_ANSWER,
  toClientRef,
} from '#tests/support/sync/sync-transports.ts'

const names = async (phone: SyncDevice) => [...(await phone.readConfirmed()).keys()].sort()

describe('A pull in several pages', () => {
  // A page of at least 64 changes (`PACK_THRESHOLD`) is stored packed; fewer become single rows.
  it.for([
    [30, 10],
    [650, 250],
  ] as const)(
    'stores each page together with its cursor, wherever a crash happens (%i clients, %i at a time)',
    async ([count, limit], { world, laptop, phone }) => {
      await createClients(world, laptop, count)
      for (let diesIn = 2; diesIn < 9; diesIn++) {
        phone.crashesIn = diesIn
        await phone.sync(createPagedTransport(world, limit)).catch(() => undefined)
        phone.crashesIn = Number.POSITIVE_INFINITY
        const cursor = (await phone.db.device.get('device'))?.cursor ?? 0
        const seqs = (await world.listRecords()).filter(({ seq }) => seq <= cursor)
        expect(await names(phone)).toEqual(seqs.map(({ id }) => id).sort())
      }
      expect(await phone.sync(createPagedTransport(world, limit))).toBe('done')
      expect(await phone.readConfirmed()).toEqual(await laptop.readConfirmed())
    },
  )

  it('misses no change made meanwhile, and shows the newest state', async ({
    world,
    laptop,
    phone,
  }) => {
    await createClients(world, laptop, 30)
    let pages = 0
    const changing = createTestTransport(world, {
      pull: async (query) => {
        const answer = toAnswer(await world.pull({ ...query, limit: 10 }))
        pages++
        if (pages === 1) {
          // A client already pulled, one still to come, and one that is deleted.
          await laptop.edit(toClientRef('c3'), { phone: '+47 999' })
          await laptop.edit(toClientRef('c17'), { phone: '+47 888' })
          await laptop.edits.remove(toClientRef('c25'))
          await laptop.sync(world.createTransport())
        }
        return answer
      },
    })
    expect(await phone.sync(changing)).toBe('done')
    expect(await phone.readConfirmed()).toEqual(await laptop.readConfirmed())
    expect(await phone.readView(toClientRef('c3'))).toMatchObject({ data: { phone: '+47 999' } })
    expect(await phone.readView(toClientRef('c25'))).toMatchObject({ deleted: true })
  })

  // 250 are stored packed on arrival, and the last packed version counts.
  it.for([20, 250])(
    'ignores a page of %i clients that arrives after newer changes',
    async (count, { world, laptop, phone }) => {
      await createClients(world, laptop, count)
      const late: Answer[] = []
      const slow = createTestTransport(world, {
        pull: async (query) => {
          late.push(toAnswer(await world.pull({ ...query, limit: count })))
          return NO_ANSWER
        },
      })
      await phone.sync(slow)
      for (let i = 0; i < count; i++) await laptop.edit(toClientRef(`c${i}`), { phone: '+47 999' })
      await laptop.sync(world.createTransport())
      expect(getChanges(late[0] ?? NO_ANSWER)[2]?.data.phone).toBe('+47 2')
      let given = 0
      const stale = createTestTransport(world, {
        pull: async (query) => {
          if (given++ === 0) await phone.sync(world.createTransport())
          return given === 1 ? (late[0] ?? NO_ANSWER) : toAnswer(await world.pull(query))
        },
      })
      await phone.sync(stale)
      expect(await phone.readView(toClientRef('c2'))).toMatchObject({ data: { phone: '+47 999' } })
      expect(await phone.sync(world.createTransport())).toBe('done')
      expect(await phone.readConfirmed()).toEqual(await laptop.readConfirmed())
    },
  )

  it('applies nothing of a truncated page', async ({ world, laptop, phone }) => {
    await createClients(world, laptop, 20)
    const torn = createTestTransport(world, {
      pull: async (query) => {
        const { text } = toAnswer(await world.pull(query))
        return { status: 200, body: undefined, text: text.slice(0, text.length / 2) }
      },
    })
    expect(await phone.sync(torn)).toBe('failed')
    expect(await names(phone)).toEqual([])
    expect(await phone.sync(world.createTransport())).toBe('done')
    expect(await names(phone)).toHaveLength(20)
  })
})

describe('A client who was erased elsewhere', () => {
  it('is removed completely from a device that was editing them: from pages, queue and log', async ({
    world,
    laptop,
    phone,
  }) => {
    await createClients(world, laptop, 230)
    await phone.sync(world.createTransport())
    // All are changed, so that each is in two packed pages.
    for (let i = 0; i < 230; i++)
      await laptop.edit(toClientRef(`c${i}`), { location: `Place ${i};` })
    await laptop.sync(world.createTransport())
    await phone.sync(world.createTransport())
    expect(await phone.db.pages.count()).toBe(2)
    await phone.edit(toClientRef('c7'), { name: 'Secret one' })
    await phone.sync(world.createTransport())
    await phone.edit(toClientRef('c7'), { name: 'Secret two' })
    await phone.db.drafts.put({ key: 'client:c7', data: 'Secret three' })
    await eraseRecords(world, ['c7'])
    expect(await phone.sync(world.createTransport())).toBe('done')
    await laptop.sync(world.createTransport())
    for (const device of [phone, laptop]) {
      expect(await device.dumpStore()).not.toMatch(/Client 7"|Place 7;|Secret/)
      expect(await device.readView(toClientRef('c7'))).toMatchObject({ deleted: true, data: {} })
      expect((await device.readConfirmed()).size).toBe(229)
    }
    expect(await world.findRecord('c7')).toMatchObject({ erased: true, data: {} })
  })

  it('is not restored by a pending edit, delete or undone delete', async ({
    world,
    laptop,
    phone,
  }) => {
    await createClients(world, laptop, 3)
    await phone.sync(world.createTransport())
    await phone.edit(toClientRef('c0'), { name: 'Typed on' })
    await phone.edits.remove(toClientRef('c1'))
    await phone.edits.restore(toClientRef('c1'))
    await phone.edits.remove(toClientRef('c2'))
    await eraseRecords(world, ['c0', 'c1', 'c2'])
    expect(await phone.sync(world.createTransport())).toBe('done')
    expect(await names(phone)).toEqual([])
    expect(await phone.db.queue.count()).toBe(0)
    expect(await phone.dumpStore()).not.toMatch(/Typed on|Client \d/)
  })
})
