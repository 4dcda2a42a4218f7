import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  type BookingMoneyRecord,
  type BookingRecord,
  toDeskBooking,
} from '#shared/booking/booking-record.ts'
import type { DeskBooking } from '#shared/booking/desk-api.ts'
import type { Interval } from '#shared/booking/slots.ts'
import type { ReadOnlyChange } from '#shared/sync/read-only-collections.ts'
import { seedDesk } from '#tests/support/desk/desk-seed.ts'
import { buildBookingFields } from '#tests/support/server/forms.ts'
import {
  findRecord,
  type PullPosition,
  pullReadOnly,
  type Site,
  startSite,
  TODAY,
} from '#tests/support/server/site.ts'

let site: Site
let owner: string
beforeEach(async () => {
  site = await startSite()
  owner = await site.signInOwner()
})
afterEach(() => site.close())

const pull = (from?: PullPosition) => pullReadOnly(site, owner, from)

const listKeys = (changes: readonly ReadOnlyChange[]) =>
  changes.map(({ coll, id }) => `${coll} ${id}`)

async function book(fields = {}): Promise<string> {
  return (await (await site.post(buildBookingFields(fields))).json()).bookingId
}

const makeBusy = (start: string, end: string) =>
  site.db.write((tx) =>
    sql`INSERT INTO busy_time VALUES ('feed', ${Date.parse(start)}, ${Date.parse(end)})`.execute(
      tx,
    ),
  )

describe('The owner’s devices', () => {
  it('have every booking after their first sync, though no list of bookings was ever opened', async () => {
    await seedDesk(site.db, { bookings: 600, submissions: 0, sales: 30, now: TODAY })
    const { changes } = await pull()
    const keys = listKeys(changes.filter(({ data }) => data !== undefined))
    expect(new Set(keys).size).toBe(keys.length)
    expect(keys.filter((key) => key.startsWith('booking '))).toHaveLength(640)
    const withMoney = keys.filter((key) => key.startsWith('booking-money '))
    expect(withMoney).toHaveLength(30)
    // So a device knows whose price has yet to arrive.
    const costing = changes.filter(
      ({ coll, data }) => coll === 'booking' && !(data as BookingRecord).isFree,
    )
    expect(costing.map(({ id }) => `booking-money ${id}`).sort()).toEqual(withMoney.sort())
  })

  it('pull what has changed since, and what was deleted', async () => {
    await book()
    const { at } = await pull()
    expect(await pull(at)).toEqual({ changes: [], at })
    const id = await book({ start: '2026-11-25T09:00:00.000Z' })
    const changed = await pull(at)
    expect(listKeys(changed.changes)).toEqual([
      `booking ${id}`,
      expect.stringMatching(/^submission \d+$/),
    ])
    await site.db.write(async (tx) => {
      await tx.deleteFrom('occupied_cell').where('booking_id', '=', id).execute()
      await tx.deleteFrom('form_submissions').where('booking_id', '=', id).execute()
      await tx.deleteFrom('booking').where('id', '=', id).execute()
    })
    const seq = expect.any(Number)
    expect((await pull(changed.at)).changes).toEqual([
      { coll: 'submission', id: expect.any(String), seq },
      { coll: 'booking', id, seq },
    ])
  })

  it('derive from the pulled records what the server tells of a booking', async () => {
    const id = await book({ start: '2026-11-25T09:00:00.000Z' })
    await makeBusy('2026-11-25T09:10:00Z', '2026-11-25T10:00:00Z')
    const { changes } = await pull()
    const record = findRecord<BookingRecord>(changes, 'booking', id)
    if (!record) throw new Error('The booking was not pulled')
    const busy = changes
      .filter(({ coll }) => coll === 'busy-times')
      .flatMap(({ data }) => data as Interval[])
    const schedule = { timeZone: 'Europe/Oslo', bufferMinutes: 0 }
    const derived = toDeskBooking(
      { id, record, money: undefined, seenUntil: 0 },
      { schedule, busy, taken: [], now: TODAY },
    )
    const bookings: DeskBooking[] = await (await site.get('/functions/get-bookings', owner)).json()
    expect(derived).toEqual(bookings.find((booking) => booking.id === id))
    expect(derived.clash).toEqual({
      start: '2026-11-25T09:10:00.000Z',
      end: '2026-11-25T10:00:00.000Z',
    })
  })

  it('pull no booking again because a busy time, another booking or the time zone has changed', async () => {
    const id = await book({ start: '2026-11-25T09:00:00.000Z' })
    await site.db.write((tx) =>
      tx.updateTable('booking').set({ status: 'needs_new_time' }).execute(),
    )
    const { at } = await pull()
    await makeBusy('2026-11-25T09:10:00Z', '2026-11-25T10:00:00Z')
    const other = await book({ start: '2026-11-26T09:00:00.000Z' })
    const keys = listKeys((await pull(at)).changes)
    expect(keys).toContain(`booking ${other}`)
    expect(keys).not.toContain(`booking ${id}`)
    expect(keys.filter((key) => key.startsWith('busy-times'))).toHaveLength(1)
  })

  it('find every sum of a booking in the collection of money, and none beside it', async () => {
    await seedDesk(site.db, { bookings: 3, submissions: 0, sales: 1, now: TODAY })
    const row = await site.db.read
      .selectFrom('booking')
      .select('id')
      .where('amount', '>', 0)
      .executeTakeFirstOrThrow()
    await site.db.write(async (tx) => {
      for (const kind of ['cancelled', 'refunded', 'disputed'])
        await sql`INSERT INTO booking_event (booking_id, kind, made_by, at, data)
          VALUES (${row.id}, ${kind}, 'owner', ${TODAY}, '{"refund":123400}')`.execute(tx)
    })
    const { changes } = await pull()
    const record = findRecord<BookingRecord>(changes, 'booking', row.id)
    const money = findRecord<BookingMoneyRecord>(changes, 'booking-money', row.id)
    if (!record || !money) throw new Error('The booking or its money was not pulled')
    expect(money.amount).toBe(400_000)
    expect(Object.keys(record).filter((field) => field in money)).toEqual(['history'])
    expect(JSON.stringify(record.history)).not.toMatch(/NOK|1,234|4,000/)
    const context = {
      schedule: { timeZone: 'Europe/Oslo', bufferMinutes: 0 },
      busy: [],
      taken: [],
      now: TODAY,
    }
    const read = (known: BookingMoneyRecord | undefined) =>
      toDeskBooking({ id: row.id, record, money: known, seenUntil: 0 }, context).history.map(
        ({ text }) => text,
      )
    expect(read(undefined).filter((text) => text.includes('Cancelled'))).toEqual([
      'Cancelled by you',
    ])
    expect(read(money).filter((text) => text.includes('Cancelled'))).toEqual([
      'Cancelled by you, NOK\u00a01,234 to be refunded',
    ])
    expect(read(money)).toEqual(
      expect.arrayContaining([
        'Refunded by you after the meeting: NOK\u00a01,234',
        'A dispute of NOK\u00a01,234 changed; see the payment provider’s dashboard',
      ]),
    )
  })
})
