import 'fake-indexeddb/auto'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { beforeEach, expect, it, vi } from 'vitest'
import { storeCached } from '#client/book/desk-cache-client.ts'
import { DashboardPage } from '#client/desk/dashboard/dashboard-page.tsx'
import { SetupBox } from '#client/desk/dashboard/setup-box.tsx'
import { setBookingLocation } from '#shared/booking/desk-api.ts'
import { getDashboard } from '#shared/desk/api.ts'
import { buildDashboard } from '#tests/support/dashboard.ts'
import { buildDeskBooking } from '#tests/support/desk-booking.ts'
import { installDialogs } from '#tests/support/dialog-polyfill.ts'
import { setUpOwnerDevice } from '#tests/support/owner-store.ts'

const mail = {
  id: 7,
  kind: 'confirmed',
  bookingId: 'b1',
  clientName: 'Hanna Lindqvist',
  requestedAt: '2026-11-24T06:12:00.000Z',
  error: 'The mail server knows no such address',
  isGivenUp: true,
}

const failedMailDashboard = buildDashboard({
  needsAttention: {
    mails: [mail],
    refunds: [],
    reversals: [],
    bookings: [],
    calendar: { notes: [], isSuddenlyEmpty: false },
  },
})

const renderPage = () =>
  render(
    <MemoryRouter>
      <DashboardPage />
    </MemoryRouter>,
  )

setUpOwnerDevice()

beforeEach(async () => {
  installDialogs()
})

it('The dashboard keeps its attention card and says so when nothing is pending', async () => {
  vi.stubGlobal('fetch', async () => Response.json(buildDashboard()))
  renderPage()
  expect(await screen.findByText('You’re all caught up.')).toBeTruthy()
  expect(screen.getByText('No payments this month yet.')).toBeTruthy()
  expect(screen.queryByText(/VAT included/)).toBeNull()
})

it('The dashboard says in which places the server’s time zone data is older than the law, and what to update', async () => {
  const oldZones = ['America/Vancouver', 'America/Edmonton']
  vi.stubGlobal('fetch', async () => Response.json(buildDashboard({ oldZones })))
  renderPage()
  expect(await screen.findByText('The server’s time zone data is old')).toBeTruthy()
  expect(
    screen.getByText(/^It is older than the law in Vancouver and Edmonton. Update Node.js/),
  ).toBeTruthy()
  expect(screen.getByText('1 item')).toBeTruthy()
})

it.each([
  [Intl.DateTimeFormat().resolvedOptions().timeZone, /^All times in /],
  ['Pacific/Kiritimati', 'Calls in Pacific/Kiritimati, other times by this device'],
])(
  'The dashboard says which clock its times use, on a device in the owner’s zone or another: %s',
  async (timeZone, text) => {
    vi.stubGlobal('fetch', async () => Response.json(buildDashboard({ timeZone })))
    renderPage()
    expect(await screen.findByText(text)).toBeTruthy()
  },
)

it('A failed email is resent once however often the button is pressed, and the dashboard reloads', async () => {
  const requests: string[] = []
  let finish = () => {}
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    requests.push(`${address} ${init.body ?? ''}`)
    if (address === getDashboard.path)
      return Response.json(requests.length > 1 ? buildDashboard() : failedMailDashboard)
    await new Promise<void>((done) => {
      finish = done
    })
    return Response.json({ sent: true, error: null })
  })
  renderPage()
  const again = await screen.findByRole('button', { name: 'Send again' })
  act(() => again.click())
  const sending = await screen.findByRole('button', { name: 'Sending...' })
  act(() => sending.click())
  await act(async () => finish())
  expect(await screen.findByText('You’re all caught up.')).toBeTruthy()
  expect(requests.filter((text) => text.startsWith('/functions/resend-mail'))).toEqual([
    '/functions/resend-mail {"id":7}',
  ])
})

const missingLinkDashboard = buildDashboard({
  needsAttention: {
    mails: [],
    refunds: [],
    reversals: [],
    calendar: { notes: [], isSuddenlyEmpty: false },
    bookings: [
      {
        id: 'b1',
        clientName: 'Hanna Lindqvist',
        start: '2026-11-24T09:00:00.000Z',
        reason: 'link',
        version: 'confirmed.none.0.0',
      },
    ],
  },
})

it('The dashboard accepts the link that a guest was promised, and explains why another is invalid', async () => {
  const given: string[] = []
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    if (address !== setBookingLocation.path)
      return Response.json(given.length > 0 ? buildDashboard() : missingLinkDashboard)
    given.push(String(init.body))
    return Response.json(buildDeskBooking({ id: 'b1' }))
  })
  renderPage()
  expect(await screen.findByText('Hanna Lindqvist needs a meeting link')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Give a link' }))
  const link = await screen.findByLabelText('Link')
  fireEvent.change(link, { target: { value: 'http://meet.example.com/a' } })
  fireEvent.click(screen.getByRole('button', { name: 'Send the link' }))
  expect(await screen.findByText(/^Please enter a link such as https/)).toBeTruthy()
  expect(given).toEqual([])
  fireEvent.change(link, { target: { value: ' https://meet.example.com/a ' } })
  fireEvent.click(screen.getByRole('button', { name: 'Send the link' }))
  expect(await screen.findByText('You’re all caught up.')).toBeTruthy()
  expect(given.map((body) => JSON.parse(body))).toEqual([
    {
      id: 'b1',
      expectedVersion: 'confirmed.none.0.0',
      location: { kind: 'link', url: 'https://meet.example.com/a' },
    },
  ])
})

it('Offline, actions that need a connection are disabled with an explanation', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch')
  })
  await storeCached('u1', { key: getDashboard.path, data: failedMailDashboard, asOf: Date.now() })
  renderPage()
  const again = await screen.findByRole('button', { name: 'Send again' })
  await waitFor(() => expect(again.getAttribute('aria-disabled')).toBe('true'))
  expect(screen.getByText('Sending needs a connection.')).toBeTruthy()
  expect(screen.getByText(/^You are offline. The dashboard is shown as of today at/)).toBeTruthy()
})

it.each([
  [false, 'Elisabeth Sørbø cancelled'],
  [true, 'Elisabeth Sørbø withdrew from the purchase'],
])('The dashboard tells a withdrawal from a cancellation: %s', async (isWithdrawal, title) => {
  const change = {
    id: 1,
    bookingId: 'b1',
    clientName: 'Elisabeth Sørbø',
    kind: 'cancelled' as const,
    isWithdrawal,
    at: '2026-11-24T06:12:00.000Z',
    from: '2026-11-26T09:00:00.000Z',
    to: null,
  }
  vi.stubGlobal('fetch', async () => Response.json(buildDashboard({ guestChanges: [change] })))
  renderPage()
  expect(await screen.findByText(title)).toBeTruthy()
})

it('The dashboard of a public site says that visitors do not see what is missing', () => {
  render(<SetupBox samples={[{ name: 'testimonials', closes: null }]} isPublic />)
  const list = screen.getByRole('region', { name: 'Missing on your site' })
  expect(list.textContent).toContain('Visitors see nothing of these until you write them in')
  expect(list.textContent).not.toContain('samples')
})

it('The dashboard lists everything that is still a sample with what it closes, and has no such list once nothing is', async () => {
  const samples = [
    { name: 'organisation number', closes: 'sales' as const },
    { name: 'story on the About page', closes: null },
  ]
  vi.stubGlobal('fetch', async () => Response.json(buildDashboard({ samples })))
  const { unmount } = renderPage()
  const list = await screen.findByRole('region', { name: 'Before you go online' })
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['organisation number: needed for paid bookings', 'story on the About page'])
  unmount()
  vi.stubGlobal('fetch', async () => Response.json(buildDashboard()))
  renderPage()
  await screen.findByText('You’re all caught up.')
  await waitFor(() =>
    expect(screen.queryByRole('region', { name: 'Before you go online' })).toBeNull(),
  )
})
