import { afterEach, beforeEach, expect, it } from 'vitest'
import { replaceBusyTimes, writeFeedRow } from '#server/schedule/feed/store.ts'
import { type Site, startSite, TODAY } from '#tests/support/site.ts'

let site: Site
beforeEach(async () => {
  site = await startSite()
})
afterEach(() => site.close())

const look = async (month: string) =>
  site.get(`/functions/get-busy-times?month=${month}`, await site.owner())

const hour = (from: string) => ({ start: Date.parse(from), end: Date.parse(from) + 3_600_000 })

it('the owner’s busy times are told for the whole weeks of the month that is asked for', async () => {
  const until = Date.parse('2027-02-27T00:00:00Z')
  await site.db.write((tx) => {
    writeFeedRow(tx, { address: 'https://x.example/c', synced_at: TODAY, covers_until: until })
    replaceBusyTimes(tx, [
      hour('2026-11-29T22:30:00Z'),
      hour('2026-11-29T21:00:00Z'),
      hour('2026-12-10T09:00:00Z'),
      hour('2027-01-03T22:30:00Z'),
      hour('2027-01-04T09:00:00Z'),
    ])
  })
  const told = await (await look('2026-12-01')).json()
  expect(told.busy.map(({ start }: { start: string }) => start).sort()).toEqual([
    '2026-11-29T22:30:00.000Z',
    '2026-12-10T09:00:00.000Z',
    '2027-01-03T22:30:00.000Z',
  ])
  expect(told).toMatchObject({
    readAt: new Date(TODAY).toISOString(),
    readUntil: '2027-02-27T00:00:00.000Z',
  })
})

it('without a calendar there are none, and nobody else is told', async () => {
  expect(await (await look('2026-12-01')).json()).toEqual({
    busy: [],
    readAt: null,
    readUntil: null,
  })
  expect((await look('December')).status).toBe(400)
  expect((await site.get('/functions/get-busy-times?month=2026-12-01')).status).toBe(401)
})
