import 'fake-indexeddb/auto'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { Outlet } from 'react-router-dom'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { JourneysPage } from '#client/desk/journeys/journeys-page.tsx'
import { UndoNotice } from '#client/desk/records/data-notices.tsx'
import type { Change } from '#shared/sync/protocol.ts'
import { renderRoutes } from '#tests/support/components/site-router.tsx'
import { fillField, giveElementsBoxes, pressKeys, user } from '#tests/support/components/user.ts'
import { dataClientStub, provideOpenData } from '#tests/support/data/data-client-stub.ts'
import { buildRecord } from '#tests/support/data/data-device.ts'
import {
  journeyDevice,
  readJourney,
  renderEditor,
  setUpJourneys,
} from '#tests/support/journeys/journey-pages.tsx'
import {
  buildJourneyRecords,
  toItemId,
  toJourneyId,
} from '#tests/support/journeys/journey-records.ts'
import { TODAY } from '#tests/support/server/site.ts'

vi.mock(
  '#client/data/data-client.ts',
  async () => (await import('#tests/support/data/data-client-stub.ts')).dataClientStub,
)
vi.mock('#client/lib/clock.ts', async () => {
  const { TODAY: now } = await import('#tests/support/server/site.ts')
  return { systemClock: () => now }
})

setUpJourneys()

/** jsdom lays nothing out, so nothing is ever near or changes its size. */
class NoObserver {
  observe() {}
  disconnect() {}
}

beforeEach(() => {
  giveElementsBoxes()
  vi.stubGlobal('IntersectionObserver', NoObserver)
  vi.stubGlobal('ResizeObserver', NoObserver)
})

const sauna = { day: 'day2', kind: 'activity' as const, title: 'Sauna on the pier', place: 'Å' }
const underWay = buildJourneyRecords(1, {
  title: 'Lofoten, by sea',
  clients: ['c1', 'c2'],
  start: '2026-11-20',
  items: [{ ...sauna, begins: '17:00' }],
  pass: { seen: { firstAt: 1, lastAt: TODAY, version: 1 } },
})

const ahead = buildJourneyRecords(2, { title: 'North Iceland', start: '2026-12-06', pass: {} })
const draft = buildJourneyRecords(3, { title: 'Lake Inari, first frost', clients: ['c2'] })
const past = buildJourneyRecords(4, { title: 'Copenhagen to Skagen', start: '2026-05-02' })

async function renderPage(
  journeys: Change[][] = [underWay, ahead, draft, past],
  address = '/admin/journeys',
) {
  await journeyDevice.storePage(1, [
    buildRecord('c1', { name: 'Elisabeth Vance', location: 'Boston' }),
    buildRecord('c2', { name: 'Kenji Arai', location: 'Tokyo' }),
  ])
  await journeyDevice.storeRows(journeys.flat())
  await provideOpenData(journeyDevice.openTab())
  return openPage(address)
}

function openPage(address = '/admin/journeys') {
  renderRoutes(
    [
      {
        element: (
          <main id="main" tabIndex={-1}>
            <UndoNotice />
            <Outlet />
          </main>
        ),
        children: [
          { path: '/admin/journeys', Component: JourneysPage },
          { path: '/admin/journeys/:id', element: <h1>The editor</h1> },
        ],
      },
    ],
    address,
  )
}

const press = (name: string) => user.click(screen.getByRole('button', { name }))
const type = (label: string, value: string) => fillField(screen.getByLabelText(label), value)
const listRows = () =>
  screen.queryAllByRole('listitem').flatMap((row) => within(row).queryByRole('link') ?? [])

describe('The tab Journeys', () => {
  test('shows what is under way as a card, and all others by state, with one mark each', async () => {
    await renderPage()
    const card = await screen.findByRole('region', { name: 'Lofoten, by sea' })
    await within(card).findByText('Sauna on the pier')
    expect(within(card).getByText('Today, Saturday 21 November, Å')).toBeVisible()
    expect(
      within(card).getByText(/^Seen today at \d\d:\d\d\. They have the latest copy\.$/),
    ).toBeVisible()
    expect(within(card).getByText('20 to 22 November 2026').parentElement).toHaveTextContent(
      'Elisabeth Vance and Kenji Arai, 20 to 22 November 2026',
    )
    expect(screen.getByText('One under way, one ahead, one still being drawn.')).toBeVisible()
    const texts = (title: string) =>
      within(screen.getByRole('region', { name: title })).getByRole('link').textContent
    expect(texts('Ahead')).toMatch(/North Iceland.*6 to 8 December 2026.*Shared.*Not opened yet/)
    expect(texts('Drafts')).toMatch(/Lake Inari.*Kenji Arai.*No dates yet.*Draft.*Edited today/)
    expect(texts('Past')).toMatch(/Copenhagen.*2 to 4 May 2026.*Never shared/)
  })

  test('is filtered by state, in its address, and searched by title, place and client', async () => {
    await renderPage()
    await user.click(await screen.findByRole('radio', { name: 'Drafts' }))
    await waitFor(() => expect(listRows()).toHaveLength(1))
    expect(location.search).toBe('?show=drafts')
    await user.click(screen.getByRole('radio', { name: 'All' }))
    await type('Search journeys', 'å elisabeth')
    await waitFor(() =>
      expect(screen.queryByRole('region', { name: 'Drafts' })).not.toBeInTheDocument(),
    )
    expect(screen.getByRole('region', { name: 'Lofoten, by sea' })).toBeVisible()
    expect(screen.getByText('1 journey found')).toBeVisible()
    await type('Search journeys', 'nowhere')
    expect(await screen.findByText('No journey here matches “nowhere”.')).toBeVisible()
    await press('Show all journeys')
    await screen.findByRole('region', { name: 'Drafts' })
  })

  test('says so where there are none yet', async () => {
    await renderPage([])
    expect(await screen.findByText('No journeys yet.')).toBeVisible()
  })
})

describe('A new journey', () => {
  test('is made of a title, clients found by keys, a first day and a number of days', async () => {
    await renderPage([])
    await screen.findByText('No journeys yet.')
    await press('New journey')
    await screen.findByRole('textbox', { name: 'Title' })
    await press('Plan this journey')
    expect(await screen.findByText(/^Enter a title/)).toBeVisible()
    await type('Title', 'Svalbard, in April')
    const clients = screen.getByRole('combobox', { name: /Clients/ })
    await fillField(clients, 'kenji')
    await screen.findByRole('option', { name: /Kenji Arai/ })
    await press('Plan this journey')
    expect(await screen.findByText(/^Choose from the list/)).toBeVisible()
    await pressKeys(clients, '{ArrowDown}')
    await waitFor(() => expect(clients).toHaveAttribute('aria-activedescendant', expect.anything()))
    await pressKeys(clients, '{Enter}')
    expect(await screen.findByRole('button', { name: 'Remove Kenji Arai' })).toBeVisible()
    await type('First day (optional)', '2027-04-03')
    await fillField(screen.getByRole('spinbutton'), '0')
    await press('Plan this journey')
    expect(await screen.findByText('Enter a number of days from 1 to 120.')).toBeVisible()
    await fillField(screen.getByRole('spinbutton'), '5')
    await press('Plan this journey')
    await screen.findByRole('heading', { name: 'The editor' })
    const [line] = await dataClientStub.getData().journeys.list('')
    expect(location.pathname).toBe(`/admin/journeys/${line?.id}`)
    expect(line).toMatchObject({
      title: 'Svalbard, in April',
      clients: [{ id: 'c2' }],
      dates: { start: '2027-04-03', end: '2027-04-07' },
    })
  })

  test('is still there as typed after the page was closed, until it is discarded', async () => {
    await renderPage([])
    await screen.findByText('No journeys yet.')
    await press('New journey')
    await screen.findByRole('textbox', { name: 'Title' })
    await type('Title', 'Svalbard')
    const stored = () => dataClientStub.getData().drafts.get('journey:new')
    await waitFor(async () => expect(await stored()).toMatchObject({ title: 'Svalbard' }))
    cleanup()
    openPage()
    await press('New journey')
    expect(await screen.findByDisplayValue('Svalbard')).toBeVisible()
    await press('Discard')
    await waitFor(async () => expect(await stored()).toBeUndefined())
    expect(screen.queryByDisplayValue('Svalbard')).not.toBeInTheDocument()
  })
})

describe('A journey of the list', () => {
  test('is duplicated as the start of another, without its clients and dates', async () => {
    await renderPage([ahead, draft])
    await choose('Duplicate', 'North Iceland')
    await screen.findByRole('heading', { name: 'The editor' })
    const copy = await readJourney(location.pathname.split('/').at(-1) ?? '')
    expect(copy.journey).toMatchObject({ title: 'North Iceland, copy', clients: [], start: '' })
  })

  test('is deleted with an undo; one with an open link only after a question', async () => {
    await renderPage([ahead, draft])
    await choose('Delete', 'Lake Inari, first frost')
    await screen.findByText('Lake Inari, first frost deleted.')
    await waitFor(() =>
      expect(screen.queryByRole('region', { name: 'Drafts' })).not.toBeInTheDocument(),
    )
    await waitFor(() => expect(screen.getByRole('main')).toHaveFocus())
    await choose('Delete', 'North Iceland')
    expect(screen.getByText(/Its link opens nothing from now on/)).toBeVisible()
    expect(await dataClientStub.getData().journeys.list('')).toHaveLength(1)
    await press('Delete journey')
    await screen.findByText('North Iceland deleted.')
    await press('Undo')
    await screen.findByRole('heading', { name: 'The editor' })
    expect((await readJourney(toJourneyId(2))).pass?.data.closed).toBe(false)
  })
})

/** Chooses an action in the menu of a journey's row. */
async function choose(action: string, title: string): Promise<void> {
  await user.click(await screen.findByRole('button', { name: `Duplicate or delete ${title}` }))
  await user.click(await screen.findByRole('menuitem', { name: action }))
}

describe('What only the owner can resolve', () => {
  test('is shown above all journeys: conflicts with a link, rejected edits with what was typed', async () => {
    const [journey, item] = underWay as [Change, Change]
    const conflict = {
      ...{ cid: 'one', kind: 'field' as const, field: 'begins', value: '16:00', rev: 2 },
      ...{ deviceId: 'd2', deviceName: 'iPhone', at: '2026-11-21T11:40:00Z' },
    }
    const db = journeyDevice.openDatabase()
    const target = { coll: 'journey-item' as const, id: toItemId(2, 0), baseEpoch: '', baseRev: 1 }
    await db.rejected.put({
      ...{ n: 1, key: `journey-item/${target.id}`, at: '2026-11-21T11:00:00Z' },
      intent: {
        ...{ op: 'patch', ...target, base: { title: '' }, at: '' },
        set: { title: 'Whales, by oak boat', phone: '+354', order: 'a0', documents: [] },
      },
      reason: 'Please check the highlighted fields.',
      fieldErrors: { phone: 'This is too short.' },
    })
    db.close()
    await renderPage([[journey, { ...item, conflicts: [conflict] }], ahead])
    const notice = (await screen.findByText('A journey was changed in two places')).closest('div')
    expect(
      within(notice as HTMLElement).getByRole('link', { name: 'Lofoten, by sea' }),
    ).toHaveProperty('pathname', `/admin/journeys/${toJourneyId(1)}`)
    await screen.findByText('The server rejected a change to Whales, by oak boat, in North Iceland')
    const typed = screen.getAllByRole('term').map((term) => term.textContent)
    expect(typed).toEqual(['Title', 'Phone'])
    expect(screen.getByText('This is too short.')).toBeVisible()
    const row = within(screen.getByRole('region', { name: 'Ahead' })).getByRole('link')
    expect(row).toHaveTextContent('Needs attention')
    await press('Send it again')
    await waitFor(() => expect(screen.queryByText(/^The server rejected/)).not.toBeInTheDocument())
    expect(await dataClientStub.getData().records.listPending(9)).toMatchObject([
      {
        id: target.id,
        item: 'Whales, by oak boat',
        fields: ['title', 'phone', 'order', 'documents'],
      },
    ])
  })
})

describe('A journey that another device deleted while something was planned in it', () => {
  const deleted = buildJourneyRecords(5, { title: '', items: [sauna] }).map((change) =>
    change.coll === 'journey' ? { ...change, deleted: true, data: {} } : change,
  )
  const findNotice = () => screen.findByText('Untitled journey was deleted on another device')

  test('says which places are left, and can be restored', async () => {
    await renderPage([deleted])
    await findNotice()
    expect(
      screen.getByText('Plans that were made in it meanwhile are still here: Å.'),
    ).toBeVisible()
    await press('Bring it back')
    await waitFor(() =>
      expect(screen.queryByText(/was deleted on another device/)).not.toBeInTheDocument(),
    )
    expect(await readJourney(toJourneyId(5))).toMatchObject({
      isDeleted: false,
      items: [{ item: { title: 'Sauna on the pier' } }],
    })
  })

  test('comes back with the items that were deleted with it', async () => {
    const deletedBy = { deviceId: 'phone', deviceName: 'iPhone', at: '2027-06-01T08:00:00.000Z' }
    const whole = buildJourneyRecords(5, { title: '', items: [sauna, { ...sauna, title: 'Boat' }] })
    const records = whole.map((change) =>
      change.coll === 'journey' || change.data.title === 'Boat'
        ? { ...change, deleted: true, deletedBy, updatedAt: Date.now() }
        : change,
    )
    await renderPage([records])
    await findNotice()
    press('Bring it back')
    await waitFor(async () =>
      expect((await readJourney(toJourneyId(5))).items.map(({ item }) => item.title)).toEqual([
        'Sauna on the pier',
        'Boat',
      ]),
    )
  })

  test('is removed with the rest of its items, which can be undone', async () => {
    await renderPage([deleted])
    await findNotice()
    await press('Delete these too')
    await screen.findByText('No journeys yet.')
    await press('Undo')
    await waitFor(async () =>
      expect((await readJourney(toJourneyId(5))).items).toMatchObject([
        { item: { title: 'Sauna on the pier' } },
      ]),
    )
  })

  test('says so in its editor', async () => {
    await journeyDevice.storeRows(deleted)
    await provideOpenData(journeyDevice.openTab())
    await renderEditor(`/admin/journeys/${toJourneyId(5)}`)
    await findNotice()
    await press('Delete these too')
    await screen.findByRole('heading', { name: 'Journeys' })
  })
})
