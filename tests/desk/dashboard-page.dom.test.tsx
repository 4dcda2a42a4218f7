import 'fake-indexeddb/auto'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, it, vi } from 'vitest'
import { DashboardPage, SetupBox } from '#client/desk/dashboard/dashboard-page.tsx'
import type { SiteState } from '#shared/desk/site-state.ts'
import {
  CALENDAR_FEED_ID,
  type CalendarFeedRecord,
  emptyFeedRecord,
  toFeedView,
} from '#shared/schedule/feed-api.ts'
import type { Change } from '#shared/sync/protocol.ts'
import type { ReadOnlyChange } from '#shared/sync/read-only-collections.ts'
import { buildBookingChange, buildDeskBooking } from '#tests/support/booking/desk-booking.ts'
import { type StubAnswers, stubServer } from '#tests/support/components/stub-server.ts'
import { fillField, user } from '#tests/support/components/user.ts'
import { provideOpenData } from '#tests/support/data/data-client-stub.ts'
import { DataDevice } from '#tests/support/data/data-device.ts'
import { setUpOwnerDevice } from '#tests/support/data/owner-store.ts'
import { openSyncedData } from '#tests/support/data/synced-data.ts'
import { buildSiteState } from '#tests/support/desk/dashboard.ts'
import { buildOwnerSchedule } from '#tests/support/schedule/calendar-settings.tsx'
import { TODAY } from '#tests/support/server/site.ts'

vi.mock(
  '#client/data/data-client.ts',
  async () => (await import('#tests/support/data/data-client-stub.ts')).dataClientStub,
)

setUpOwnerDevice()
const soon = new Date(Date.now() + 86_400_000).toISOString()
const lately = new Date(Date.now() - 3_600_000).toISOString()

const failedMail: ReadOnlyChange = {
  ...{ coll: 'failing-job', id: '7', seq: 1 },
  data: {
    ...{ kind: 'mail', mail: 'confirmed', bookingId: null, requestedAt: lately },
    ...{ error: 'The mail server knows no such address', isGivenUp: true },
  },
}

interface Opened {
  stored?: ReadOnlyChange[]
  records?: Change[]
  site?: Partial<SiteState>
  answers?: StubAnswers
  serverTime?: number
}

/** Opens the page on a synced device with these records. */
async function openPage({
  stored = [],
  records = [],
  site = {},
  answers = {},
  serverTime = TODAY,
}: Opened = {}) {
  const requests = stubServer({
    'get-site-state': () => [200, buildSiteState(site)],
    'get-floods': () => [200, { timeZone: 'Europe/Oslo', floods: [] }],
    ...answers,
  })
  const opened = await openSyncedData(stored, { records, serverTime })
  const page = render(
    <MemoryRouter>
      <DashboardPage />
    </MemoryRouter>,
  )
  return { ...opened, ...page, requests }
}

it('The dashboard keeps its attention card and says so when nothing is pending', async () => {
  await openPage()
  expect(await screen.findByText('You’re all caught up.')).toBeVisible()
  expect(screen.getByText('No payments this month yet.')).toBeVisible()
  expect(screen.queryByText(/VAT included/)).not.toBeInTheDocument()
})

it.each(['get-floods', 'get-site-state'])(
  'The dashboard counts what waits, or says that nothing does, only once %s is answered',
  async (name) => {
    let answer = () => {}
    const awaited = new Promise<void>((resolve) => {
      answer = resolve
    })
    const body = name === 'get-floods' ? { timeZone: 'Europe/Oslo', floods: [] } : buildSiteState()
    await openPage({
      stored: [failedMail],
      answers: {
        [name]: async () => {
          await awaited
          return [200, body]
        },
      },
    })
    await screen.findByText('An email was not delivered')
    expect(screen.queryByText('1 item')).not.toBeInTheDocument()
    answer()
    await screen.findByText('1 item')
  },
)

it('The dashboard names the messages that wait before everything else, with a way to them', async () => {
  const buildMessage = (id: number, form: string, first_name: string): ReadOnlyChange => ({
    ...{ coll: 'submission', id: String(id), seq: id },
    data: { form, created_at: lately, booking_id: null, data: { first_name, last_name: 'Moe' } },
  })
  await openPage({
    stored: [
      { ...failedMail, seq: 9 },
      buildMessage(1, 'contact', 'Ada'),
      buildMessage(2, 'booking', 'Bo'),
      buildMessage(3, 'inquiry', 'Claire'),
      buildMessage(4, 'contact', 'Didrik'),
    ],
  })
  const title = await screen.findByRole('heading', { name: '3 messages wait' })
  const [first] = within(title.closest('ul') as HTMLElement).getAllByRole('heading', { level: 3 })
  expect(first).toBe(title)
  expect(
    screen.getByText(/^The latest is from Didrik Moe, .*\. 3 are not read yet\.$/),
  ).toBeVisible()
  expect(screen.getByRole('link', { name: 'Read the messages' })).toHaveAttribute(
    'href',
    '/admin/forms/contact?show=to-answer',
  )
  expect(screen.getByRole('link', { name: 'Read the enquiries' })).toHaveAttribute(
    'href',
    '/admin/forms/inquiry?show=to-answer',
  )
})

it('The dashboard says in which places the server’s time zone data is older than the law, and what to update', async () => {
  await openPage({ site: { oldZones: ['America/Vancouver', 'America/Edmonton'] } })
  expect(await screen.findByText('The server’s time zone data is old')).toBeVisible()
  expect(
    screen.getByText(/^It is older than the law in Vancouver and Edmonton. Update Node.js/),
  ).toBeVisible()
  expect(screen.getByText('1 item')).toBeVisible()
})

it.each([
  [Intl.DateTimeFormat().resolvedOptions().timeZone, /^All times in /],
  ['Pacific/Kiritimati', 'All times in Pacific/Kiritimati'],
])(
  'The dashboard says which clock its times use, on a device in the owner’s zone or another: %s',
  async (timeZone, text) => {
    const about = { coll: 'schedule', id: 'rule-timeZone', rev: 1, seq: 1 } as const
    const times = { createdAt: TODAY, updatedAt: TODAY }
    await openPage({ records: [{ ...about, ...times, data: { timeZone } }] })
    expect(await screen.findByText(text)).toBeVisible()
  },
)

it('A failed email is resent once however often the button is pressed, and goes from the dashboard', async () => {
  let finish = () => {}
  const { requests, arrivals } = await openPage({
    stored: [failedMail],
    answers: {
      'resend-mail': async () => {
        await new Promise<void>((done) => {
          finish = done
        })
        arrivals.push({ coll: 'failing-job', id: '7', seq: 2 })
        return [200, { sent: true, error: null }]
      },
    },
  })
  const again = await screen.findByRole('button', { name: 'Send again' })
  act(() => again.click())
  const sending = await screen.findByRole('button', { name: 'Sending...' })
  act(() => sending.click())
  await act(async () => finish())
  expect(await screen.findByText('You’re all caught up.')).toBeVisible()
  expect(requests.filter(({ name }) => name === 'resend-mail').map(({ body }) => body)).toEqual([
    { id: 7 },
  ])
})

it('The dashboard accepts the link that a guest was promised, and explains why another is invalid', async () => {
  const linkless = { start: soon, meetingUrl: null, locationKind: 'link' } as const
  const { requests, arrivals } = await openPage({
    stored: [buildBookingChange(linkless)],
    answers: {
      'set-meeting-location': () => {
        arrivals.push({ ...buildBookingChange({ ...linkless, meetingUrl: 'https://a' }), seq: 2 })
        return [200, buildDeskBooking()]
      },
    },
  })
  const listGiven = () =>
    requests.filter(({ name }) => name === 'set-meeting-location').map(({ body }) => body)
  expect(await screen.findByText('Elisabeth Vance needs a meeting link')).toBeVisible()
  // Where one link is set for all bookings to come.
  const everywhere = screen.getByRole('link', { name: 'Where you meet' })
  expect(everywhere).toHaveAttribute('href', '/admin/settings/video')
  await user.click(screen.getByRole('button', { name: 'Give a link' }))
  const link = await screen.findByLabelText('Link')
  await fillField(link, 'http://meet.example.com/a')
  await user.click(screen.getByRole('button', { name: 'Send the link' }))
  expect(await screen.findByText(/^Please enter a link such as https/)).toBeVisible()
  expect(listGiven()).toEqual([])
  await fillField(link, ' https://meet.example.com/a ')
  await user.click(screen.getByRole('button', { name: 'Send the link' }))
  expect(await screen.findByText('You’re all caught up.')).toBeVisible()
  expect(listGiven()).toEqual([
    {
      id: buildDeskBooking().id,
      expectedVersion: 'confirmed.none.0.0',
      location: { kind: 'link', url: 'https://meet.example.com/a' },
    },
  ])
})

it('Offline, the dashboard shows this device’s records, though it was never opened before', async () => {
  const noAnswers = { 'get-site-state': () => undefined, 'get-floods': () => undefined }
  const { book, server } = await openPage({ stored: [failedMail], answers: noAnswers })
  server.isDown = true
  await book.sync.run()
  const again = await screen.findByRole('button', { name: 'Send again' })
  await waitFor(() => expect(again).toHaveAttribute('aria-disabled', 'true'))
  expect(screen.getByText('Sending needs a connection.')).toBeVisible()
  expect(screen.getByText(/The last known version is below/)).toBeVisible()
  expect(screen.getByText('No calendar is connected')).toBeVisible()
  expect(screen.queryByText('Card payments')).not.toBeInTheDocument()
})

it.each([
  [false, 'Elisabeth Vance cancelled'],
  [true, 'Elisabeth Vance withdrew from the purchase'],
])('The dashboard tells a withdrawal from a cancellation: %s', async (isWithdrawal, title) => {
  const change = {
    ...{ id: 1, kind: 'cancelled' as const, isWithdrawal, isSeen: false },
    ...{ at: lately, from: soon, to: null },
  }
  await openPage({ stored: [buildBookingChange({ status: 'cancelled', guestChanges: [change] })] })
  expect(await screen.findByText(title)).toBeVisible()
})

it('On a device whose clock is far ahead the dashboard goes by the server’s clock, as the number in the title does', async () => {
  const lead = 40 * 86_400_000
  const minutesAgo = new Date(Date.now() - lead - 300_000).toISOString()
  const change = {
    ...{ id: 1, kind: 'cancelled' as const, isWithdrawal: false, isSeen: false },
    ...{ at: minutesAgo, from: soon, to: null },
  }
  const feed: CalendarFeedRecord = {
    ...emptyFeedRecord,
    ...{ maskedAddress: 'calendar.example/…home.ics', syncedAt: minutesAgo },
    coversUntil: soon,
  }
  const { book } = await openPage({
    // By the clock of the book in this test, `TODAY`.
    serverTime: TODAY - lead,
    stored: [
      buildBookingChange({ status: 'cancelled', guestChanges: [change] }),
      { coll: 'calendar-feed', id: CALENDAR_FEED_ID, seq: 2, data: feed },
    ],
  })
  expect(await screen.findByText('Elisabeth Vance cancelled')).toBeVisible()
  const connections = within(screen.getByRole('region', { name: 'Connections' }))
  expect(connections.getByText('Calendar').closest('li')).toHaveTextContent('Working')
  expect((await book.records.countNews())?.guestChanges).toBe(1)
})

/** Opens the page on a device whose first sync does not end. */
async function openDuringFirstSync(answers: StubAnswers) {
  stubServer({
    'get-bookings': () => [200, []],
    'get-forms': () => [200, []],
    'get-failing-jobs': () => [200, []],
    'get-schedule-settings': () => [200, buildOwnerSchedule()],
    'get-busy-times': () => [200, { busy: [], readAt: null, readUntil: null }],
    'get-feed': () => [200, toFeedView(emptyFeedRecord, TODAY)],
    'get-site-state': () => [200, buildSiteState()],
    'get-floods': () => [200, { timeZone: 'Europe/Oslo', floods: [] }],
    ...answers,
  })
  await provideOpenData(new DataDevice().openTab(() => new Promise(() => undefined)))
  render(
    <MemoryRouter>
      <DashboardPage />
    </MemoryRouter>,
  )
}

it.each([
  'get-bookings',
  'get-forms',
  'get-failing-jobs',
  'get-schedule-settings',
  'get-busy-times',
])(
  'A dashboard that lacks an answer of the server says so instead of waiting: %s',
  async (name) => {
    await openDuringFirstSync({ [name]: () => [500, { code: 'internal', error: 'Failed' }] })
    expect(await screen.findByText('Failed to load the dashboard')).toBeVisible()
    expect(screen.getByText('The server could not do this right now.')).toBeVisible()
    expect(screen.queryByText('Waiting for you')).not.toBeInTheDocument()
  },
)

it('Without the state of the calendar the dashboard does not say that nothing is pending', async () => {
  await openDuringFirstSync({ 'get-feed': () => [500, { code: 'internal', error: 'Failed' }] })
  expect(await screen.findByText('Waiting for you')).toBeVisible()
  expect(await screen.findByText('Failed to load the dashboard')).toBeVisible()
  expect(screen.queryByText('You’re all caught up.')).not.toBeInTheDocument()
})

it('The dashboard of a public site says that visitors do not see what is missing', () => {
  render(
    <MemoryRouter>
      <SetupBox samples={[{ name: 'testimonials', closes: null }]} isPublic />
    </MemoryRouter>,
  )
  const list = screen.getByRole('region', { name: 'Missing on your site' })
  expect(list).toHaveTextContent('Visitors see nothing of these until you write and publish them.')
  const place = within(list).getByRole('link', { name: 'Write them' })
  expect(place).toHaveAttribute('href', '/admin/site')
  expect(list).not.toHaveTextContent('samples')
})

it('The dashboard lists everything that is still a sample with what it closes, and has no such list once nothing is', async () => {
  const samples = [
    { name: 'organisation number', closes: 'sales' as const },
    { name: 'story on the About page', closes: null },
  ]
  const { unmount } = await openPage({ site: { samples } })
  const list = await screen.findByRole('region', { name: 'Before you go online' })
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['organisation number: needed for paid bookings', 'story on the About page'])
  unmount()
  await openPage()
  await screen.findByText('You’re all caught up.')
  await waitFor(() =>
    expect(screen.queryByRole('region', { name: 'Before you go online' })).not.toBeInTheDocument(),
  )
})
