import 'fake-indexeddb/auto'
import { render, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { beforeEach, expect, it, vi } from 'vitest'
import { useClient } from '#client/data/use-data.ts'
import { ClientLink } from '#client/desk/clients/client-link.tsx'
import { DuplicateNotice } from '#client/desk/clients/merge/duplicate-notice.tsx'
import { MergeClients } from '#client/desk/clients/merge/merge-clients.tsx'
import { ClientTimeline } from '#client/desk/clients/timeline/client-timeline.tsx'
import type { CollectionDefinition } from '#shared/lib/define-collection.ts'
import { type Collection, collections } from '#shared/sync/collections.ts'
import { buildBookingChange } from '#tests/support/booking/desk-booking.ts'
import { fillField, user } from '#tests/support/components/user.ts'
import { dataClientStub, openDataInPage } from '#tests/support/data/data-client-stub.ts'
import { buildRecord } from '#tests/support/data/data-device.ts'
import { setUpOwnerDevice } from '#tests/support/data/owner-store.ts'
import { buildJourneyRecords } from '#tests/support/journeys/journey-records.ts'

vi.mock('#client/data/data-client.ts', async () => {
  const { dataClientStub } = await import('#tests/support/data/data-client-stub.ts')
  return dataClientStub
})

const older = buildRecord(
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
const newer = buildRecord(
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

setUpOwnerDevice()

beforeEach(async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch')
  })
})

const renderPage = (page: React.ReactNode) => render(<MemoryRouter>{page}</MemoryRouter>)

function TestTimeline({ id }: { id: string }) {
  const view = useClient(id)
  return view && view !== 'opening' ? <ClientTimeline view={view} /> : null
}

function TestNotice({ id }: { id: string }) {
  const view = useClient(id)
  return view && view !== 'opening' ? <DuplicateNotice view={view} /> : null
}

const findButton = (name: string) => screen.findByRole('button', { name })

it('A client’s timeline is available offline from stored records, and accepts a note', async () => {
  const book = await openDataInPage(
    [older],
    [],
    [buildBookingChange(), buildBookingChange({ id: 'foreign', clientEmail: 'x@example.com' })],
  )
  renderPage(<TestTimeline id="older" />)
  expect(await screen.findByText('Booked on the website, from New York')).toBeVisible()
  expect(screen.getAllByText('Call: Initial Consultation')).toHaveLength(1)
  const ahead = screen.getByRole('region', { name: 'Ahead' })
  expect(within(ahead).getByText('12 to 19 March 2030')).toBeVisible()

  await user.click(screen.getByLabelText('Trips'))
  expect(screen.queryByText('Trip: Western fjords')).not.toBeInTheDocument()

  await user.click(await findButton('Add note'))
  await user.click(await findButton('Save note'))
  expect(await screen.findByText('Please write the note first.')).toBeVisible()
  await fillField(screen.getByLabelText('Note'), ' Her mother joins. ')
  await user.click(await findButton('Save note'))
  expect(await screen.findByText('Waiting to sync')).toBeVisible()
  // The list shows the note before its form has closed.
  await waitFor(() => expect(screen.getByRole('button', { name: 'Add note' })).toHaveFocus())
  expect(screen.getByText('Her mother joins.').tagName).toBe('P')
  expect((await book.clients.get('older'))?.client.journal).toMatchObject([
    { text: 'Her mother joins.' },
  ])
})

it('Two entries are merged as selected, and Undo restores both', async () => {
  const book = await openDataInPage([older, newer])
  renderPage(<MergeClients id="later" other="older" />)
  expect(await screen.findByText('Two entries with the same email address')).toBeVisible()
  expect(screen.getByText('Name, Email, Phone')).toBeVisible()
  await user.click(screen.getByLabelText('Location, first entry: Boston'))
  await user.click(screen.getByLabelText('No shellfish'))
  await user.click(await findButton('Merge into one client'))
  expect(await screen.findByText('Merged into one client')).toBeVisible()
  const merged = (await book.clients.get('older'))?.client
  expect(merged).toMatchObject({
    location: 'Boston',
    dining: ['Local seafood'],
    notes: 'Calls in the evening.\n\nTwo rooms.\nLocation: New York',
    journal: [{ text: 'Merged with another entry of Elisabeth Vance.' }],
  })
  expect((await book.clients.get('later'))?.deleted).toBe(true)

  await user.click(await findButton('Undo'))
  expect(await screen.findByText('Choose what the merged client keeps')).toBeVisible()
  expect((await book.clients.get('older'))?.client).toEqual(older.data)
  expect(await book.clients.get('later')).toMatchObject({ deleted: false, client: newer.data })
})

it.each([
  ['has only the deletion of the other entry', true],
  ['never had the other entry', false],
])('A merge can be undone on a device that %s', async (_, hasDeletion) => {
  const first = await openDataInPage([older, newer])
  const merging = renderPage(<MergeClients id="later" other="older" />)
  await user.click(await findButton('Merge into one client'))
  await screen.findByText('Merged into one client')
  merging.unmount()
  const merged = (await first.clients.get('older'))?.client
  if (!merged) throw new Error('The merged client is not there')
  const deletion = buildRecord('later', {}, { rev: 2, deleted: true, data: {} })
  const second = await openDataInPage(
    [buildRecord('older', merged, { rev: 2 })],
    hasDeletion ? [deletion] : [],
  )
  renderPage(<TestTimeline id="older" />)
  await user.click(await findButton('Undo this merge'))
  await waitFor(async () =>
    expect(await second.clients.get('later')).toMatchObject({ deleted: false, client: newer.data }),
  )
  await waitFor(async () => expect((await second.clients.get('older'))?.client).toEqual(older.data))
})

it('A merge cannot be undone once the other entry was deleted for good: nothing could go back to it', async () => {
  const book = await openDataInPage([older, newer])
  const merging = renderPage(<MergeClients id="later" other="older" />)
  await user.click(await findButton('Merge into one client'))
  await screen.findByText('Merged into one client')
  merging.unmount()
  renderPage(<TestTimeline id="older" />)
  await findButton('Undo this merge')
  await book.deleted.erase({ coll: 'client', id: 'later' })
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: 'Undo this merge' })).not.toBeInTheDocument(),
  )
  expect(screen.getByText(/^Merged with/)).toBeVisible()
})

it('A merge can be undone later from the timeline, without losing edits made since', async () => {
  const book = await openDataInPage([older, newer])
  const merging = renderPage(<MergeClients id="later" other="older" />)
  await user.click(await findButton('Merge into one client'))
  await screen.findByText('Merged into one client')
  merging.unmount()
  const merged = await book.clients.get('older')
  if (!merged) throw new Error('The merged client is not there')
  const { transport, journal } = merged.client
  const since = { id: 'since', at: '2026-11-21T10:00:00.000Z', text: 'Written since.' }
  await book.clients.save('older', {
    base: { transport, journal },
    set: { transport: 'By rail', journal: [...journal, since] },
    rev: merged.rev,
  })
  renderPage(<TestTimeline id="older" />)
  await user.click(await findButton('Undo this merge'))
  await waitFor(async () =>
    expect(await book.clients.get('later')).toMatchObject({ deleted: false }),
  )
  await waitFor(() => expect(screen.queryByText(/^Merged with/)).not.toBeInTheDocument())
  expect((await book.clients.get('older'))?.client).toEqual({
    ...older.data,
    transport: 'By rail',
    journal: [since],
  })
  expect((await book.clients.get('later'))?.client).toEqual(newer.data)
})

it('A merge passes the journeys of the deleted client to the one that stays, and its undo gives them back', async () => {
  const shared = buildJourneyRecords(1, { title: 'Lofoten', clients: ['later', 'older'] })
  const own = buildJourneyRecords(2, { title: 'Reine', clients: ['later'] })
  const book = await openDataInPage([older, newer], [...shared, ...own])
  const listClients = async () =>
    (await book.journeys.list('')).map(({ title, clients }) => [title, clients.map(({ id }) => id)])
  renderPage(<MergeClients id="later" other="older" />)
  await user.click(await findButton('Merge into one client'))
  await screen.findByText('Merged into one client')
  expect(await listClients()).toEqual([
    ['Lofoten', ['older']],
    ['Reine', ['older']],
  ])
  await user.click(await findButton('Undo'))
  await findButton('Merge into one client')
  await waitFor(async () =>
    expect(await listClients()).toEqual([
      ['Lofoten', ['older', 'later']],
      ['Reine', ['later']],
    ]),
  )
})

it('A merge passes on what belongs to the deleted client in a collection that no code names, and its undo gives it back', async () => {
  const registry = collections as Map<string, CollectionDefinition>
  registry.set('errand', {
    ...{ name: 'errand', noun: 'Errand', fields: {}, maxFields: 10, rows: 'single' },
    parent: { coll: 'client', idIn: { field: 'client' } },
    personalData: { kind: 'of parent' },
    exported: { section: 'errands' },
  })
  try {
    const errand = { coll: 'errand' as Collection, id: 'tickets' }
    const book = await openDataInPage(
      [older, newer],
      [{ ...buildRecord('tickets'), ...errand, data: { client: 'later' } }],
    )
    const readClient = async () => (await book.queries.find(errand))?.data.client
    renderPage(<MergeClients id="later" other="older" />)
    await user.click(await findButton('Merge into one client'))
    await screen.findByText('Merged into one client')
    expect(await readClient()).toBe('older')
    await user.click(await findButton('Undo'))
    await waitFor(async () => expect(await readClient()).toBe('later'))
  } finally {
    registry.delete('errand')
  }
})

it('Two clients marked as not duplicates are not suggested again', async () => {
  await openDataInPage([older, newer])
  const view = renderPage(<TestNotice id="older" />)
  const compare = await screen.findByRole('link', { name: 'Compare' })
  expect(compare).toHaveAttribute('href', '/admin/crm/older/merge/later')
  view.unmount()
  renderPage(
    <>
      <MergeClients id="older" other="later" />
      <TestNotice id="older" />
    </>,
  )
  await user.click(await findButton('Not duplicates'))
  await waitFor(() =>
    expect(screen.queryByRole('link', { name: 'Compare' })).not.toBeInTheDocument(),
  )
})

it('Where the client list cannot be opened, no search that never ends is shown', async () => {
  await openDataInPage([older])
  const { version, state } = dataClientStub.getDataSnapshot()
  const shut = { version, state: { ...state, phase: 'unavailable' as const } }
  const snapshot = vi.spyOn(dataClientStub, 'getDataSnapshot').mockReturnValue(shut)
  renderPage(<ClientLink person={{ name: 'E. Vance', email: 'new@example.com', phone: '' }} />)
  expect(await screen.findByText('Your client list cannot be opened here')).toBeVisible()
  expect(screen.queryByText('Looking in your clients')).not.toBeInTheDocument()
  snapshot.mockRestore()
})

it('A submission shows the client who sent it or a possible match, or offers to add the sender', async () => {
  await openDataInPage([older])
  const of = (email: string, phone: string) =>
    renderPage(<ClientLink person={{ name: 'E. Vance', email, phone }} />)
  const sure = of('ELISABETH@example.com', '')
  expect(await screen.findByRole('link', { name: 'Open Elisabeth Vance' })).toBeVisible()
  sure.unmount()
  const likely = of('new@example.com', '+1 555 010 0187')
  expect(await screen.findByText('May be', { exact: false })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Add as client' })).toBeVisible()
  likely.unmount()
  of('new@example.com', '')
  expect(await screen.findByRole('link', { name: 'Add as client' })).toBeVisible()
  expect(screen.queryByText('May be', { exact: false })).not.toBeInTheDocument()
})
