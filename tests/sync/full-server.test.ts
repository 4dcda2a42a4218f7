import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Transport } from '#client/book/sync/transport.ts'
import { raw } from '#server/db/database.ts'
import { SyncDevice } from '#tests/support/sync-device.ts'
import { SyncServer, toAnswer } from '#tests/support/sync-server.ts'
import { createClient, createTestTransport, NO_ANSWER } from '#tests/support/sync-transports.ts'

const ALL_THE_ROOM = 4_294_967_294
const EDITS = 100

let world: SyncServer
let laptop: SyncDevice
beforeEach(() => {
  world = new SyncServer()
  laptop = new SyncDevice('laptop')
})
afterEach(() => {
  laptop.crash()
  world.close()
})

/** Limits the server's database to so many pages. */
function boundTo(pages: number): void {
  world.db.read.get(raw(sql.raw(`PRAGMA max_page_count = ${pages}`)))
}

function count(what: 'pages' | 'results'): number {
  const statement =
    what === 'pages'
      ? sql<{ n: number }>`SELECT page_count AS n FROM pragma_page_count`
      : sql<{ n: number }>`SELECT count(*) AS n FROM mutation_result`
  return world.db.read.get(raw(statement))?.n ?? 0
}

/** A transport that answers 500 when a push fails. */
function createTransport(): Transport {
  const push = (body: object) =>
    world.push(body).then(toAnswer, () => ({ ...NO_ANSWER, status: 500 }))
  return createTestTransport(world, { push })
}

describe('A server whose disk becomes full during a batch', () => {
  // A new device's first push comes before the server has stored the device.
  it.each(['known', 'new'])(
    'stores nothing of the batch, and accepts it from a %s device once there is space',
    async (which) => {
      await laptop.sync(world.createTransport())
      if (which === 'new') await laptop.db.device.update('device', { deviceId: 'another' })
      for (let i = 0; i < EDITS; i++)
        await createClient(laptop, `c${i}`, { name: `Client ${i}`, notes: 'Aurora '.repeat(100) })
      boundTo(count('pages') + 3)
      expect(await laptop.sync(createTransport())).toBe('failed')
      expect(world.listRecords()).toEqual([])
      expect(count('results')).toBe(0)
      boundTo(ALL_THE_ROOM)
      expect(await laptop.sync(createTransport())).toBe('done')
      expect(world.listRecords()).toHaveLength(EDITS)
      expect(await laptop.readConfirmed()).toHaveProperty('size', EDITS)
    },
  )
})

describe('A server that can number one more change but not a second', () => {
  it('acknowledges no edit that it could not number', async () => {
    await laptop.sync(world.createTransport())
    for (const id of ['a', 'b']) await createClient(laptop, id, { name: id })
    const { seq } = world.db.read.get(raw(sql<{ seq: number }>`SELECT seq FROM sync_clock`)) ?? {
      seq: 0,
    }
    const noNumber = `CREATE TEMP TRIGGER no_number BEFORE UPDATE ON sync_clock
      WHEN NEW.seq > ${seq + 1} BEGIN SELECT RAISE(ABORT, 'no number'); END`
    await world.db.write((tx) => tx.run(raw(sql.raw(noNumber))))
    expect(await laptop.sync(createTransport())).toBe('failed')
    expect(world.listRecords().map(({ id }) => id)).toEqual(['a'])
    expect(await laptop.db.queue.count()).toBe(1)
    await world.db.write((tx) => tx.run(raw(sql`DROP TRIGGER no_number`)))
    expect(await laptop.sync(createTransport())).toBe('done')
    expect(world.listRecords().map(({ id }) => id)).toEqual(['a', 'b'])
  })
})
