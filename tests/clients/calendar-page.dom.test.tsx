import 'fake-indexeddb/auto'
import { fireEvent, render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { beforeEach, expect, it, vi } from 'vitest'
import { storeCached } from '#client/book/desk-cache-client.ts'
import { CalendarPage } from '#client/desk/clients/calendar/calendar-page.tsx'
import { getBusyTimes } from '#shared/schedule/feed-api.ts'
import { openBookInPage } from '#tests/support/book-client-stub.ts'
import { setUpOwnerDevice } from '#tests/support/owner-store.ts'

vi.mock('#client/book/book-client.ts', async () => {
  const { bookClientStub } = await import('#tests/support/book-client-stub.ts')
  return bookClientStub
})

setUpOwnerDevice()

beforeEach(async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch')
  })
  vi.stubGlobal('scrollTo', () => undefined)
  await openBookInPage([])
})

it('The calendar shows the busy times of the visible month and week, also offline, with their age', async () => {
  const data = {
    busy: [{ start: '2027-02-10T09:00:00.000Z', end: '2027-02-10T10:30:00.000Z' }],
    readAt: '2027-02-01T07:00:00.000Z',
    readUntil: '2027-05-01T00:00:00.000Z',
  }
  const key = `${getBusyTimes.path}?month=2027-02-01`
  await storeCached('u1', { key, data, asOf: Date.parse('2027-02-01T08:00:00Z') })
  render(
    <MemoryRouter initialEntries={['/admin/crm/calendar?view=month&date=2027-02-10']}>
      <CalendarPage />
    </MemoryRouter>,
  )
  expect(await screen.findByText(/^Your own calendar was read .*until .* May 2027/)).toBeTruthy()
  expect(screen.getByText(/Busy times are shown as of/)).toBeTruthy()
  const day = screen.getByRole('button', { name: /10 February.*busy/ })
  const cell = day.closest('td') as HTMLElement
  expect(within(cell).getByText('Busy')).toBeTruthy()
  expect(screen.getByText('From your calendar')).toBeTruthy()

  fireEvent.click(screen.getByRole('radio', { name: 'Week' }))
  expect(await screen.findByText(/^Busy \d\d:00 to \d\d:30$/)).toBeTruthy()

  fireEvent.click(screen.getByRole('radio', { name: 'Month' }))
  fireEvent.click(screen.getByRole('button', { name: 'Next month' }))
  expect(
    await screen.findByText('Your busy times of these weeks are not on this device yet.'),
  ).toBeTruthy()
})
