import 'fake-indexeddb/auto'
import {
  act,
  cleanup,
  configure,
  fireEvent,
  render,
  screen,
  waitFor,
  within,
} from '@testing-library/react'
import { createMemoryRouter, Link, Outlet, RouterProvider } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { ClientsPage } from '../../client/crm/clients-page.tsx'
import { UndoNote } from '../../client/crm/undo-note.tsx'
import { forgetOwner } from '../../client/desk/owner-here.ts'
import { rememberAccount } from '../../client/lib/account-here.ts'
import { readDraft } from '../../client/offline/desk-copies.ts'
import type { OpenConflict } from '../../shared/sync/protocol.ts'
import { BookDevice, record } from '../support/kept-book.ts'
import type { PageBook } from '../support/page-book.ts'

const { page } = await vi.hoisted(async () => {
  const { PageBook: Page } = await import('../support/page-book.ts')
  return { page: new Page() as PageBook }
})
vi.mock('../../client/offline/crm/page-book.ts', () => page.asModule)

const astrid = {
  id: 'owner',
  name: 'Astrid Dahl',
  email: 'astrid@lysning.example',
  role: 'owner',
  secondFactor: false,
} as const

const claire = {
  name: 'Claire Marchetti',
  location: 'Lyon, France',
  email: 'claire@example.com',
  phone: '+33 6 00 00 00 00',
  transport: 'Private driver',
}

// On a busy machine a page takes longer than the second that is waited for otherwise.
configure({ asyncUtilTimeout: 10_000 })

let device: BookDevice

// The pane beside the list comes by itself when it is first needed; here it is at hand.
beforeAll(() => import('../../client/crm/reading.tsx'))

beforeEach(() => {
  device = new BookDevice()
  rememberAccount(astrid)
  vi.stubGlobal('scrollTo', () => undefined)
})

afterEach(async () => {
  cleanup()
  device.closeAll()
  await forgetOwner()
})

function Desk() {
  return (
    <main id="main">
      <UndoNote />
      <Link to="/admin/bookings">Bookings</Link>
      <Outlet />
    </main>
  )
}

/** Opens the desk at an address, with these records on the device. */
async function show(address: string, records = [record('c1', claire)]) {
  await device.pack(1, records)
  await page.open(device.tab())
  const pages = [
    { path: '/admin/crm/:id?/:part?', Component: ClientsPage },
    { path: '/admin/bookings', element: <h1>Bookings</h1> },
  ]
  const router = createMemoryRouter([{ Component: Desk, children: pages }], {
    initialEntries: [address],
  })
  render(<RouterProvider router={router} />)
  return router
}

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const shown = (id = 'c1') => page.book.client(id)

describe('the form of a client', () => {
  test('says what is missing, leads to it, and saves what was typed on this device', async () => {
    const router = await show('/admin/crm/new', [])
    await screen.findByRole('heading', { name: 'Add client' })
    type('Name', 'Elisabeth Vance')
    type('Email', 'elisabeth@example.com')
    type('Phone', '+1 555 01')
    press('Save client')
    const summary = screen.getByRole('alert')
    expect(summary.textContent).toContain('Two fields need attention')
    expect(summary.textContent).toContain('Location is empty, and the phone number is too short.')
    expect(document.activeElement).toBe(screen.getByLabelText('Location'))
    fireEvent.click(within(summary).getByRole('link', { name: 'phone number' }))
    const phone = screen.getByLabelText('Phone')
    expect(document.activeElement).toBe(phone)
    expect(phone.getAttribute('aria-describedby')).toBeTruthy()
    type('Location', 'Boston, United States')
    expect(screen.getByRole('alert').textContent).toContain('One field needs attention')
    type('Phone', '+1 555 0100 22')
    expect(screen.queryByRole('alert')).toBeNull()
    fireEvent.click(screen.getByRole('checkbox', { name: 'Vegetarian' }))
    type('Add another to dining', 'vegetarian')
    press('Add to dining')
    type('Add another to dining', 'Late suppers')
    fireEvent.keyDown(screen.getByLabelText('Add another to dining'), { key: 'Enter' })
    press('Add a trip')
    type('Place', 'Western fjords')
    type('From', '2027-03-12')
    type('To', '2027-03-19')
    press('Save client')
    await screen.findByRole('article', { name: 'Elisabeth Vance' })
    const id = router.state.location.pathname.split('/').at(-1)
    expect((await shown(id))?.client).toMatchObject({
      phone: '+1 555 0100 22',
      dining: ['Vegetarian', 'Late suppers'],
      trips: [{ place: 'Western fjords', start: '2027-03-12', end: '2027-03-19' }],
    })
    expect(screen.getAllByText('Saved on this device, waiting to sync').length).toBeGreaterThan(0)
    expect(await readDraft('owner', 'client:new')).toBeUndefined()
  })

  test('keeps what is typed through a reload, whatever comes from elsewhere, and hands over what was changed from what it began with', async () => {
    await show('/admin/crm/c1/edit')
    await screen.findByRole('heading', { name: 'Edit Claire Marchetti' })
    type('Transport (optional)', 'Private driver, boat')
    await waitFor(async () =>
      expect(await readDraft('owner', 'client:c1')).toMatchObject({
        fields: { transport: 'Private driver, boat' },
      }),
    )
    cleanup()
    const changed = { ...claire, transport: 'Trains', notes: 'Evenings.' }
    await show('/admin/crm/c1', [record('c1', changed, { rev: 2 })])
    fireEvent.click(await screen.findByRole('button', { name: 'Go on' }))
    await screen.findByText('You began this earlier')
    await screen.findByText('This client was changed elsewhere meanwhile')
    expect(screen.getByLabelText('Transport (optional)')).toHaveProperty(
      'value',
      'Private driver, boat',
    )
    const save = vi.spyOn(page.book, 'save')
    press('Save client')
    await screen.findByRole('article', { name: 'Claire Marchetti' })
    expect(save).toHaveBeenCalledWith('c1', {
      base: { transport: 'Private driver' },
      set: { transport: 'Private driver, boat' },
      rev: 1,
    })
    expect((await shown())?.client.notes).toBe('Evenings.')
  })

  test('tells of somebody who may be the same, and saves nevertheless', async () => {
    await show('/admin/crm/new')
    await screen.findByRole('heading', { name: 'Add client' })
    type('Name', 'C. Marchetti')
    type('Location', 'Paris, France')
    type('Email', 'Claire@Example.com')
    type('Phone', '+33 1 22 33 44 55')
    await screen.findByText('This may be someone you already have')
    expect(screen.getByText(/^Claire Marchetti, Lyon, France, has the same e-mail/)).toBeTruthy()
    press('Save client')
    await screen.findByRole('article', { name: 'C. Marchetti' })
  })

  test('keeps the form filled where the device cannot store it, and never says that it did', async () => {
    await show('/admin/crm/c1/edit')
    await screen.findByRole('heading', { name: 'Edit Claire Marchetti' })
    vi.spyOn(page.book, 'save').mockRejectedValue(new Error('QuotaExceededError'))
    type('Notes (optional)', 'Evenings.')
    press('Save client')
    await screen.findByText('This could not be saved on this device')
    expect(screen.getByLabelText('Notes (optional)')).toHaveProperty('value', 'Evenings.')
  })
})

const conflict = (change: Partial<OpenConflict>): OpenConflict => ({
  cid: 'one',
  kind: 'field',
  field: 'transport',
  value: 'Private driver, boat where possible',
  deviceId: 'd2',
  deviceName: 'iPhone',
  at: '2026-11-21T11:40:00Z',
  rev: 2,
  ...change,
})

describe('a client that was changed in two places', () => {
  const inTwo = (...conflicts: OpenConflict[]) => [record('c1', claire, { conflicts })]

  test('is put before its owner field by field, the server’s in use until another is saved', async () => {
    await show('/admin/crm/c1', inTwo(conflict({}), conflict({ cid: 'two', field: 'phone' })))
    await screen.findByText('This client was changed in two places')
    expect(screen.getByRole('columnheader', { name: /On iPhone/ })).toBeTruthy()
    expect(
      screen.getByRole('radio', { name: 'Transport, on the server: Private driver' }),
    ).toHaveProperty('checked', true)
    expect(screen.getByText('boat where possible').tagName).toBe('MARK')
    expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull()
    fireEvent.click(screen.getByRole('radio', { name: /^Transport, on iphone/ }))
    const resolve = vi.spyOn(page.book, 'resolve')
    press('Save this version')
    await screen.findByText('Private driver, boat where possible')
    expect(resolve).toHaveBeenCalledWith('c1', [
      { cid: 'one', choice: 'take', seen: 'Private driver' },
      { cid: 'two', choice: 'keep', seen: '+33 6 00 00 00 00' },
    ])
    await waitFor(() =>
      expect(screen.queryByText('This client was changed in two places')).toBeNull(),
    )
  })

  test('may wait, and is found again', async () => {
    await show('/admin/crm/c1', inTwo(conflict({})))
    expect(await page.book.attention()).toMatchObject([{ id: 'c1', mark: 'conflict' }])
    fireEvent.click(await screen.findByRole('button', { name: 'Decide later' }))
    expect(screen.getByText('What the server has is in use until you choose.')).toBeTruthy()
    expect((await shown())?.conflicts).toHaveLength(1)
    press('Review')
    press('Keep all from server')
    await waitFor(async () => expect((await shown())?.conflicts).toEqual([]))
    expect((await shown())?.client.transport).toBe('Private driver')
    // Decided without a connection, it is no question any more.
    expect(await page.book.attention()).toEqual([])
    expect((await page.book.state()).conflicts).toBe(0)
  })

  test('or removed in one and edited in the other is kept or deleted, as its owner says', async () => {
    const removed = conflict({ kind: 'delete', field: '', value: null })
    await show('/admin/crm/c1', inTwo(removed))
    await screen.findByText('Removed on one device, edited on another')
    press('Keep this client')
    await screen.findByRole('navigation', { name: 'Claire Marchetti' })
    expect((await shown())?.deleted).toBe(false)
    cleanup()
    device = new BookDevice()
    await show('/admin/crm/c1', inTwo(removed))
    fireEvent.click(await screen.findByRole('button', { name: 'Delete this client' }))
    await screen.findByText('Claire Marchetti is deleted')
  })
})

describe('deleting a client', () => {
  test('can be undone from the next page too, and at the client’s own address', async () => {
    const router = await show('/admin/crm/c1')
    fireEvent.click(await screen.findByText('Delete'))
    await screen.findByText('Claire Marchetti deleted.')
    expect((await shown())?.deleted).toBe(true)
    fireEvent.click(screen.getByRole('link', { name: 'Bookings' }))
    await screen.findByRole('heading', { name: 'Bookings' })
    press('Undo')
    await screen.findByRole('article', { name: 'Claire Marchetti' })
    expect((await shown())?.deleted).toBe(false)
    expect(screen.queryByText('Claire Marchetti deleted.')).toBeNull()
    fireEvent.click(screen.getByText('Delete'))
    await screen.findByText('Claire Marchetti deleted.')
    await act(() => router.navigate('/admin/crm/c1'))
    fireEvent.click(await screen.findByRole('button', { name: 'Take the deletion back' }))
    await screen.findByRole('article', { name: 'Claire Marchetti' })
  })
})

describe('an edit that the server would not take', () => {
  test('is shown with its reason and all that was typed, taken up again or dropped', async () => {
    const db = device.database()
    await db.refused.add({
      n: 7,
      key: 'client/c1',
      intent: {
        op: 'patch',
        coll: 'client',
        id: 'c1',
        baseEpoch: 'e',
        baseRev: 1,
        base: { notes: '' },
        set: { notes: 'A long letter.' },
        at: '2026-11-21T11:40:00Z',
      },
      at: '2026-11-21T11:40:00Z',
      reason: 'This is too long.',
      fieldErrors: { notes: 'Please keep this under 20000 characters.' },
    })
    db.close()
    await show('/admin/crm/c1')
    await screen.findByText('The server would not take an edit')
    expect(screen.getByText('A long letter.')).toBeTruthy()
    press('Edit')
    await screen.findByRole('heading', { name: 'Edit Claire Marchetti' })
    expect(screen.getByLabelText('Notes (optional)')).toHaveProperty('value', 'A long letter.')
    type('Notes (optional)', 'A letter.')
    press('Save client')
    await screen.findByText('A letter.')
    await waitFor(async () => expect((await shown())?.refused).toEqual([]))
  })
  test('of a new client leaves that client in the list and at its address, to be mended or dropped', async () => {
    const db = device.database()
    const about = { coll: 'client', id: 'new', baseEpoch: 'e', baseRev: 0 } as const
    const set = { ...claire, name: 'Åse Lind', notes: 'Likes dusk' }
    await db.refused.add({
      n: 7,
      key: 'client/new',
      intent: { op: 'patch', ...about, base: {}, set, at: '2026-11-21T11:40:00Z' },
      at: '2026-11-21T11:40:00Z',
      reason: 'Please check the highlighted fields.',
      fieldErrors: { location: 'Please keep this under 300 characters.' },
    })
    db.close()
    const router = await show('/admin/crm', [
      record('c1', { ...claire, email: 'c@example.com', phone: '+33 6 11 11 11 11' }),
    ])
    const row = await screen.findByRole('link', { name: /Åse Lind.*Needs attention/ })
    fireEvent.click(row)
    const article = await screen.findByRole('article', { name: 'Åse Lind' })
    expect(within(article).getByText('The server would not take this client')).toBeTruthy()
    expect(within(article).getByText('Please keep this under 300 characters.')).toBeTruthy()
    expect(within(article).getByText('Likes dusk')).toBeTruthy()
    expect(within(article).queryByText('Delete')).toBeNull()
    fireEvent.click(within(article).getAllByText('Edit').at(-1) as HTMLElement)
    await screen.findByRole('heading', { name: 'Edit Åse Lind' })
    press('Save client')
    await screen.findByRole('link', { name: /Åse Lind.*Waiting/ })
    expect(await shown('new')).toMatchObject({ unbegun: false, client: { notes: 'Likes dusk' } })
    expect(router.state.location.pathname).toBe('/admin/crm/new')
  })
})
