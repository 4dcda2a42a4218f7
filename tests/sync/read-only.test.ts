import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { countReadOnly, listReadOnly } from '#client/data/store/read-only.ts'
import type { Tx } from '#server/db/database.ts'
import { sourceTables } from '#server/db/desk-changes.ts'
import { erasureClasses } from '#server/db/privacy/erasure.ts'
import { readOnlyCollections } from '#shared/sync/read-only-collections.ts'
import { engine } from '#tests/support/db/database.ts'
import { SyncDevice } from '#tests/support/sync/sync-device.ts'
import { SyncServer, toAnswer } from '#tests/support/sync/sync-server.ts'
import {
  createClient,
  createTestTransport,
  NO_ANSWER,
} from '#tests/support/sync/sync-transports.ts'

let world: SyncServer
let laptop: SyncDevice
beforeEach(async () => {
  world = await SyncServer.open()
  laptop = new SyncDevice('laptop')
})
afterEach(async () => {
  laptop.crash()
  await world.close()
})

const sync = () => laptop.sync(world.createTransport())
const listStored = async () =>
  (await laptop.db.readOnly.toArray()).flatMap(({ key, data }) => (data === undefined ? [] : key))
const eraseFirstBooking = async (tx: Tx) => {
  await sql`DELETE FROM booking WHERE id = 'booking1'`.execute(tx)
}

describe('A read-only record', () => {
  it('reaches a device in one sync with what the device sends', async () => {
    await createClient(laptop, 'ada', { name: 'Ada' })
    await sync()
    await createClient(laptop, 'bo', { name: 'Bo' })
    await world.changeBooking(1)
    await sync()
    expect(await listStored()).toContain('booking/booking1')
  })

  it('is there again after a page of changes whose answer was lost', async () => {
    await world.changeBooking(1)
    const pull = async (query: object) => {
      await world.pull(query)
      return NO_ANSWER
    }
    expect(await laptop.sync(createTestTransport(world, { pull }))).toBe('failed')
    await sync()
    expect(await listStored()).toContain('booking/booking1')
  })

  it('is removed from a device if the restored server does not have it', async () => {
    await createClient(laptop, 'ada', { name: 'Ada' })
    await sync()
    await world.backUp()
    await world.changeBooking(1)
    await sync()
    expect(await listStored()).toContain('booking/booking1')
    await world.restore([])
    await sync()
    await sync()
    expect(await listStored()).toEqual([])
  })

  it('is not left on a device if it is erased while that device pulls everything', async () => {
    for (const which of [1, 2, 3]) await world.changeBooking(which)
    let pages = 0
    const pull = async (query: object) => {
      const answer = toAnswer(await world.pull({ ...query, limit: 2 }))
      if (++pages === 1) await world.db.write(eraseFirstBooking)
      return answer
    }
    expect(await laptop.sync(createTestTransport(world, { pull }))).toBe('done')
    expect(pages).toBeGreaterThan(1)
    expect((await listStored()).sort()).toEqual([...(await world.listReadOnly()).keys()].sort())
  })

  it('is read once by a page, and again only when it has changed', async () => {
    await world.changeBooking(1)
    await world.changeBooking(2)
    await sync()
    const first = await listReadOnly(laptop.db, 'booking', undefined)
    expect([first.isWhole, first.rows.map(({ id }) => id)]).toEqual([
      true,
      ['booking1', 'booking2'],
    ])
    expect((await listReadOnly(laptop.db, 'booking', first.position)).rows).toEqual([])
    await world.changeBooking(2)
    await sync()
    const next = await listReadOnly(laptop.db, 'booking', first.position)
    expect([next.isWhole, next.rows.map(({ id }) => id)]).toEqual([false, ['booking2']])
  })

  it('is not shown by a page that read it before its database was deleted and filled again', async () => {
    await world.changeBooking(1)
    await world.changeBooking(2)
    await sync()
    const { position } = await listReadOnly(laptop.db, 'booking', undefined)
    laptop.crash()
    await laptop.wipe()
    await world.db.write(eraseFirstBooking)
    await sync()
    const next = await listReadOnly(laptop.db, 'booking', position)
    expect([next.isWhole, next.rows.map(({ id }) => id)]).toEqual([true, ['booking2']])
  })

  it.each([
    'DELETE FROM booking',
    `UPDATE booking SET first_name = 'Erased', email = ''`,
    'DELETE FROM newsletter_consent',
  ])(
    'takes cached answers with it, which may name its person, when an erasure runs %s',
    async (erasure) => {
      await world.changeBooking(1)
      await world.db.write((tx) =>
        sql`INSERT INTO newsletter_consent VALUES ('reader', 'ada@example.com', 'ada@example.com',
          'contact', '2026-11-21', '', 1, NULL, NULL)`.execute(tx),
      )
      await sync()
      await laptop.db.queryCache.put({ key: '/functions/get-site-state', data: ['Ada'], asOf: 1 })
      await sync()
      expect(await laptop.db.queryCache.count()).toBe(1)
      await world.db.write((tx) => sql.raw(erasure).execute(tx))
      await sync()
      expect(await laptop.db.queryCache.count()).toBe(0)
    },
  )

  it('does not count among the records on a device once the server has deleted it', async () => {
    await world.changeBooking(1)
    await world.changeBooking(2)
    await sync()
    await world.db.write(eraseFirstBooking)
    await sync()
    expect(await countReadOnly(laptop.db, 'booking')).toBe(1)
  })

  it('cannot be changed by a push', async () => {
    const edit = {
      op: 'patch',
      coll: 'booking',
      id: 'booking1',
      baseEpoch: '',
      baseRev: 0,
      base: {},
    }
    const mutation = { mid: 1, ...edit, set: { status: 'cancelled' }, at: '' }
    const request = { userId: 'owner', deviceId: 'laptop', deviceName: '', epoch: '', schema: 1 }
    expect(await world.push({ ...request, mutations: [mutation] })).toMatchObject({
      status: 400,
      refusal: { code: 'mutations', invalid: [1] },
    })
  })
})

describe.each(readOnlyCollections)('The read-only collection %s', (coll) => {
  it('is read from tables of which is stated what an erasure does to them', () => {
    for (const table of sourceTables[coll]) expect(erasureClasses[table], table).toBeDefined()
  })

  it.runIf(engine === 'sqlite')(
    'is pulled again after every write to one of its tables',
    async () => {
      const { rows } = await sql<{
        name: string
      }>`SELECT name FROM sqlite_master WHERE type = 'trigger'`.execute(world.db.read)
      const names = rows.map(({ name }) => name)
      const kind = coll.replaceAll('-', '_')
      for (const table of sourceTables[coll])
        for (const event of ['insert', 'update', 'delete'])
          expect(names).toContain(`desk_change_${kind}_by_${event}_of_${table}`)
    },
  )
})
