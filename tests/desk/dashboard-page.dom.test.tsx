import 'fake-indexeddb/auto'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { beforeEach, expect, it, vi } from 'vitest'
import { keepCopy } from '#client/book/desk-data.ts'
import { DashboardPage } from '#client/desk/dashboard/dashboard-page.tsx'
import { placeBooking } from '#shared/booking/desk-api.ts'
import { getDashboard } from '#shared/desk/api.ts'
import { samples } from '#shared/site/business.ts'
import { dashboard } from '#tests/support/dashboard.ts'
import { deskRecord } from '#tests/support/desk-record.ts'
import { giveDialogs } from '#tests/support/dialogs.ts'
import { eachOnOwnersDevice } from '#tests/support/owners-store.ts'

const mail = {
  id: 7,
  kind: 'confirmed',
  bookingId: 'b1',
  clientName: 'Hanna Lindqvist',
  askedAt: '2026-11-24T06:12:00.000Z',
  error: 'The mail server knows no such address',
  final: true,
}

const troubled = dashboard({ waiting: { mails: [mail], refunds: [], bookings: [] } })

const open = () =>
  render(
    <MemoryRouter>
      <DashboardPage />
    </MemoryRouter>,
  )

eachOnOwnersDevice()

beforeEach(async () => {
  giveDialogs()
})

it('says that nothing waits, and keeps the card for it', async () => {
  vi.stubGlobal('fetch', async () => Response.json(dashboard()))
  open()
  expect(await screen.findByText('You’re all caught up.')).toBeTruthy()
  expect(screen.getByText('No payments this month yet.')).toBeTruthy()
})

it.each([
  [Intl.DateTimeFormat().resolvedOptions().timeZone, /^All times in /],
  ['Pacific/Kiritimati', 'Calls in Pacific/Kiritimati, other times by this device'],
])('says by which clock its times are, at home and away: %s', async (timeZone, words) => {
  vi.stubGlobal('fetch', async () => Response.json(dashboard({ timeZone })))
  open()
  expect(await screen.findByText(words)).toBeTruthy()
})

it('sends a mail again once, however often it is pressed, and looks anew', async () => {
  const asked: string[] = []
  let finish = () => {}
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    asked.push(`${address} ${init.body ?? ''}`)
    if (address === getDashboard.path)
      return Response.json(asked.length > 1 ? dashboard() : troubled)
    await new Promise<void>((done) => {
      finish = done
    })
    return Response.json({ sent: true, error: null })
  })
  open()
  const again = await screen.findByRole('button', { name: 'Send again' })
  act(() => again.click())
  const sending = await screen.findByRole('button', { name: 'Sending...' })
  act(() => sending.click())
  await act(async () => finish())
  expect(await screen.findByText('You’re all caught up.')).toBeTruthy()
  expect(asked.filter((text) => text.startsWith('/functions/send-mail-again'))).toEqual([
    '/functions/send-mail-again {"id":7}',
  ])
})

const linkless = dashboard({
  waiting: {
    mails: [],
    refunds: [],
    bookings: [
      {
        id: 'b1',
        clientName: 'Hanna Lindqvist',
        start: '2026-11-24T09:00:00.000Z',
        why: 'link',
        version: 'confirmed.none.0.0',
      },
    ],
  },
})

it('takes the link that a guest was promised, and says what is wrong with another', async () => {
  const given: string[] = []
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    if (address !== placeBooking.path)
      return Response.json(given.length > 0 ? dashboard() : linkless)
    given.push(String(init.body))
    return Response.json(deskRecord({ id: 'b1' }))
  })
  open()
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
      seen: 'confirmed.none.0.0',
      place: { kind: 'link', url: 'https://meet.example.com/a' },
    },
  ])
})

it('without a connection bars what needs one, and says why', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch')
  })
  await keepCopy('u1', { key: getDashboard.path, data: troubled, asOf: Date.now() })
  open()
  const again = await screen.findByRole('button', { name: 'Send again' })
  await waitFor(() => expect(again.getAttribute('aria-disabled')).toBe('true'))
  expect(screen.getByText('Sending needs a connection.')).toBeTruthy()
  expect(screen.getByText(/^You are offline. The dashboard is shown as of today at/)).toBeTruthy()
})

it('names every value of the business that is still a sample, and nothing once none is', async () => {
  vi.stubGlobal('fetch', async () => Response.json(dashboard()))
  const { unmount } = open()
  const list = await screen.findByRole('region', { name: 'Before you go online' })
  expect(samples).toContain('organisation number')
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(samples)
  unmount()
  const before = samples.splice(0)
  try {
    open()
    await screen.findByText('You’re all caught up.')
    expect(screen.queryByRole('region', { name: 'Before you go online' })).toBeNull()
  } finally {
    samples.push(...before)
  }
})
