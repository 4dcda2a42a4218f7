import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readMoneyEvents } from '#server/payment/store.ts'
import {
  formatSalesCsv,
  readReceiptRecords,
  readSales,
  readSalesPages,
  type SalesParts,
} from '#server/sales/queries.ts'
import { readSchedule } from '#server/schedule/store.ts'
import { createReadOnlyReaders } from '#server/wiring/owner-routes.ts'
import { toReference } from '#shared/booking/booking-id.ts'
import type { Period } from '#shared/sales/periods.ts'
import { buildLedger, summarizeSales } from '#shared/sales/sales-summary.ts'
import { parseCsvRows } from '#tests/support/lib/csv-parser.ts'
import { openPaymentHarness, type PaymentHarness } from '#tests/support/payment/payment-harness.ts'
import { changeSchedule } from '#tests/support/schedule/schedule.ts'
import { testKeys } from '#tests/support/server/keys.ts'

let till: PaymentHarness

beforeEach(async () => {
  till = await openPaymentHarness()
})

afterEach(() => till.close())

const salesParts = (): SalesParts => ({
  db: till.db,
  clock: () => till.time.now,
  readOwnerZone: async (tx) => (await readSchedule(tx)).timeZone,
})

async function readPeriodSales(period: Parameters<typeof readSales>[1] = {}) {
  const read = await readSales(salesParts(), period)
  if (!read) throw new Error('No period')
  expect(read).toMatchObject(await summarizeOnDevice(read))
  return read
}

/** The same sums as a device gets from its records. */
async function summarizeOnDevice({ from, to }: Period) {
  const { db } = till
  const readers = createReadOnlyReaders({ readMoneyEvents, keys: testKeys })
  const listIds = async (kind: 'receipt' | 'booking-money') =>
    (await db.read.selectFrom('desk_change').select('id').where('kind', '=', kind).execute()).map(
      ({ id }) => id,
    )
  const receipts = await readers.receipt(db.read, await listIds('receipt'))
  const money = await readers['booking-money'](db.read, await listIds('booking-money'))
  const { timeZone } = await readSchedule(db.read)
  return summarizeSales(buildLedger({ receipts, money }, timeZone), { from, to })
}

describe('Sales', () => {
  it('count only payments that the provider verified, not holds or payments that have only begun', async () => {
    await till.createHold()
    await till.createStartedPayment()
    expect(await readPeriodSales()).toMatchObject({
      totalRevenue: 0,
      totalBookings: 0,
      averageBookingValue: 0,
    })
    const { booking } = await till.createPaidBooking()
    expect(await readPeriodSales()).toMatchObject({
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

  it('include no demo payment, neither in the totals nor in the sales records', async () => {
    const show = await openPaymentHarness({ kind: 'demo' })
    await show.createPaidBooking()
    expect(await show.listReceipts()).toMatchObject([{ series: 'demo' }])
    const ownerZone = async () => 'Europe/Oslo'
    const parts = {
      db: show.db,
      clock: () => show.time.now,
      readOwnerZone: ownerZone,
    }
    expect(await readSales(parts, {})).toMatchObject({ totalRevenue: 0, recentSales: [] })
    expect(await readReceiptRecords(show.db.read, ['demo:1', 'real:1'])).toEqual(new Map())
    await show.close()
  })

  it('are reduced by a refund once it is completed; until then it is pending and not counted', async () => {
    const { booking } = await till.createPaidBooking()
    await till.db.write((tx) => till.payments.refund(tx, booking, 100_000))
    expect(await readPeriodSales()).toMatchObject({
      totalRevenue: 400_000,
      refunded: 0,
      pendingRefundTotal: 100_000,
    })
    expect((await readPeriodSales()).recentSales).toMatchObject([
      { refunded: 0, hasPendingRefund: true },
    ])
    await till.drain()
    expect(await readPeriodSales()).toMatchObject({
      totalRevenue: 300_000,
      received: 400_000,
      refunded: 100_000,
      refundCount: 1,
      pendingRefundTotal: 0,
      vat: 60_000,
    })
    expect((await readPeriodSales()).recentSales).toMatchObject([
      { refunded: 100_000, hasPendingRefund: false },
    ])
  })

  it('never include a payment that came too late and is refunded', async () => {
    const { booking, intent } = await till.createStartedPayment()
    await till.db.write((tx) => till.parts.bookings.expireHold(tx, booking.id))
    till.double.state.pay(intent)
    await till.payments.settle(booking.id)
    expect(await till.listRefunds()).toMatchObject([{ state: 'waiting' }])
    expect(await readPeriodSales()).toMatchObject({ totalRevenue: 0, pendingRefundTotal: 0 })
    await till.drain()
    expect(await readPeriodSales()).toMatchObject({ totalRevenue: 0, refunded: 0 })
  })
})

describe('A month of sales', () => {
  const issuedAt = (instant: string) =>
    till.db.write((tx) =>
      tx
        .updateTable('receipt')
        .set({ issued_at: Date.parse(instant) })
        .execute(),
    )
  const months = async () =>
    (await readPeriodSales({ from: '2026-10-01', to: '2026-11-30' })).monthlyRevenue.map(
      ({ month, revenue }) => [month, revenue],
    )

  it('begins at midnight in the owner’s time zone, not in the server’s', async () => {
    await till.createPaidBooking()
    await issuedAt('2026-10-31T22:59:59Z')
    expect(await months()).toEqual([
      ['2026-10', 400_000],
      ['2026-11', 0],
    ])
    await issuedAt('2026-10-31T23:00:00Z')
    expect(await months()).toEqual([
      ['2026-10', 0],
      ['2026-11', 400_000],
    ])
  })

  it('follows the owner to another time zone', async () => {
    await till.createPaidBooking()
    await issuedAt('2026-11-01T00:30:00Z')
    await changeSchedule(till.db, { timeZone: 'America/New_York' })
    expect(await months()).toEqual([
      ['2026-10', 400_000],
      ['2026-11', 0],
    ])
    expect((await readPeriodSales()).timeZone).toBe('America/New_York')
  })
})

it('A period that ends before it begins is refused', async () => {
  expect(await readSales(salesParts(), { from: '2026-11-02', to: '2026-11-01' })).toBeUndefined()
})

it('The file has each receipt and credit note of the period, and its totals match the summary', async () => {
  const { booking } = await till.createPaidBooking()
  await till.db.write((tx) => till.payments.refund(tx, booking, 150_050))
  await till.drain()
  const read = await readPeriodSales()
  const pages = readSalesPages(salesParts(), read)
  const rows = parseCsvRows(await text(formatSalesCsv(pages, read.currency)))
  expect(rows).toEqual([
    {
      number: '1',
      date: '2026-11-21',
      kind: 'Receipt',
      service: 'Bespoke Planning',
      client: 'Elisabeth Sørbø',
      booking: toReference(booking.id),
      country: 'NO',
      vat_rate: '25',
      vat_reason: 'home',
      without_vat: '3200',
      vat: '800',
      total: '4000',
      currency: 'NOK',
    },
    expect.objectContaining({ number: '2', kind: 'Credit note', total: '-1500.5', vat: '-300.1' }),
  ])
  const total = rows.reduce((sum, row) => sum + Math.round(Number(row.total) * 100), 0)
  expect(total).toBe(read.totalRevenue)
  const none = readSalesPages(salesParts(), { from: '2026-01-01', to: '2026-01-31' })
  expect(await none.next()).toEqual({ done: true, value: undefined })
})
