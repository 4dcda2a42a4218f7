import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { query } from '#server/db/database.ts'
import { bookingFields } from '#tests/support/forms.ts'
import { type Site, startSite } from '#tests/support/site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())

/** The number of half hours used; `freeStart` gives 16 a day from Tuesday 24 November on. */
let count = 0
function freeStart(): string {
  const day = 24 + Math.floor(count / 16)
  const minutes = 8 * 60 + 30 * (count++ % 16)
  return new Date(Date.parse(`2026-11-${day}T00:00:00Z`) + minutes * 60_000).toISOString()
}

const bookingsAt = (start: string) =>
  site.db.read
    .all(query.selectFrom('booking').select(['starts_at', 'status', 'message']))
    .filter(({ starts_at }) => starts_at === Date.parse(start))

test('a key is known for more than four hundred days: a device may come back late', async () => {
  const late = await startSite()
  const key = randomUUID()
  const first = await (await late.post(bookingFields({ start: freeStart() }), { key })).json()
  late.time.now += 401 * 86_400_000
  await late.drain()
  const fields = bookingFields({ start: first.start })
  const again = await late.post(fields, { key })
  expect(again.status).toBe(201)
  expect(await again.json()).toEqual(first)
  await late.close()
})

describe('a booking that takes the place of an earlier version', () => {
  test('has no effect where that one had arrived unheard: its answer is given, and said to be of it', async () => {
    const [first, second] = [randomUUID(), randomUUID()]
    const [start, other] = [freeStart(), freeStart()]
    const before = await (await site.post(bookingFields({ start }), { key: first })).json()
    const changed = bookingFields({ start: other, replaces: first })
    const answer = await site.post(changed, { key: second })
    expect(answer.status).toBe(201)
    const body = await answer.json()
    expect(body).toEqual({ ...before, key: second, earlier: true })
    expect(bookingsAt(start)).toHaveLength(1)
    expect(bookingsAt(other)).toHaveLength(0)
    expect(await (await site.post(changed, { key: second })).json()).toEqual(body)
  })

  test('shuts out one that comes after it', async () => {
    const [first, second] = [randomUUID(), randomUUID()]
    const [start, other] = [freeStart(), freeStart()]
    const changed = await site.post(bookingFields({ start: other, replaces: first }), {
      key: second,
    })
    expect(changed.status).toBe(201)
    const late = await site.post(bookingFields({ start }), { key: first })
    expect(late.status).toBe(422)
    expect((await late.json()).code).toBe('key_reuse')
    expect(bookingsAt(start)).toHaveLength(0)
  })

  test('and it at the same moment make one booking, whichever is first', async () => {
    for (let round = 0; round < 10; round++) {
      const [first, second] = [randomUUID(), randomUUID()]
      const start = freeStart()
      const posts = [
        () => site.post(bookingFields({ start, message: 'first' }), { key: first }),
        () =>
          site.post(bookingFields({ start, message: 'second', replaces: first }), { key: second }),
      ]
      await Promise.all((round % 2 === 0 ? posts : posts.reverse()).map((post) => post()))
      expect(bookingsAt(start)).toHaveLength(1)
    }
  })

  test('is booked where all of them were refused', async () => {
    const start = freeStart()
    await site.post(bookingFields({ start }))
    const first = randomUUID()
    expect((await site.post(bookingFields({ start }), { key: first })).status).toBe(409)
    const other = freeStart()
    const answer = await site.post(bookingFields({ start: other, replaces: `nonsense,${first}` }))
    expect(answer.status).toBe(201)
    expect(bookingsAt(other)).toHaveLength(1)
  })

  test('leaves no trace of the keys in what is stored', async () => {
    const first = randomUUID()
    await site.post(bookingFields({ start: freeStart(), replaces: first }))
    const stored = site.db.read.all(query.selectFrom('form_submissions').select('data'))
    expect(stored.filter(({ data }) => data.includes('replaces'))).toEqual([])
  })
})
