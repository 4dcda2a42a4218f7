import 'fake-indexeddb/auto'
import { render, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { beforeEach, expect, it, vi } from 'vitest'
import { DeletedPage } from '#client/desk/clients/deleted/deleted-page.tsx'
import type { Change } from '#shared/sync/protocol.ts'
import { user } from '#tests/support/components/user.ts'
import { openDataInPage } from '#tests/support/data/data-client-stub.ts'
import { buildRecord } from '#tests/support/data/data-device.ts'
import { setUpOwnerDevice } from '#tests/support/data/owner-store.ts'
import { buildJourneyRecords, toJourneyId } from '#tests/support/journeys/journey-records.ts'
import { TODAY } from '#tests/support/server/site.ts'

vi.mock('#client/data/data-client.ts', async () => {
  const { dataClientStub } = await import('#tests/support/data/data-client-stub.ts')
  return dataClientStub
})
vi.mock('#client/lib/clock.ts', async () => {
  const { TODAY: now } = await import('#tests/support/server/site.ts')
  return { systemClock: () => now }
})

setUpOwnerDevice()

beforeEach(() => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch')
  })
})

const DAY = 86_400_000

/** Deleted on the owner's telephone, this many days ago. */
const deleteDaysAgo = (days: number, change: Change): Change => ({
  ...change,
  deleted: true,
  updatedAt: TODAY - days * DAY,
  deletedBy: {
    ...{ deviceId: 'phone', deviceName: 'iPhone' },
    at: new Date(TODAY - days * DAY).toISOString(),
  },
})

async function openPage(clients: Change[], journeys: Change[] = []): Promise<void> {
  await openDataInPage(clients, journeys)
  render(
    <MemoryRouter initialEntries={['/admin/crm/deleted']}>
      <DeletedPage />
    </MemoryRouter>,
  )
}

const astrid = () => buildRecord('c1', { name: 'Astrid Hellevik', location: 'Bergen, Norway' })
const getLine = (name: string) =>
  within(screen.getByText(name, { selector: 'b' }).closest('li') as HTMLElement)

it('Each line says what it is, one fact, when and on which device it was deleted', async () => {
  const journeys = buildJourneyRecords(1, { title: 'Lofoten, by sea', start: '2027-06-20' })
  await openPage(
    [deleteDaysAgo(1, astrid()), deleteDaysAgo(31, buildRecord('c2', { name: 'Nils Hauge' }))],
    journeys.map((change) => deleteDaysAgo(9, change)),
  )
  const client = await waitFor(() => getLine('Astrid Hellevik'))
  expect(client.getByText('Bergen, Norway. No trips')).toBeVisible()
  expect(client.getByText('On iPhone, yesterday')).toBeVisible()
  const journey = getLine('Lofoten, by sea')
  expect(journey.getByText('20 June 2027, 3 days')).toBeVisible()
  expect(journey.getByText('On iPhone, 12 November')).toBeVisible()
  expect(screen.queryByText('Nils Hauge')).not.toBeInTheDocument()
})

it('One press restores, says so, and leaves an empty list that says what will be in it', async () => {
  await openPage([deleteDaysAgo(1, astrid())])
  await user.click(await screen.findByRole('button', { name: 'Restore Astrid Hellevik' }))
  expect(await screen.findByText('Astrid Hellevik is back.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Open it' })).toHaveAttribute('href', '/admin/crm/c1')
  expect(await screen.findByText('Nothing was deleted in the last 30 days')).toBeVisible()
})

it('A restored item opens in its journey', async () => {
  const records = buildJourneyRecords(1, { items: [{ day: 'day1', title: 'Boat' }] })
  const [item] = records.filter(({ coll }) => coll === 'journey-item')
  const deleted = records.map((one) => (one === item ? deleteDaysAgo(1, one) : one))
  await openPage([], deleted)
  await user.click(await screen.findByRole('button', { name: 'Restore Boat' }))
  expect(await screen.findByRole('link', { name: 'Open it' })).toHaveAttribute(
    'href',
    `/admin/journeys/${toJourneyId(1)}?item=${item?.id}`,
  )
})

it('Delete now asks once, and the line goes only then', async () => {
  await openPage([deleteDaysAgo(1, astrid())])
  const press = async () =>
    user.click(await screen.findByRole('button', { name: 'Delete now Astrid Hellevik' }))
  await press()
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText('Delete Astrid Hellevik for good?')).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(screen.getByText('Astrid Hellevik', { selector: 'b' })).toBeVisible()
  await press()
  await user.click(dialog.getByRole('button', { name: 'Delete now' }))
  expect(await screen.findByText('Astrid Hellevik is deleted for good.')).toBeVisible()
  expect(await screen.findByText('Nothing was deleted in the last 30 days')).toBeVisible()
})
