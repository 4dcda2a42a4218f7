import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Transport } from '#client/book/sync/transport.ts'
import { raw } from '#server/db/database.ts'
import { SyncDevice } from '#tests/support/sync-device.ts'
import { create, NO_ANSWER, way } from '#tests/support/sync-steps.ts'
import { answerOf, SyncWorld } from '#tests/support/sync-world.ts'

const ALL_THE_ROOM = 4_294_967_294
const EDITS = 100

let world: SyncWorld
let laptop: SyncDevice
beforeEach(() => {
  world = new SyncWorld()
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
function honest(): Transport {
  const push = (body: object) =>
    world.push(body).then(answerOf, () => ({ ...NO_ANSWER, status: 500 }))
  return way(world, { push })
}

describe('a server whose disk is full in the middle of a batch', () => {
  // A new device's first push comes before the server has stored the device.
  it.each(['known', 'new'])(
    'keeps nothing of it, and takes it from a %s device once there is room',
    async (which) => {
      await laptop.sync(world.transport())
      if (which === 'new') await laptop.db.device.update('device', { deviceId: 'another' })
      for (let i = 0; i < EDITS; i++)
        await create(laptop, `c${i}`, { name: `Client ${i}`, notes: 'Aurora '.repeat(100) })
      boundTo(count('pages') + 3)
      expect(await laptop.sync(honest())).toBe('failed')
      expect(world.records()).toEqual([])
      expect(count('results')).toBe(0)
      boundTo(ALL_THE_ROOM)
      expect(await laptop.sync(honest())).toBe('done')
      expect(world.records()).toHaveLength(EDITS)
      expect(await laptop.confirmed()).toHaveProperty('size', EDITS)
    },
  )
})

describe('a server that can number one more change and no second', () => {
  it('says of no edit that it was taken which it could not number', async () => {
    await laptop.sync(world.transport())
    for (const id of ['a', 'b']) await create(laptop, id, { name: id })
    const { seq } = world.db.read.get(raw(sql<{ seq: number }>`SELECT seq FROM sync_clock`)) ?? {
      seq: 0,
    }
    const noNumber = `CREATE TEMP TRIGGER no_number BEFORE UPDATE ON sync_clock
      WHEN NEW.seq > ${seq + 1} BEGIN SELECT RAISE(ABORT, 'no number'); END`
    await world.db.write((tx) => tx.run(raw(sql.raw(noNumber))))
    expect(await laptop.sync(honest())).toBe('failed')
    expect(world.records().map(({ id }) => id)).toEqual(['a'])
    expect(await laptop.db.queue.count()).toBe(1)
    await world.db.write((tx) => tx.run(raw(sql`DROP TRIGGER no_number`)))
    expect(await laptop.sync(honest())).toBe('done')
    expect(world.records().map(({ id }) => id)).toEqual(['a', 'b'])
  })
})
