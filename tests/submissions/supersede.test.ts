import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildBookingFields } from '#tests/support/server/forms.ts'
import { type Site, startSite } from '#tests/support/server/site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())

/** The number of half hours used; `nextFreeStart` gives 16 a day from Tuesday 24 November on. */
let count = 0
function nextFreeStart(): string {
  const day = 24 + Math.floor(count / 16)
  const minutes = 8 * 60 + 30 * (count++ % 16)
  return new Date(Date.parse(`2026-11-${day}T00:00:00Z`) + minutes * 60_000).toISOString()
}

const findBookings = async (start: string) =>
  (
    await site.db.read.selectFrom('booking').select(['starts_at', 'status', 'message']).execute()
  ).filter(({ starts_at }) => starts_at === Date.parse(start))

test('An idempotency key is recognised for more than 400 days, because a device may come back late', async () => {
  const late = await startSite()
  const key = randomUUID()
  const first = await (
    await late.post(buildBookingFields({ start: nextFreeStart() }), { key })
  ).json()
  late.time.now += 401 * 86_400_000
  await late.drain()
  const fields = buildBookingFields({ start: first.start })
  const again = await late.post(fields, { key })
  expect(again.status).toBe(201)
  expect(await again.json()).toEqual(first)
  await late.close()
})

describe('A booking that replaces an earlier version', () => {
  test('has no effect if the earlier one had arrived unnoticed, and returns its answer marked as earlier', async () => {
    const [first, second] = [randomUUID(), randomUUID()]
    const [start, other] = [nextFreeStart(), nextFreeStart()]
    const before = await (await site.post(buildBookingFields({ start }), { key: first })).json()
    const changed = buildBookingFields({ start: other, replaces: first })
    const answer = await site.post(changed, { key: second })
    expect(answer.status).toBe(201)
    const body = await answer.json()
    expect(body).toEqual({ ...before, key: second, isEarlierVersion: true })
    expect(await findBookings(start)).toHaveLength(1)
    expect(await findBookings(other)).toHaveLength(0)
    expect(await (await site.post(changed, { key: second })).json()).toEqual(body)
  })

  test('blocks an earlier version that arrives after it', async () => {
    const [first, second] = [randomUUID(), randomUUID()]
    const [start, other] = [nextFreeStart(), nextFreeStart()]
    const changed = await site.post(buildBookingFields({ start: other, replaces: first }), {
      key: second,
    })
    expect(changed.status).toBe(201)
    const late = await site.post(buildBookingFields({ start }), { key: first })
    expect(late.status).toBe(422)
    expect((await late.json()).code).toBe('key_reuse')
    expect(await findBookings(start)).toHaveLength(0)
  })

  test('and the earlier version make one booking if both arrive at the same moment, in either order', async () => {
    for (let round = 0; round < 10; round++) {
      const [first, second] = [randomUUID(), randomUUID()]
      const start = nextFreeStart()
      const posts = [
        () => site.post(buildBookingFields({ start, message: 'first' }), { key: first }),
        () =>
          site.post(buildBookingFields({ start, message: 'second', replaces: first }), {
            key: second,
          }),
      ]
      await Promise.all((round % 2 === 0 ? posts : posts.reverse()).map((post) => post()))
      expect(await findBookings(start)).toHaveLength(1)
    }
  })

  test('is booked if all earlier versions were refused', async () => {
    const start = nextFreeStart()
    await site.post(buildBookingFields({ start }))
    const first = randomUUID()
    expect((await site.post(buildBookingFields({ start }), { key: first })).status).toBe(409)
    const other = nextFreeStart()
    const answer = await site.post(
      buildBookingFields({ start: other, replaces: `nonsense,${first}` }),
    )
    expect(answer.status).toBe(201)
    expect(await findBookings(other)).toHaveLength(1)
  })

  test('stores no trace of the replaced keys', async () => {
    const first = randomUUID()
    await site.post(buildBookingFields({ start: nextFreeStart(), replaces: first }))
    const stored = await site.db.read.selectFrom('form_submissions').select('data').execute()
    expect(stored.filter(({ data }) => data.includes('replaces'))).toEqual([])
  })
})
