import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Transport } from '#client/data/sync/transport.ts'
import { engine } from '#tests/support/db/database.ts'
import { SyncDevice } from '#tests/support/sync/sync-device.ts'
import { SyncServer, toAnswer } from '#tests/support/sync/sync-server.ts'
import {
  createClient,
  createTestTransport,
  NO_ANSWER,
  toClientRef,
} from '#tests/support/sync/sync-transports.ts'

const ALL_THE_ROOM = 4_294_967_294
const EDITS = 100

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

/** Limits the server's database to so many pages. */
async function boundTo(pages: number): Promise<void> {
  await world.db.write((tx) => sql.raw(`PRAGMA max_page_count = ${pages}`).execute(tx))
}

async function count(what: 'pages' | 'results'): Promise<number> {
  const statement =
    what === 'pages'
      ? sql<{ n: number }>`SELECT page_count AS n FROM pragma_page_count`
      : sql<{ n: number }>`SELECT count(*) AS n FROM mutation_result`
  return (await statement.execute(world.db.read)).rows[0]?.n ?? 0
}

/** A transport that answers 500 when a push fails. */
function createTransport(): Transport {
  const push = (body: object) =>
    world.push(body).then(toAnswer, () => ({ ...NO_ANSWER, status: 500 }))
  return createTestTransport(world, { push })
}

// Only SQLite can limit the size of a database.
describe.skipIf(engine === 'postgres')('A server whose disk becomes full during a batch', () => {
  // A new device's first push comes before the server has stored the device.
  it.each(['known', 'new'])(
    'stores nothing of the batch, and accepts it from a %s device once there is space',
    async (which) => {
      await laptop.sync(world.createTransport())
      if (which === 'new') await laptop.db.device.update('device', { deviceId: 'another' })
      for (let i = 0; i < EDITS; i++)
        await createClient(laptop, `c${i}`, { name: `Client ${i}`, notes: 'Aurora '.repeat(100) })
      await boundTo((await count('pages')) + 3)
      expect(await laptop.sync(createTransport())).toBe('failed')
      expect(await world.listRecords()).toEqual([])
      expect(await count('results')).toBe(0)
      await boundTo(ALL_THE_ROOM)
      expect(await laptop.sync(createTransport())).toBe('done')
      expect(await world.listRecords()).toHaveLength(EDITS)
      expect(await laptop.readConfirmed()).toHaveProperty('size', EDITS)
    },
  )
})

describe('A server that can store one more change but not a second', () => {
  it('sends what others have changed, also while it cannot store an edit', async () => {
    const other = new SyncDevice('other')
    await laptop.sync(world.createTransport())
    await createClient(other, 'news', { name: 'News' })
    await other.sync(world.createTransport())
    other.crash()
    await createClient(laptop, 'b', { name: 'b' })
    const allowWrites = await world.refuseWrites({
      event: 'INSERT',
      table: 'record',
      condition: "NEW.id = 'b'",
    })
    expect(await laptop.sync(world.createTransport())).toBe('failed')
    expect((await laptop.readView(toClientRef('news'))).data).toEqual({ name: 'News' })
    await allowWrites()
    expect(await laptop.sync(world.createTransport())).toBe('done')
    expect((await world.listRecords()).map(({ id }) => id)).toEqual(['news', 'b'])
  })

  it('acknowledges no edit that it could not store', async () => {
    await laptop.sync(world.createTransport())
    for (const id of ['a', 'b']) await createClient(laptop, id, { name: id })
    const condition = "NEW.id = 'b'"
    const allowWrites = await world.refuseWrites({
      event: 'INSERT',
      table: 'record',
      condition,
    })
    expect(await laptop.sync(createTransport())).toBe('failed')
    expect((await world.listRecords()).map(({ id }) => id)).toEqual(['a'])
    expect(await laptop.db.queue.count()).toBe(1)
    await allowWrites()
    expect(await laptop.sync(createTransport())).toBe('done')
    expect((await world.listRecords()).map(({ id }) => id)).toEqual(['a', 'b'])
  })
})
