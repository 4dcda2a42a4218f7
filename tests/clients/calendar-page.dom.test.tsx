import 'fake-indexeddb/auto'
import { render, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { beforeEach, expect, it, vi } from 'vitest'
import { CalendarPage } from '#client/desk/clients/calendar/calendar-page.tsx'
import { emptyClient } from '#shared/clients/client-fields.ts'
import { CALENDAR_FEED_ID, emptyFeedRecord } from '#shared/schedule/feed-api.ts'
import { buildBookingChange } from '#tests/support/booking/desk-booking.ts'
import { user } from '#tests/support/components/user.ts'
import { openDataInPage } from '#tests/support/data/data-client-stub.ts'
import { setUpOwnerDevice } from '#tests/support/data/owner-store.ts'

vi.mock('#client/data/data-client.ts', async () => {
  const { dataClientStub } = await import('#tests/support/data/data-client-stub.ts')
  return dataClientStub
})

setUpOwnerDevice()

beforeEach(async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch')
  })
  await openDataInPage([])
})

it('The calendar shows the busy times of every month and week, also offline, with their age', async () => {
  const busy = { start: Date.parse('2027-02-10T09:00Z'), end: Date.parse('2027-02-10T10:30Z') }
  const feed = {
    ...{ ...emptyFeedRecord, maskedAddress: 'calendar.example/…basic.ics' },
    ...{ syncedAt: '2027-02-01T07:00:00.000Z', coversUntil: '2027-05-01T00:00:00.000Z' },
  }
  const book = await openDataInPage(
    [],
    [],
    [
      { coll: 'calendar-feed', id: CALENDAR_FEED_ID, seq: 1, data: feed },
      { coll: 'busy-times', id: '695', seq: 2, data: [busy] },
    ],
  )
  await book.sync.run()
  render(
    <MemoryRouter initialEntries={['/admin/crm/calendar?view=month&date=2027-02-10']}>
      <CalendarPage />
    </MemoryRouter>,
  )
  expect(await screen.findByText(/^Your own calendar was read .*until .* May 2027/)).toBeVisible()
  expect(await screen.findByText(/Busy times are shown as of/)).toBeVisible()
  const day = screen.getByRole('button', { name: /10 February.*busy/ })
  const cell = day.closest('td') as HTMLElement
  expect(within(cell).getByText('Busy')).toBeVisible()
  expect(screen.getByText('From your calendar')).toBeVisible()

  await user.click(screen.getByRole('radio', { name: 'Week' }))
  await waitFor(() => expect(screen.getByText(/^Busy \d\d:00 to \d\d:30$/)).toBeVisible())
})

it('The calendar of a device that was never synced says so, instead of showing a month without bookings', async () => {
  const data = await openDataInPage([])
  await data.sync.run()
  render(
    <MemoryRouter initialEntries={['/admin/crm/calendar?view=month&date=2027-02-10']}>
      <CalendarPage />
    </MemoryRouter>,
  )
  expect(await screen.findByText('Your calendar is not on this device yet')).toBeVisible()
  expect(screen.queryByRole('button', { name: /10 February/ })).not.toBeInTheDocument()
})

it('A day has its calls first and lines for two who travel; the number of the others leads to the day, where all are named', async () => {
  const day = '2027-02-10'
  const travelling = (name: string) => ({
    ...{ coll: 'client' as const, id: name, rev: 1, seq: 1, createdAt: 0, updatedAt: 0 },
    data: { ...emptyClient, name, trips: [{ id: name, place: 'Lofoten', start: day, end: day }] },
  })
  const names = ['Ada', 'Bo', 'Cy', 'Dag', 'Eli']
  const call = { clientName: 'Claire Marchetti', start: `${day}T09:00:00.000Z` }
  const book = await openDataInPage(names.map(travelling), [], [buildBookingChange(call)])
  await book.sync.run()
  render(
    <MemoryRouter initialEntries={[`/admin/crm/calendar?view=month&date=${day}`]}>
      <CalendarPage />
    </MemoryRouter>,
  )
  const cell = (
    await screen.findByRole('button', { name: /10 February.*1 booking, 5 trips/ })
  ).closest('td') as HTMLElement
  const [first, ...travels] = within(cell).getAllByRole('link')
  expect(first).toHaveTextContent('Claire Marchetti')
  expect(travels.map(({ textContent }) => textContent)).toEqual([
    'TripAda, Lofoten',
    'TripBo, Lofoten',
  ])
  await user.click(within(cell).getByRole('button', { name: /^3 more ?away on .*10 February/ }))
  expect(screen.getByRole('radio', { name: 'Week' })).toBeChecked()
  expect(screen.getByText(/^Away:/).closest('details')).toHaveAttribute('open')
  for (const name of names)
    expect(screen.getByRole('link', { name: new RegExp(`Trip ?${name}`) })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Next week' }))
  await user.click(screen.getByRole('button', { name: 'Previous week' }))
  expect(screen.getByText(/^Away:/).closest('details')).not.toHaveAttribute('open')
})
