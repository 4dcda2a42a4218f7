import 'fake-indexeddb/auto'
import { render, screen, waitFor } from '@testing-library/react'
import type { ReactElement } from 'react'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import { expect, it, vi } from 'vitest'
import { useClient } from '#client/data/use-data.ts'
import { BookingsPage } from '#client/desk/bookings/bookings-page.tsx'
import { ClientTimeline } from '#client/desk/clients/timeline/client-timeline.tsx'
import { FormsPage } from '#client/desk/forms/forms-page.tsx'
import { SalesPage } from '#client/desk/sales/sales-page.tsx'
import { MeetingLocations } from '#client/desk/settings/video/meeting-locations.tsx'
import type { ReceiptRecord } from '#shared/sales/api.ts'
import type { SubmissionRecord } from '#shared/submissions/api.ts'
import type { ReadOnlyChange, ReadOnlyCollection } from '#shared/sync/read-only-collections.ts'
import { buildBookingChange, buildDeskBooking } from '#tests/support/booking/desk-booking.ts'
import { stubServer } from '#tests/support/components/stub-server.ts'
import { openDataInPage } from '#tests/support/data/data-client-stub.ts'
import { buildRecord } from '#tests/support/data/data-device.ts'
import { setUpOwnerDevice } from '#tests/support/data/owner-store.ts'
import { TODAY } from '#tests/support/server/site.ts'

vi.mock('#client/data/data-client.ts', async () => {
  const { dataClientStub } = await import('#tests/support/data/data-client-stub.ts')
  return dataClientStub
})

setUpOwnerDevice()
const NEWER = 'This page is older than the site. Reload it to see everything.'
const booking = buildDeskBooking({ payment: 'paid', amount: 150_000 })
const at = new Date(TODAY).toISOString()

const receipt: ReceiptRecord = {
  ...{ kind: 'receipt', label: 'R-1', bookingId: booking.id, serviceType: 'business-consultancy' },
  ...{ serviceTitle: 'Business Consultancy' },
  ...{ client: 'Elisabeth Vance', amount: 150_000, vat: 30_000, vatRate: 25, vatReason: 'home' },
  ...{ country: 'NO', issuedAt: at },
}
const submission: SubmissionRecord = {
  ...{ form: 'contact', created_at: at, booking_id: null },
  data: { first_name: 'Kenji', last_name: 'Arai', email: booking.clientEmail },
}
const money = {
  ...{ amount: 150_000, currency: 'nok', purchase: null, paidAt: at, events: [], history: [] },
}

/** A record as this version knows it, and the same with what a newer server may write. */
const records: [ReadOnlyCollection, string, data: object, newer: object][] = [
  ['submission', '1', submission, { form: 'survey' }],
  ['receipt', 'real:1', receipt, { kind: 'voucher' }],
  ['booking-money', booking.id, money, { events: [{ kind: 'loan', at: TODAY, amount: 1 }] }],
  ['booking', booking.id, buildBookingChange(booking).data as object, { status: 'postponed' }],
]

const toChanges = (data: (known: object, newer: object) => object): ReadOnlyChange[] =>
  records.map(([coll, id, known, newer], index) => ({
    ...{ coll, id, seq: index + 1 },
    data: data(known, newer),
  }))

const known = toChanges((data) => data)
const newer = toChanges((data, over) => ({ ...data, ...over })).map((change) => ({
  ...change,
  ...{ id: change.coll === 'booking-money' ? change.id : `${change.id.slice(0, -1)}9` },
  seq: change.seq + 10,
}))

const Nothing = () => null

function Timeline() {
  const view = useClient('c1')
  return view && view !== 'opening' ? <ClientTimeline view={view} /> : null
}

const pages: Record<string, { path: string; page: ReactElement; shown: RegExp }> = {
  'The forms': {
    path: '/admin/forms/:form',
    page: <FormsPage SignIn={Nothing} Newsletter={Nothing} ClientLink={Nothing} />,
    shown: /^Kenji Arai$/,
  },
  'The sales': { path: '/admin/sales', page: <SalesPage SignIn={Nothing} />, shown: /^1,500$/ },
  'The bookings': {
    path: '/admin/bookings/:id',
    page: <BookingsPage Client={({ person }) => person.name} />,
    shown: /Elisabeth Vance/,
  },
  'A client’s timeline': { path: '/', page: <Timeline />, shown: /received/ },
}

async function openPage(name: string, readOnly: ReadOnlyChange[]) {
  stubServer({})
  const client = buildRecord('c1', { email: booking.clientEmail })
  await openDataInPage([client], [], readOnly)
  const { path, page } = pages[name] as (typeof pages)[string]
  render(
    <MemoryRouter initialEntries={[path.replace(':form', 'contact').replace(':id', booking.id)]}>
      <Routes>
        <Route path={path} element={page} />
      </Routes>
    </MemoryRouter>,
  )
}

it.each(Object.keys(pages))(
  '%s: a record with a value that only a newer server knows is left out, the page says so, and the others are shown',
  async (name) => {
    await openPage(name, [...known, ...newer])
    await screen.findByText(NEWER)
    const { shown } = pages[name] as (typeof pages)[string]
    await waitFor(() => expect(screen.getAllByText(shown).length).toBeGreaterThan(0))
  },
)

it('A meeting location that only a newer server knows is reported, and not shown as one that was never set', async () => {
  stubServer({})
  const data = { locations: { 'bespoke-planning': { kind: 'hologram' } } }
  await openDataInPage([], [], [{ coll: 'setting', id: 'locations', seq: 1, data }])
  render(<MeetingLocations canCreateRooms />)
  await screen.findByText(NEWER)
  expect(screen.queryByRole('form')).not.toBeInTheDocument()
})

it.each(Object.keys(pages))('%s: nothing is reported if all records are known', async (name) => {
  await openPage(name, known)
  const { shown } = pages[name] as (typeof pages)[string]
  await waitFor(() => expect(screen.getAllByText(shown).length).toBeGreaterThan(0))
  expect(screen.queryByText(NEWER)).not.toBeInTheDocument()
})
