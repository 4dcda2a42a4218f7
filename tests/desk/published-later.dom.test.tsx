import 'fake-indexeddb/auto'
import { render, screen } from '@testing-library/react'
import type { ReactElement } from 'react'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useClient } from '#client/data/use-data.ts'
import { BookingsPage } from '#client/desk/bookings/bookings-page.tsx'
import { CalendarPage } from '#client/desk/clients/calendar/calendar-page.tsx'
import { ClientTimeline } from '#client/desk/clients/timeline/client-timeline.tsx'
import { DashboardPage } from '#client/desk/dashboard/dashboard-page.tsx'
import { FormsPage } from '#client/desk/forms/forms-page.tsx'
import { SalesPage } from '#client/desk/sales/sales-page.tsx'
import { setSiteContent } from '#shared/content/site-content.ts'
import type { ReceiptRecord } from '#shared/sales/api.ts'
import type { SubmissionRecord } from '#shared/submissions/api.ts'
import type { ReadOnlyChange } from '#shared/sync/read-only-collections.ts'
import { buildBookingChange, buildDeskBooking } from '#tests/support/booking/desk-booking.ts'
import { laterDinners } from '#tests/support/booking/published-services.ts'
import { stubServer } from '#tests/support/components/stub-server.ts'
import { openDataInPage } from '#tests/support/data/data-client-stub.ts'
import { buildRecord } from '#tests/support/data/data-device.ts'
import { setUpOwnerDevice } from '#tests/support/data/owner-store.ts'
import { buildSiteState } from '#tests/support/desk/dashboard.ts'
import { untouchedSite } from '#tests/support/run/site-content.ts'

vi.mock('#client/data/data-client.ts', async () => {
  const { dataClientStub } = await import('#tests/support/data/data-client-stub.ts')
  return dataClientStub
})

setUpOwnerDevice()
afterEach(() => setSiteContent(untouchedSite))

const now = Date.now()
const at = new Date(now - 60_000).toISOString()
const booking = {
  ...buildDeskBooking({ start: new Date(now + 600_000).toISOString(), payment: 'paid' }),
  ...{ serviceType: 'private-dinner', serviceTitle: 'Private Dinner', durationMinutes: 90 },
  ...{ amount: 250_000, createdAt: at },
}
const receipt: ReceiptRecord = {
  ...{ kind: 'receipt', label: '1', bookingId: booking.id, client: 'Elisabeth Vance' },
  ...{ serviceType: 'private-dinner', serviceTitle: 'Private Dinner', issuedAt: at },
  ...{ amount: 250_000, vat: 26_786, vatRate: 12, vatReason: 'home', country: 'NO' },
}
const submission: SubmissionRecord = {
  ...{ form: 'booking', created_at: at, booking_id: booking.id },
  data: {
    ...{ first_name: 'Elisabeth', last_name: 'Vance', email: booking.clientEmail },
    ...{ date: '2026-11-26', time: '14:00', timezone: 'Europe/Oslo' },
    ...{ service_type: 'private_dinner', service_title: 'Private Dinner' },
  },
}
const money = {
  ...{ amount: 250_000, currency: 'nok', purchase: null, paidAt: at, events: [], history: [] },
}
const records: ReadOnlyChange[] = [
  buildBookingChange(booking),
  { coll: 'booking-money', id: booking.id, seq: 2, data: money },
  { coll: 'receipt', id: 'real:1', seq: 3, data: receipt },
  { coll: 'submission', id: '1', seq: 4, data: submission },
]

const Nothing = () => null

function Timeline() {
  const view = useClient('c1')
  return view && view !== 'opening' ? <ClientTimeline view={view} /> : null
}

const pages: [name: string, path: string, address: string, page: ReactElement][] = [
  ['the dashboard', '/admin', '/admin', <DashboardPage key="page" />],
  [
    'the bookings',
    '/admin/bookings/:id',
    `/admin/bookings/${booking.id}`,
    <BookingsPage key="page" Client={({ person }) => person.name} />,
  ],
  ['the sales', '/admin/sales', '/admin/sales', <SalesPage key="page" SignIn={Nothing} />],
  [
    'the calendar',
    '/admin/crm/calendar',
    '/admin/crm/calendar?view=day',
    <CalendarPage key="page" />,
  ],
  ['a client’s timeline', '/', '/', <Timeline key="page" />],
  [
    'the booking forms',
    '/admin/forms/:form/:id',
    '/admin/forms/booking/1',
    <FormsPage key="page" SignIn={Nothing} Newsletter={Nothing} ClientLink={Nothing} />,
  ],
]

describe.each(laterDinners)('A booking whose service later %s', (_what, publish) => {
  beforeEach(publish)

  it.each(pages)('has its own name on the desk: %s', async (_name, path, address, page) => {
    stubServer({
      'get-site-state': () => [200, buildSiteState({})],
      'get-floods': () => [200, { timeZone: 'Europe/Oslo', floods: [] }],
    })
    await openDataInPage([buildRecord('c1', { email: booking.clientEmail })], [], records)
    render(
      <MemoryRouter initialEntries={[address]}>
        <Routes>
          <Route path={path} element={page} />
        </Routes>
      </MemoryRouter>,
    )
    expect((await screen.findAllByText(/Private Dinner/)).length).toBeGreaterThan(0)
    expect(document.body).not.toHaveTextContent(/Supper|private.dinner/)
  })
})
