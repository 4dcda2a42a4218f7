import 'fake-indexeddb/auto'
import { fireEvent, render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { beforeEach, expect, it, vi } from 'vitest'
import { keepCopy } from '#client/book/desk-data.ts'
import { CalendarPage } from '#client/desk/clients/calendar/calendar-page.tsx'
import { getBusyTimes } from '#shared/schedule/feed-api.ts'
import { openBookInPage } from '#tests/support/book-in-page.ts'
import { eachOnOwnersDevice } from '#tests/support/owners-store.ts'

vi.mock('#client/book/page-book.ts', async () => {
  const { pageBook } = await import('#tests/support/book-in-page.ts')
  return pageBook
})

eachOnOwnersDevice()

beforeEach(async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch')
  })
  vi.stubGlobal('scrollTo', () => undefined)
  await openBookInPage([])
})

it('shows the busy times of the month and week that are looked at, without a connection too, with their age', async () => {
  const data = {
    busy: [{ start: '2027-02-10T09:00:00.000Z', end: '2027-02-10T10:30:00.000Z' }],
    readAt: '2027-02-01T07:00:00.000Z',
    readUntil: '2027-05-01T00:00:00.000Z',
  }
  const key = `${getBusyTimes.path}?month=2027-02-01`
  await keepCopy('u1', { key, data, asOf: Date.parse('2027-02-01T08:00:00Z') })
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
