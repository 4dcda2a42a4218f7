import { expect } from 'vitest'
import { replaceBusyTimes, writeFeedRow } from '#server/schedule/feed/store.ts'
import { type Site, TODAY } from '#tests/support/server/site.ts'
import { test as it } from '#tests/support/server/site-test.ts'

const getBusyTimes = async (site: Site, month: string) =>
  site.get(`/functions/get-busy-times?month=${month}`, await site.signInOwner())

const toHour = (from: string) => ({ start: Date.parse(from), end: Date.parse(from) + 3_600_000 })

it('The owner’s busy times are returned for all the weeks that the requested month is part of', async ({
  site,
}) => {
  const until = Date.parse('2027-02-27T00:00:00Z')
  await site.db.write(async (tx) => {
    await writeFeedRow(tx, {
      address: 'https://x.example/c',
      synced_at: TODAY,
      covers_until: until,
    })
    await replaceBusyTimes(tx, [
      toHour('2026-11-29T22:30:00Z'),
      toHour('2026-11-29T21:00:00Z'),
      toHour('2026-12-10T09:00:00Z'),
      toHour('2027-01-03T22:30:00Z'),
      toHour('2027-01-04T09:00:00Z'),
    ])
  })
  const answer = await (await getBusyTimes(site, '2026-12-01')).json()
  expect(answer.busy.map(({ start }: { start: string }) => start).sort()).toEqual([
    '2026-11-29T22:30:00.000Z',
    '2026-12-10T09:00:00.000Z',
    '2027-01-03T22:30:00.000Z',
  ])
  expect(answer).toMatchObject({
    readAt: new Date(TODAY).toISOString(),
    readUntil: '2027-02-27T00:00:00.000Z',
  })
})

it('Without a calendar there are no busy times, and only the owner can request them', async ({
  site,
}) => {
  expect(await (await getBusyTimes(site, '2026-12-01')).json()).toEqual({
    busy: [],
    readAt: null,
    readUntil: null,
  })
  expect((await getBusyTimes(site, 'December')).status).toBe(400)
  expect((await site.get('/functions/get-busy-times?month=2026-12-01')).status).toBe(401)
})
