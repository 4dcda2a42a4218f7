import 'fake-indexeddb/auto'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { beforeEach, expect, it, vi } from 'vitest'
import { keepPage } from '#client/book/desk-data.ts'
import { useClient } from '#client/book/use-book.ts'
import { ClientLink } from '#client/desk/clients/client-link.tsx'
import { MergeClients } from '#client/desk/clients/merge/merge-clients.tsx'
import { TwinNotice } from '#client/desk/clients/merge/twin-notice.tsx'
import { ClientTimeline } from '#client/desk/clients/timeline/client-timeline.tsx'
import type { DeskBooking } from '#shared/booking/desk-api.ts'
import { openBookInPage } from '#tests/support/book-in-page.ts'
import { deskRecord } from '#tests/support/desk-record.ts'
import { record } from '#tests/support/kept-book.ts'
import { astrid, eachOnOwnersDevice } from '#tests/support/owners-store.ts'

vi.mock('#client/book/page-book.ts', async () => {
  const { pageBook } = await import('#tests/support/book-in-page.ts')
  return pageBook
})

const older = record(
  'older',
  {
    name: 'Elisabeth Vance',
    email: 'elisabeth@example.com',
    location: 'Boston',
    phone: '+1 555 010 0187',
    dining: ['Local seafood'],
    notes: 'Calls in the evening.',
    trips: [{ id: 't1', place: 'Western fjords', start: '2030-03-12', end: '2030-03-19' }],
  },
  { createdAt: Date.parse('2026-03-03T10:00:00Z') },
)
const later = record(
  'later',
  {
    name: 'Elisabeth Vance',
    email: 'Elisabeth@example.com',
    location: 'New York',
    phone: '+1 555 010 0187',
    dining: ['No shellfish'],
    notes: 'Two rooms.',
  },
  { createdAt: Date.parse('2026-11-20T10:00:00Z') },
)

eachOnOwnersDevice()

beforeEach(async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch')
  })
})

const open = (page: React.ReactNode) => render(<MemoryRouter>{page}</MemoryRouter>)

function Timeline({ id }: { id: string }) {
  const view = useClient(id)
  return view && view !== 'opening' ? <ClientTimeline view={view} /> : null
}

function Twin({ id }: { id: string }) {
  const view = useClient(id)
  return view && view !== 'opening' ? <TwinNotice view={view} /> : null
}

const button = (name: string) => screen.findByRole('button', { name })

it('tells a client’s story without a connection, from the device’s copies, and takes a note', async () => {
  const book = await openBookInPage([older])
  const bookings = [deskRecord(), deskRecord({ id: 'foreign', clientEmail: 'x@example.com' })]
  await keepBookings(bookings)
  open(<Timeline id="older" />)
  expect(await screen.findByText('Booked on the website, from New York')).toBeTruthy()
  expect(screen.getAllByText('Call: Initial Consultation')).toHaveLength(1)
  const ahead = screen.getByRole('region', { name: 'Ahead' })
  expect(within(ahead).getByText('12 to 19 March 2030')).toBeTruthy()

  fireEvent.click(screen.getByLabelText('Trips'))
  expect(screen.queryByText('Trip: Western fjords')).toBeNull()

  fireEvent.click(await button('Add note'))
  fireEvent.click(await button('Save note'))
  expect(await screen.findByText('Please write the note first.')).toBeTruthy()
  fireEvent.change(screen.getByLabelText('Note'), { target: { value: ' Her mother joins. ' } })
  fireEvent.click(await button('Save note'))
  expect(await screen.findByText('Waiting to sync')).toBeTruthy()
  // The list shows the note before its form has closed.
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Add note'))
  expect(screen.getByText('Her mother joins.').tagName).toBe('P')
  expect((await book.client('older'))?.client.journal).toMatchObject([
    { text: 'Her mother joins.' },
  ])
})

it('merges two entries as they were ticked, and puts both back', async () => {
  const book = await openBookInPage([older, later])
  open(<MergeClients id="later" other="older" />)
  expect(await screen.findByText('Two entries with the same email address')).toBeTruthy()
  expect(screen.getByText('Name, Email, Phone')).toBeTruthy()
  fireEvent.click(screen.getByLabelText('Location, first entry: Boston'))
  fireEvent.click(screen.getByLabelText('No shellfish'))
  fireEvent.click(await button('Merge into one client'))
  expect(await screen.findByText('Merged into one client')).toBeTruthy()
  const merged = (await book.client('older'))?.client
  expect(merged).toMatchObject({
    location: 'Boston',
    dining: ['Local seafood'],
    notes: 'Calls in the evening.\n\nTwo rooms.',
    journal: [{ text: 'Merged with another entry of Elisabeth Vance.' }],
  })
  expect((await book.client('later'))?.deleted).toBe(true)

  fireEvent.click(await button('Undo'))
  expect(await screen.findByText('Choose what the merged client keeps')).toBeTruthy()
  expect((await book.client('older'))?.client).toEqual(older.data)
  expect(await book.client('later')).toMatchObject({ deleted: false, client: later.data })
})

it('takes a merge back later, from the timeline, and leaves what was edited since', async () => {
  const book = await openBookInPage([older, later])
  const merging = open(<MergeClients id="later" other="older" />)
  fireEvent.click(await button('Merge into one client'))
  await screen.findByText('Merged into one client')
  merging.unmount()
  const merged = await book.client('older')
  if (!merged) throw new Error('The merged client is not there')
  const { transport, journal } = merged.client
  const since = { id: 'since', at: '2026-11-21T10:00:00.000Z', text: 'Written since.' }
  await book.save('older', {
    base: { transport, journal },
    set: { transport: 'By rail', journal: [...journal, since] },
    rev: merged.rev,
  })
  open(<Timeline id="older" />)
  fireEvent.click(await button('Undo this merge'))
  await waitFor(async () => expect(await book.client('later')).toMatchObject({ deleted: false }))
  await waitFor(() => expect(screen.queryByText(/^Merged with/)).toBeNull())
  expect((await book.client('older'))?.client).toEqual({
    ...older.data,
    transport: 'By rail',
    journal: [since],
  })
  expect((await book.client('later'))?.client).toEqual(later.data)
})

it('does not ask again about two who were said to be two people', async () => {
  await openBookInPage([older, later])
  const shown = open(<Twin id="older" />)
  const compare = await screen.findByRole('link', { name: 'Compare' })
  expect(compare.getAttribute('href')).toBe('/admin/crm/older/merge/later')
  shown.unmount()
  open(
    <>
      <MergeClients id="older" other="later" />
      <Twin id="older" />
    </>,
  )
  fireEvent.click(await button('Not duplicates'))
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Compare' })).toBeNull())
})

it('names the client who wrote, says who it may be, or offers to add them', async () => {
  await openBookInPage([older])
  const of = (email: string, phone: string) =>
    open(<ClientLink person={{ name: 'E. Vance', email, phone }} />)
  const sure = of('ELISABETH@example.com', '')
  expect(await screen.findByRole('link', { name: 'Open Elisabeth Vance' })).toBeTruthy()
  sure.unmount()
  const likely = of('new@example.com', '+1 555 010 0187')
  expect(await screen.findByText('May be', { exact: false })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Add as client' })).toBeTruthy()
  likely.unmount()
  of('new@example.com', '')
  expect(await screen.findByRole('link', { name: 'Add as client' })).toBeTruthy()
  expect(screen.queryByText('May be', { exact: false })).toBeNull()
})

/** Caches these bookings on the owner's device, as a desk does that has fetched all of them. */
async function keepBookings(bookings: readonly DeskBooking[]): Promise<void> {
  const about = { timeZone: bookings[0]?.ownerZone ?? 'Europe/Oslo' }
  const page = {
    before: undefined,
    standing: { epoch: 'one', seq: bookings.length, floor: 0, about },
    asOf: 1,
    put: bookings.map((record) => ({ id: record.id, record })),
    gone: [],
  }
  const kept = await keepPage({ userId: astrid.id, kind: 'booking' }, page)
  if (kept !== 'kept') throw new Error(`The bookings were not kept: ${kept}`)
}
