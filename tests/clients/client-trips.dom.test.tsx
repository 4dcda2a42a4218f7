import 'fake-indexeddb/auto'
import { act, screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { useClient } from '#client/data/use-data.ts'
import { ClientOverview } from '#client/desk/clients/detail/client-overview.tsx'
import { ClientTrips } from '#client/desk/clients/detail/client-trips.tsx'
import { ClientTimeline } from '#client/desk/clients/timeline/client-timeline.tsx'
import { renderRoutes } from '#tests/support/components/site-router.tsx'
import { user } from '#tests/support/components/user.ts'
import { openDataInPage } from '#tests/support/data/data-client-stub.ts'
import { buildRecord } from '#tests/support/data/data-device.ts'
import { setUpOwnerDevice } from '#tests/support/data/owner-store.ts'
import { buildJourneyRecords, toJourneyId } from '#tests/support/journeys/journey-records.ts'

vi.mock('#client/data/data-client.ts', async () => {
  const { dataClientStub } = await import('#tests/support/data/data-client-stub.ts')
  return dataClientStub
})

setUpOwnerDevice()

const claire = buildRecord('c1', {
  name: 'Claire Marchetti',
  trips: [
    { id: 't1', place: 'Western fjords', start: '2099-03-12', end: '2099-03-19' },
    { id: 't2', place: 'Voss', start: '2020-03-12', end: '2020-03-19' },
  ],
})

const journey = buildJourneyRecords(1, {
  title: 'Lofoten',
  clients: ['c1'],
  start: '2099-02-01',
  pass: {},
})

const others = buildJourneyRecords(2, {
  title: 'North Iceland',
  clients: ['c2'],
  start: '2099-02-01',
})

const parts = { trips: ClientTrips, timeline: ClientTimeline, overview: ClientOverview }

function renderPart(name: keyof typeof parts) {
  const Part = parts[name]
  function Page() {
    const view = useClient('c1')
    return view && view !== 'opening' ? <Part view={view} /> : null
  }
  return renderRoutes(
    [
      { path: '/admin/crm/c1', Component: Page },
      { path: '/admin/journeys/:id', element: <h1>The editor</h1> },
    ],
    '/admin/crm/c1',
  )
}

it('A client’s journeys stand beside the trips: in the list, in the timeline and as the next one', async () => {
  await openDataInPage([claire], [...journey, ...others])
  renderPart('trips')
  await screen.findByRole('link', { name: 'Lofoten' })
  const ahead = screen.getByRole('region', { name: 'Ahead' })
  const rows = within(ahead).getAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'Lofoten1 to 3 February 2099Journey, shared',
    'Western fjords12 to 19 March 2099Plan this journey: Western fjords',
  ])
  expect(screen.queryByText(/Iceland/)).not.toBeInTheDocument()
  renderPart('overview')
  expect((await screen.findByText(/^Upcoming journey,/)).textContent).toBe(
    'Upcoming journey, 1 to 3 February 2099',
  )
  renderPart('timeline')
  const entry = await screen.findByRole('link', { name: 'Journey: Lofoten' })
  expect(entry).toHaveProperty('pathname', `/admin/journeys/${toJourneyId(1)}`)
})

it('A trip that has begun is under way and no longer upcoming', async () => {
  const trips = [{ id: 't1', place: 'Voss', start: '2020-03-12', end: '2099-03-19' }]
  await openDataInPage([buildRecord('c1', { trips })])
  renderPart('overview')
  const dates = await screen.findByText('12 March 2020 to 19 March 2099')
  expect(dates.parentElement).toHaveTextContent(/^Trip under way, /)
})

it('A timeline on a device whose first sync is not complete says that entries may be missing', async () => {
  await openDataInPage([buildRecord('c1')])
  renderPart('timeline')
  await screen.findByText(/^Entries may be missing here until the first sync/)
  expect(screen.queryByText('Nothing to show here yet.')).not.toBeInTheDocument()
})

it('One click makes a journey of a trip, which stays and leads to it', async () => {
  const book = await openDataInPage([claire])
  const router = renderPart('trips')
  await user.click(await screen.findByRole('button', { name: 'Plan this journey: Western fjords' }))
  await screen.findByRole('heading', { name: 'The editor' })
  const [made] = await book.journeys.list('')
  expect(location.pathname).toBe(`/admin/journeys/${made?.id}`)
  expect(made).toMatchObject({
    ...{ title: 'Western fjords', clients: [{ id: 'c1' }], dayCount: 8 },
    dates: { start: '2099-03-12', end: '2099-03-19' },
  })
  expect((await book.clients.get('c1'))?.client.trips).toHaveLength(2)
  act(() => router.navigator.push('/admin/crm/c1'))
  const link = await screen.findByRole('link', { name: 'Open its journey' })
  expect(link).toHaveProperty('pathname', `/admin/journeys/${made?.id}`)
})
