import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { query } from '#server/db/database.ts'
import {
  readSales,
  type SalesParts,
  saleChanges,
  salesFile,
  salesWithin,
} from '#server/sales/queries.ts'
import { readSchedule, writeSchedule } from '#server/schedule/store.ts'
import { csvRows } from '#tests/support/read-csv.ts'
import { openTill, type Till } from '#tests/support/stripe-till.ts'

let till: Till

beforeEach(async () => {
  till = await openTill()
})

afterEach(() => till.close())

const parts = (): SalesParts => ({
  db: till.db,
  clock: () => till.time.now,
  ownerZone: (tx) => readSchedule(tx).timeZone,
})

function sales(asked: Parameters<typeof readSales>[1] = {}) {
  const read = readSales(parts(), asked)
  if (!read) throw new Error('No period')
  return read
}

describe('sales', () => {
  it('are money that the provider verified: a hold, and a payment begun, are none', async () => {
    await till.hold()
    await till.begun()
    expect(sales()).toMatchObject({ totalRevenue: 0, totalBookings: 0, averageBookingValue: 0 })
    const { booking } = await till.paid()
    expect(sales()).toMatchObject({
      totalRevenue: 400_000,
      totalBookings: 1,
      averageBookingValue: 400_000,
      vat: 80_000,
      withoutVat: 320_000,
      currency: 'nok',
      recentSales: [
        {
          id: booking.id,
          service: 'Bespoke Planning',
          client: 'Elisabeth Sørbø',
          amount: 400_000,
          date: new Date(till.time.now).toISOString(),
        },
      ],
      monthlyRevenue: [{ month: '2026-11', revenue: 400_000 }],
    })
  })

  it('hold no demonstration, in the sums or in the books', async () => {
    const show = await openTill({ kind: 'demo' })
    await show.paid()
    expect(show.receipts()).toMatchObject([{ series: 'demo' }])
    const ownerZone = () => 'Europe/Oslo'
    const shown = { db: show.db, clock: () => show.time.now, ownerZone, epoch: () => 'one' }
    expect(readSales(shown, {})).toMatchObject({ totalRevenue: 0, recentSales: [] })
    expect(saleChanges(shown, {})).toMatchObject({ changes: [], about: { waiting: [] } })
    await show.close()
  })

  it('lose a refund once it is done; until then it waits and is not counted', async () => {
    const { booking } = await till.paid()
    await till.db.write((tx) => till.payments.refund(tx, booking, 100_000))
    expect(sales()).toMatchObject({ totalRevenue: 400_000, refunded: 0, waiting: 100_000 })
    expect(sales().recentSales).toMatchObject([{ refunded: 0, refundWaiting: true }])
    await till.drain()
    expect(sales()).toMatchObject({
      totalRevenue: 300_000,
      received: 400_000,
      refunded: 100_000,
      refunds: 1,
      waiting: 0,
      vat: 60_000,
    })
    expect(sales().recentSales).toMatchObject([{ refunded: 100_000, refundWaiting: false }])
  })

  it('never held money that came too late and goes back', async () => {
    const { booking, intent } = await till.begun()
    await till.db.write((tx) => till.parts.bookings.expire(tx, booking.id))
    till.double.books.pay(intent)
    await till.payments.settle(booking.id)
    expect(till.refunds()).toMatchObject([{ state: 'waiting' }])
    expect(sales()).toMatchObject({ totalRevenue: 0, waiting: 0 })
    await till.drain()
    expect(sales()).toMatchObject({ totalRevenue: 0, refunded: 0 })
  })
})

describe('a month', () => {
  const issuedAt = (instant: string) =>
    till.db.write((tx) =>
      tx.run(query.updateTable('receipt').set({ issued_at: Date.parse(instant) })),
    )
  const months = () =>
    sales({ from: '2026-10-01', to: '2026-11-30' }).monthlyRevenue.map(({ month, revenue }) => [
      month,
      revenue,
    ])

  it('begins at the owner’s midnight, not at that of the server', async () => {
    await till.paid()
    await issuedAt('2026-10-31T22:59:59Z')
    expect(months()).toEqual([
      ['2026-10', 400_000],
      ['2026-11', 0],
    ])
    await issuedAt('2026-10-31T23:00:00Z')
    expect(months()).toEqual([
      ['2026-10', 0],
      ['2026-11', 400_000],
    ])
  })

  it('follows the owner to another zone', async () => {
    await till.paid()
    await issuedAt('2026-11-01T00:30:00Z')
    await till.db.write((tx) =>
      writeSchedule(tx, { ...readSchedule(tx), timeZone: 'America/New_York' }),
    )
    expect(months()).toEqual([
      ['2026-10', 400_000],
      ['2026-11', 0],
    ])
    expect(sales().timeZone).toBe('America/New_York')
  })
})

it('a period that ends before it begins is refused', () => {
  expect(readSales(parts(), { from: '2026-11-02', to: '2026-11-01' })).toBeUndefined()
})

it('the file has each receipt and credit note of the period, and its totals are those of the sums', async () => {
  const { booking } = await till.paid()
  await till.db.write((tx) => till.payments.refund(tx, booking, 150_050))
  await till.drain()
  const read = sales()
  const rows = csvRows([...salesFile(salesWithin(parts(), read), read.currency)].join(''))
  expect(rows).toEqual([
    {
      number: '1',
      date: '2026-11-21',
      kind: 'Receipt',
      service: 'Bespoke Planning',
      client: 'Elisabeth Sørbø',
      // One id in 64 begins with -, and is protected like a formula.
      booking: booking.id.replace(/^-/, "'-"),
      without_vat: '3200',
      vat: '800',
      total: '4000',
      currency: 'NOK',
    },
    expect.objectContaining({ number: '2', kind: 'Credit note', total: '-1500.5', vat: '-300.1' }),
  ])
  const total = rows.reduce((sum, row) => sum + Math.round(Number(row.total) * 100), 0)
  expect(total).toBe(read.totalRevenue)
  expect([...salesWithin(parts(), { from: '2026-01-01', to: '2026-01-31' })]).toEqual([])
})
