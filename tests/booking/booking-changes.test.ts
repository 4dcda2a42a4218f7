import { afterEach, beforeEach, expect, it } from 'vitest'
import { query } from '#server/db/database.ts'
import { renewEpoch } from '#server/db/privacy/erasures.ts'
import { readSchedule, writeSchedule } from '#server/schedule/store.ts'
import { type DeskBooking, getBookingChanges } from '#shared/booking/desk-api.ts'
import { type AskedChanges, type ChangesPage, MOST_CHANGES } from '#shared/desk/changes.ts'
import { parse } from '#shared/lib/result.ts'
import { fillDesk } from '#tests/support/desk-fill.ts'
import { bookingFields } from '#tests/support/forms.ts'
import { type Site, startSite, TODAY } from '#tests/support/site.ts'

let site: Site
let owner: string
beforeEach(async () => {
  site = await startSite()
  owner = await site.owner()
})
afterEach(() => site.close())

type Page = ChangesPage<DeskBooking>

function ask(asked: AskedChanges = {}): Promise<Response> {
  const entries = Object.entries(asked).map(([name, value]) => [name, String(value)])
  const address = `/functions/get-booking-changes?${new URLSearchParams(entries)}`
  return site.get(address, owner)
}

const page = async (asked?: AskedChanges): Promise<Page> => (await ask(asked)).json()

const idsOf = ({ changes }: Page) => changes.map(({ id }) => id)

it('a first fill gives every booking, the nearest and the latest changed with its first page', async () => {
  await fillDesk(site.db, { bookings: 250, submissions: 0, sales: 0, now: TODAY })
  const first = await page()
  expect(parse(getBookingChanges.output, first).ok).toBe(true)
  const ahead = first.changes.filter(
    (one) => 'record' in one && Date.parse(one.record.start) > TODAY,
  )
  expect(ahead).toHaveLength(40)
  const ids = new Set(idsOf(first))
  let { next, more } = first
  for (let pages = 0; more; pages++) {
    expect(pages).toBeLessThan(Math.ceil(290 / MOST_CHANGES))
    const older = await page({ epoch: first.epoch, before: next })
    for (const id of idsOf(older)) ids.add(id)
    ;({ next, more } = older)
  }
  expect(ids.size).toBe(290)
})

it('after that it gives what changed, and what is gone', async () => {
  await site.post(bookingFields())
  const { epoch, seq } = await page()
  expect(await page({ epoch, after: seq })).toMatchObject({ changes: [], next: seq, more: false })
  const answer = await site.post(bookingFields({ start: '2026-11-25T09:00:00.000Z' }))
  const { bookingId } = await answer.json()
  const changed = await page({ epoch, after: seq })
  expect(idsOf(changed)).toEqual([bookingId])
  await site.db.write((tx) => {
    tx.run(query.deleteFrom('occupied_cell').where('booking_id', '=', bookingId))
    tx.run(query.deleteFrom('form_submissions').where('booking_id', '=', bookingId))
    tx.run(query.deleteFrom('booking').where('id', '=', bookingId))
  })
  expect((await page({ epoch, after: changed.next })).changes).toEqual([
    { id: bookingId, gone: true },
  ])
})

it('a booking that needs a new time is told each time: its offers depend on all others', async () => {
  const { bookingId } = await (await site.post(bookingFields())).json()
  await site.db.write((tx) =>
    tx.run(query.updateTable('booking').set({ status: 'needs_new_time' })),
  )
  const { epoch, seq } = await page()
  expect(idsOf(await page({ epoch, after: seq }))).toEqual([bookingId])
})

it('what cannot be brought up to date is to be fetched anew: after a restore, in another zone, ahead of the server', async () => {
  const { epoch, seq } = await page()
  const status = async (asked: AskedChanges) => (await ask(asked)).status
  expect(await status({ epoch, after: seq })).toBe(200)
  expect(await status({ epoch, after: seq + 1 })).toBe(410)
  await site.db.write((tx) =>
    writeSchedule(tx, { ...readSchedule(tx), timeZone: 'America/New_York' }),
  )
  expect(await status({ epoch, after: seq })).toBe(410)
  const elsewhere = await page()
  await site.db.write(renewEpoch)
  const refused = await ask({ epoch: elsewhere.epoch, after: seq })
  expect([refused.status, await refused.json()]).toEqual([
    410,
    { code: 'epoch', error: 'Failed to fetch bookings' },
  ])
})

it('is the owner’s alone', async () => {
  expect((await site.get('/functions/get-booking-changes')).status).toBe(401)
})
