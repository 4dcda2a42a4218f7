import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PostgresDatabase } from '#tests/support/db/postgres-database.ts'
import { createRandom } from '#tests/support/lib/random.ts'
import { buildBookingFields, postForm } from '#tests/support/server/forms.ts'
import { type GroupAnswer, ServerGroup } from '#tests/support/server/server-group.ts'

const SLOTS = 100
const VISITORS = 30
/** So many slots are fought for at once. */
const SLOTS_AT_ONCE = 10

const random = createRandom('slots')
let database: PostgresDatabase
let group: ServerGroup
beforeAll(async () => {
  database = await PostgresDatabase.create()
  group = await ServerGroup.start({ count: 3, databaseUrl: database.url, random })
})
afterAll(async () => {
  await group?.dispose()
  await database?.drop()
})

interface Posted extends GroupAnswer {
  start: string
}

describe('Three servers on one database', () => {
  it('give each of 100 slots that 30 visitors want at once to one of them, and refuse the others', async () => {
    const starts = (await group.listOpenStarts()).slice(0, SLOTS)
    expect(starts).toHaveLength(SLOTS)
    const posted: Posted[] = []
    for (let from = 0; from < SLOTS; from += SLOTS_AT_ONCE)
      posted.push(...(await postForSlots(starts.slice(from, from + SLOTS_AT_ONCE))))

    for (const start of starts) {
      const own = posted.filter((one) => one.start === start)
      expect(own.filter(({ status }) => status === 201)).toHaveLength(1)
      const refused = own.filter(({ status, body }) => status === 409 && body.code === 'taken')
      expect(refused).toHaveLength(VISITORS - 1)
    }
    const booked = await database.query<{ starts_at: string }>(
      "SELECT starts_at FROM booking WHERE status = 'confirmed' ORDER BY starts_at",
    )
    expect(booked.map(({ starts_at }) => new Date(Number(starts_at)).toISOString())).toEqual(starts)
    const stored = await database.query('SELECT id FROM booking')
    expect(stored).toHaveLength(SLOTS)
    for (const server of group.servers)
      await expect
        .poll(async () => (await group.listOpenStarts(server)).filter((s) => starts.includes(s)))
        .toEqual([])
  })

  it('no longer offer a slot that any of them has given away', async () => {
    const [giver, ...others] = group.servers
    if (!giver) throw new Error('There is no server')
    for (const start of random.shuffle(await group.listOpenStarts()).slice(0, 5)) {
      // Fills the caches with an answer that offers the slot.
      for (const other of others) expect(await group.listOpenStarts(other)).toContain(start)
      expect((await postForm(giver.url, buildBookingFields({ start }))).status).toBe(201)
      expect(await group.listOpenStarts(giver)).not.toContain(start)
      for (const other of others)
        await expect
          .poll(async () => (await group.listOpenStarts(other)).includes(start))
          .toBe(false)
    }
  })
})

/** All visitors of some slots post at once, each to any server. */
function postForSlots(starts: string[]): Promise<Posted[]> {
  const wanted = starts.flatMap((start) => Array.from({ length: VISITORS }, () => start))
  return Promise.all(
    random.shuffle(wanted).map(async (start) => {
      const answer = await group.send((url) => postForm(url, buildBookingFields({ start })))
      return { start, status: answer?.status ?? 0, body: answer?.body ?? {} }
    }),
  )
}
