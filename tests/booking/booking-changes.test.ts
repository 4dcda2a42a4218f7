import { afterEach, beforeEach, expect, it } from 'vitest'
import { renewEpoch } from '#server/db/metadata.ts'
import { readSchedule, writeSchedule } from '#server/schedule/store.ts'
import { type DeskBooking, getBookingChanges } from '#shared/booking/desk-api.ts'
import { type ChangesPage, type ChangesQuery, MAX_CHANGES } from '#shared/desk/changes.ts'
import { parse } from '#shared/lib/result.ts'
import { seedDesk } from '#tests/support/desk-seed.ts'
import { buildBookingFields } from '#tests/support/forms.ts'
import { type Site, startSite, TODAY } from '#tests/support/site.ts'

let site: Site
let owner: string
beforeEach(async () => {
  site = await startSite()
  owner = await site.signInOwner()
})
afterEach(() => site.close())

type Page = ChangesPage<DeskBooking>

function fetchChanges(changesQuery: ChangesQuery = {}): Promise<Response> {
  const entries = Object.entries(changesQuery).map(([name, value]) => [name, String(value)])
  const address = `/functions/get-booking-changes?${new URLSearchParams(entries)}`
  return site.get(address, owner)
}

const fetchPage = async (changesQuery?: ChangesQuery): Promise<Page> =>
  (await fetchChanges(changesQuery)).json()

const listIds = ({ changes }: Page) => changes.map(({ id }) => id)

it('A first fetch returns every booking, with all upcoming ones on its first page', async () => {
  await seedDesk(site.db, { bookings: 250, submissions: 0, sales: 0, now: TODAY })
  const first = await fetchPage()
  expect(parse(getBookingChanges.output, first).ok).toBe(true)
  const ahead = first.changes.filter(
    (one) => 'record' in one && Date.parse(one.record.start) > TODAY,
  )
  expect(ahead).toHaveLength(40)
  const ids = new Set(listIds(first))
  let { nextCursor: next, hasMore: more } = first
  for (let pages = 0; more; pages++) {
    expect(pages).toBeLessThan(Math.ceil(290 / MAX_CHANGES))
    const older = await fetchPage({ epoch: first.epoch, before: next })
    for (const id of listIds(older)) ids.add(id)
    ;({ nextCursor: next, hasMore: more } = older)
  }
  expect(ids.size).toBe(290)
})

it('A fetch with a cursor returns what has changed since, and what was deleted', async () => {
  await site.post(buildBookingFields())
  const { epoch, seq } = await fetchPage()
  expect(await fetchPage({ epoch, after: seq })).toMatchObject({
    changes: [],
    nextCursor: seq,
    hasMore: false,
  })
  const answer = await site.post(buildBookingFields({ start: '2026-11-25T09:00:00.000Z' }))
  const { bookingId } = await answer.json()
  const changed = await fetchPage({ epoch, after: seq })
  expect(listIds(changed)).toEqual([bookingId])
  await site.db.write(async (tx) => {
    await tx.deleteFrom('occupied_cell').where('booking_id', '=', bookingId).execute()
    await tx.deleteFrom('form_submissions').where('booking_id', '=', bookingId).execute()
    await tx.deleteFrom('booking').where('id', '=', bookingId).execute()
  })
  expect((await fetchPage({ epoch, after: changed.nextCursor })).changes).toEqual([
    { id: bookingId, deleted: true },
  ])
})

it('A booking that needs a new time is in every fetch, because its offers depend on all other bookings', async () => {
  const { bookingId } = await (await site.post(buildBookingFields())).json()
  await site.db.write((tx) => tx.updateTable('booking').set({ status: 'needs_new_time' }).execute())
  const { epoch, seq } = await fetchPage()
  expect(listIds(await fetchPage({ epoch, after: seq }))).toEqual([bookingId])
})

it('A restored database, a changed time zone or a cursor ahead of the server requires a full resync', async () => {
  const { epoch, seq } = await fetchPage()
  const status = async (changesQuery: ChangesQuery) => (await fetchChanges(changesQuery)).status
  expect(await status({ epoch, after: seq })).toBe(200)
  expect(await status({ epoch, after: seq + 1 })).toBe(410)
  await site.db.write(async (tx) =>
    writeSchedule(tx, { ...(await readSchedule(tx)), timeZone: 'America/New_York' }),
  )
  expect(await status({ epoch, after: seq })).toBe(410)
  const elsewhere = await fetchPage()
  await site.db.write(renewEpoch)
  const refused = await fetchChanges({ epoch: elsewhere.epoch, after: seq })
  expect([refused.status, await refused.json()]).toEqual([
    410,
    { code: 'epoch', error: 'Failed to fetch bookings' },
  ])
})

it('Booking changes are refused to anyone who is not signed in', async () => {
  expect((await site.get('/functions/get-booking-changes')).status).toBe(401)
})
