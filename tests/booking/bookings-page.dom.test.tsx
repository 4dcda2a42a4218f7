import 'fake-indexeddb/auto'
import { render, screen } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import { expect, it, vi } from 'vitest'
import { useDataState } from '#client/data/use-data.ts'
import { BookingsPage } from '#client/desk/bookings/bookings-page.tsx'
import { useAllBookings } from '#client/desk/queries/use-all-bookings.ts'
import type { BookingMoneyRecord } from '#shared/booking/booking-record.ts'
import type { DeskBooking } from '#shared/booking/desk-api.ts'
import type { ReceiptRecord } from '#shared/sales/api.ts'
import type { ReadOnlyChange } from '#shared/sync/read-only-collections.ts'
import { buildBookingChange, buildDeskBooking } from '#tests/support/booking/desk-booking.ts'
import { stubServer } from '#tests/support/components/stub-server.ts'
import { user } from '#tests/support/components/user.ts'
import { dataClientStub } from '#tests/support/data/data-client-stub.ts'
import { setUpOwnerDevice } from '#tests/support/data/owner-store.ts'
import { openSyncedData, syncPage } from '#tests/support/data/synced-data.ts'
import { TODAY } from '#tests/support/server/site.ts'

vi.mock('#client/data/data-client.ts', async () => {
  const { dataClientStub } = await import('#tests/support/data/data-client-stub.ts')
  return dataClientStub
})

setUpOwnerDevice()
const paid = buildDeskBooking({
  payment: 'paid',
  amount: 200_000,
  start: '2025-11-25T15:00:00.000Z',
})

/** The money of `paid`, with a dispute that was won. */
function buildMoneyChange(seq: number, isAcknowledged: boolean): ReadOnlyChange {
  const dispute = { at: TODAY, amount: 200_000, state: 'won', isAcknowledged } as const
  const data: BookingMoneyRecord = {
    ...{ amount: 200_000, currency: 'nok', purchase: null, paidAt: null },
    events: [{ kind: 'dispute', id: 'dp1', isRefundable: false, answerBy: null, ...dispute }],
    history: [],
  }
  return { coll: 'booking-money', id: paid.id, seq, data }
}

/** Opens the page on a device with these records. */
async function openPage(stored: ReadOnlyChange[], serverTime = TODAY) {
  const opened = await openSyncedData(stored, { serverTime })
  const page = <BookingsPage Client={({ person }) => person.name} />
  render(
    <MemoryRouter initialEntries={[`/admin/bookings/${paid.id}`]}>
      <Routes>
        <Route path="/admin/bookings/:id" element={page} />
      </Routes>
      <SyncProbe />
    </MemoryRouter>,
  )
  return opened
}

const SyncProbe = () => <p>Sync: {useDataState().sync}</p>

it('A booking is shown as this device pulls it after a command that left its version as it was', async () => {
  const answer: DeskBooking = { ...paid, disputes: [] }
  stubServer({ 'acknowledge-reversals': () => [200, answer] })
  const { arrivals } = await openPage([buildBookingChange(paid), buildMoneyChange(2, false)])
  const mail = {
    at: new Date(TODAY).toISOString(),
    kind: 'mail',
    text: 'Receipt sent by email',
  } as const
  const noted = await screen.findByRole('button', { name: 'Noted' })
  arrivals.push(
    { ...buildBookingChange({ ...paid, history: [mail] }), seq: 3 },
    buildMoneyChange(4, true),
  )
  await user.click(noted)
  await screen.findByText('Receipt sent by email')
})

it('The receipts of a booking open in a tab of their own, and go out again', async () => {
  stubServer({ 'send-receipt': () => [200, { email: 'elisabeth@example.com', isDelivered: true }] })
  const receipt: ReceiptRecord = {
    ...{ kind: 'receipt', label: '12', bookingId: paid.id, serviceType: 'bespoke-planning' },
    ...{ serviceTitle: 'Bespoke Planning' },
    ...{ client: 'Elisabeth Vance', amount: 200_000, vat: 40_000, vatRate: 25, vatReason: 'home' },
    ...{ country: 'NO', issuedAt: new Date(TODAY).toISOString() },
  }
  const other = { ...receipt, label: '13', bookingId: 'YW5vdGhlci1ib29raW5nLWlk' }
  await openPage([
    buildBookingChange(paid),
    { coll: 'receipt', id: 'real:12', seq: 2, data: receipt },
    { coll: 'receipt', id: 'real:13', seq: 3, data: other },
  ])
  const open = await screen.findByRole('link', { name: 'Open or print Receipt 12' })
  expect(open).toHaveAttribute('href', '/functions/open-receipt?id=real%3A12')
  expect(open).toHaveAttribute('target', '_blank')
  expect(screen.queryByText(/Receipt 13/)).not.toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Send again: Receipt 12' }))
  await screen.findByText('Sent to elisabeth@example.com.')
})

it('The bookings on the screen count as seen, once, and later ones when they arrive', async () => {
  stubServer({})
  const { book, arrivals } = await openPage([buildBookingChange(paid)])
  const readMark = async () => {
    const { rows } = await book.records.list('booking-mark', undefined)
    return rows.map(({ id, data }) => [id, data?.seenUntil])
  }
  await expect.poll(readMark).toEqual([['bookings', Date.parse(paid.createdAt)]])
  expect((await book.records.countNews())?.newBookings).toBe(0)
  const countPending = () => dataClientStub.getDataSnapshot().state.pending
  await syncPage(book)
  await expect.poll(countPending).toBe(0)
  await syncPage(book)
  expect(countPending()).toBe(0)
  const later = { id: 'bmV3LWJvb2tpbmctbGF0ZXI', createdAt: '2026-11-20T08:00:00.000Z' }
  arrivals.push({ ...buildBookingChange(later), seq: 2 })
  await syncPage(book)
  await expect.poll(readMark).toEqual([['bookings', Date.parse(later.createdAt)]])
})

it('A guest’s change counts as seen when its booking is opened, also one that arrives while it is open', async () => {
  stubServer({})
  const moved = (id: number, at: string) => ({
    ...{ id, at, kind: 'moved' as const, isWithdrawal: false, isSeen: false },
    ...{ from: '2026-11-24T09:00:00.000Z', to: '2026-11-25T09:00:00.000Z' },
  })
  const change = moved(1, new Date(TODAY - 60_000).toISOString())
  const elsewhere = buildBookingChange({ id: 'YW5vdGhlci1ib29raW5nLTE', guestChanges: [change] })
  const open = { ...paid, guestChanges: [change] }
  const { book, arrivals } = await openPage([buildBookingChange(open), { ...elsewhere, seq: 2 }])
  await expect.poll(async () => (await book.records.countNews())?.guestChanges).toBe(1)
  const late = { ...open, guestChanges: [change, moved(2, new Date(TODAY).toISOString())] }
  arrivals.push({ ...buildBookingChange(late), seq: 3 })
  await syncPage(book)
  await expect.poll(async () => (await book.records.countNews())?.guestChanges).toBe(1)
})

it('A booking that only a newer version knows is reported, and its time counts as taken; the others are shown', async () => {
  stubServer({})
  const offered = '2099-11-25T15:00:00.000Z'
  const asked: DeskBooking = { ...paid, status: 'needs_new_time', offers: [offered] }
  const { coll, seq, data } = buildBookingChange({ start: offered })
  const newer = { ...(data as object), locationKind: 'boat' }
  await openPage([buildBookingChange(asked), { coll, seq: seq + 1, id: 'bmV3ZXI', data: newer }])
  await screen.findByText('This page is older than the site. Reload it to see everything.')
  expect(await screen.findByText('This booking has no time')).toBeVisible()
})

it('A server that does not answer stays reported while it is asked again', async () => {
  stubServer({})
  const { book, server } = await openPage([buildBookingChange(paid)])
  server.isDown = true
  await book.sync.run()
  await screen.findByText(/The server did not answer/)
  const shown: unknown[] = []
  server.whileAsked = async () => {
    await screen.findByText('Sync: syncing')
    shown.push(screen.queryByText(/The server did not answer/)?.textContent)
  }
  await book.sync.run()
  expect(shown).toEqual(['The server did not answer. The last known version is below.'])
})

/** Collects the prices of all bookings that were ever shown. */
function PriceProbe({ shown }: { shown: Set<number | null> }) {
  const { data = [] } = useAllBookings()
  for (const { amount } of data) shown.add(amount)
  return <p>{shown.size > 0 ? 'It is there.' : 'Nothing yet.'}</p>
}

it('A paid booking is never shown without its price, which arrives with it', async () => {
  stubServer({})
  const { book, arrivals } = await openPage([])
  const shown = new Set<number | null>()
  render(<PriceProbe shown={shown} />)
  await screen.findByText('Nothing yet.')
  arrivals.push({ ...buildBookingChange(paid), seq: 1 }, buildMoneyChange(2, true))
  await book.sync.run()
  await screen.findByText('It is there.')
  expect([...shown]).toEqual([paid.amount])
})

it('The payment of a booking whose price has yet to arrive is called unknown, not nothing, and bars what depends on it', async () => {
  stubServer({})
  const { book, arrivals } = await openPage([buildBookingChange(paid)])
  await screen.findByText('Not known on this device yet')
  expect(screen.queryByText('Nothing to pay')).not.toBeInTheDocument()
  const getCancel = () => screen.getByRole('button', { name: /^Cancel/ })
  expect(getCancel()).toHaveAttribute('aria-disabled', 'true')
  screen.getByText('The payment of this booking is not known on this device yet.')
  arrivals.push(buildMoneyChange(2, true))
  await syncPage(book)
  await screen.findByText('NOK 2,000 paid')
  expect(getCancel()).not.toHaveAttribute('aria-disabled', 'true')
})

it('A clash is shown before the meeting by the server’s clock, though this device’s is a day ahead', async () => {
  stubServer({})
  const start = Date.now() - DAY / 2
  const booking = buildBookingChange({ start: new Date(start).toISOString() })
  const busy = { start: start - 1000, end: start + 1000 }
  const stored: ReadOnlyChange[] = [booking, { coll: 'busy-times', id: '1', seq: 2, data: [busy] }]
  await openPage(stored, TODAY - DAY)
  await screen.findByText(/^Your calendar now has something else/)
})

const DAY = 86_400_000
const MISSING = /^There is no booking at this address/

it('A booking that this device has yet to pull is not called missing before the server has answered', async () => {
  stubServer({})
  const { book, arrivals, server } = await openPage([])
  await screen.findByText(MISSING)
  server.isDown = true
  await book.sync.run()
  await screen.findByText('This booking cannot be shown yet')
  server.isDown = false
  await syncPage(book)
  await screen.findByText(MISSING)
  const shown: unknown[] = []
  server.whileAsked = async () => {
    await screen.findByText('Sync: syncing')
    shown.push(screen.queryByText(MISSING))
  }
  arrivals.push({ ...buildBookingChange(paid), seq: 1 })
  await book.sync.run()
  await screen.findByRole('heading', { name: paid.clientName })
  expect(shown).toEqual([null])
})
