import { changeToRecord, withOptimistic } from '#client/data/store/record.ts'
import 'fake-indexeddb/auto'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import type { OpenConflict } from '#shared/sync/protocol.ts'
import { user } from '#tests/support/components/user.ts'
import { dataClientStub } from '#tests/support/data/data-client-stub.ts'
import { buildRecord } from '#tests/support/data/data-device.ts'
import {
  changeField,
  claire,
  device,
  pressButton,
  readClient,
  renderDesk,
  resetDevice,
  setUpData,
} from '#tests/support/desk/clients-desk.tsx'

vi.mock(
  '#client/data/data-client.ts',
  async () => (await import('#tests/support/data/data-client-stub.ts')).dataClientStub,
)

setUpData()

const createConflict = (change: Partial<OpenConflict>): OpenConflict => ({
  cid: 'one',
  kind: 'field',
  field: 'transport',
  value: 'Private driver, boat where possible',
  deviceId: 'd2',
  deviceName: 'iPhone',
  at: '2026-11-21T11:40:00Z',
  currentBy: { deviceId: 'd3', deviceName: 'Work laptop', at: '2026-11-20T15:10:00Z' },
  rev: 2,
  ...change,
})

describe('A client that was changed in two places', () => {
  const inTwo = (...conflicts: OpenConflict[]) => [buildRecord('c1', claire, { conflicts })]

  test('is shown to the owner field by field, with the server’s value in use until another is saved', async () => {
    await renderDesk(
      '/admin/crm/c1',
      inTwo(createConflict({}), createConflict({ cid: 'two', field: 'phone' })),
    )
    await screen.findByText('This client was changed in two places')
    expect(screen.getByRole('columnheader', { name: /On iPhone/ })).toBeVisible()
    expect(
      screen.getByRole('radio', { name: 'Transport, in use, on Work laptop: Private driver' }),
    ).toHaveProperty('checked', true)
    expect(screen.getByText('boat where possible').tagName).toBe('MARK')
    expect(screen.queryByRole('button', { name: 'Delete' })).not.toBeInTheDocument()
    await user.click(screen.getByRole('radio', { name: /^Transport, on iPhone/ }))
    const resolve = vi.spyOn(dataClientStub.getData().records, 'resolveConflicts')
    await pressButton('Save this version')
    await screen.findByText('Private driver, boat where possible')
    expect(resolve).toHaveBeenCalledWith([
      {
        ...{ coll: 'client', id: 'c1' },
        choices: [
          { cid: 'one', choice: 'take', seen: 'Private driver' },
          { cid: 'two', choice: 'keep', seen: '+33 6 00 00 00 00' },
        ],
      },
    ])
    await waitFor(() =>
      expect(screen.queryByText('This client was changed in two places')).not.toBeInTheDocument(),
    )
  })

  test('shows for each field the device and time of that edit, not of the last sync', async () => {
    const early = { deviceId: 'd4', deviceName: 'Tablet', at: '2026-11-19T08:05:00Z' }
    await renderDesk(
      '/admin/crm/c1',
      inTwo(
        createConflict({}),
        createConflict({
          cid: 'two',
          field: 'phone',
          at: '2026-11-18T09:00:00Z',
          currentBy: early,
        }),
      ),
    )
    const getCaption = (name: RegExp) => {
      const label = screen.getByRole('radio', { name }).closest('label')
      return label?.querySelector('small')?.textContent ?? ''
    }
    await screen.findByText('This client was changed in two places')
    expect(getCaption(/^Transport, in use/)).toMatch(
      /^in use now, on Work laptop, edited 20 November, \d\d:10$/,
    )
    expect(getCaption(/^Phone, in use/)).toMatch(
      /^in use now, on Tablet, edited 19 November, \d\d:05$/,
    )
    expect(getCaption(/^Transport, on iPhone/)).toMatch(/^on iPhone, edited .*:40$/)
    expect(getCaption(/^Phone, on iPhone/)).toMatch(/^on iPhone, edited 18 November, \d\d:00$/)
  })

  test('gets both texts of its conflicting notes if the owner chooses so', async () => {
    const notes = createConflict({ field: 'notes', value: 'Her mother joins.' })
    await renderDesk('/admin/crm/c1', [
      buildRecord('c1', { ...claire, notes: 'Evenings.' }, { conflicts: [notes] }),
    ])
    await user.click(await screen.findByRole('radio', { name: /^Notes: keep both/ }))
    const resolve = vi
      .spyOn(dataClientStub.getData().records, 'resolveConflicts')
      .mockResolvedValue()
    await pressButton('Save this version')
    await waitFor(() => expect(resolve).toHaveBeenCalled())
    const both = 'Evenings.\nHer mother joins.'
    expect(resolve).toHaveBeenCalledWith([
      {
        ...{ coll: 'client', id: 'c1' },
        choices: [{ cid: 'one', choice: 'keep', seen: 'Evenings.' }],
        edit: { base: { notes: 'Evenings.' }, set: { notes: both }, rev: 1 },
      },
    ])
  })

  test('can be resolved later, and stays listed for attention until then', async () => {
    await renderDesk('/admin/crm/c1', inTwo(createConflict({})))
    expect(await dataClientStub.getData().records.listNeedingAttention(20)).toMatchObject([
      { id: 'c1', mark: 'conflict' },
    ])
    await user.click(await screen.findByRole('button', { name: 'Decide later' }))
    expect(screen.getByText('The server’s version applies until you choose.')).toBeVisible()
    expect(screen.getByRole('heading', { name: 'Claire Marchetti' })).toHaveFocus()
    expect((await readClient())?.conflicts).toHaveLength(1)
    await pressButton('Review')
    await pressButton('Keep the server’s version')
    await waitFor(async () => expect((await readClient())?.conflicts).toEqual([]))
    expect((await readClient())?.client.transport).toBe('Private driver')
    // Decided without a connection, the conflict is no longer listed. The list follows the store.
    const listNeedingAttention = () => dataClientStub.getData().records.listNeedingAttention(20)
    await waitFor(async () => expect(await listNeedingAttention()).toEqual([]))
    expect((await dataClientStub.getData().sync.getState()).conflicts).toBe(0)
  })

  test('stays or is deleted as the owner decides, if one device deleted it and another edited it', async () => {
    const removed = createConflict({ kind: 'delete', field: '', value: null })
    await renderDesk('/admin/crm/c1', inTwo(removed))
    await screen.findByText('Removed on one device, edited on another')
    await pressButton('Keep this client')
    await screen.findByRole('navigation', { name: 'Claire Marchetti' })
    expect((await readClient())?.deleted).toBe(false)
    cleanup()
    resetDevice()
    await renderDesk('/admin/crm/c1', inTwo(removed))
    await user.click(await screen.findByRole('button', { name: 'Delete this client' }))
    await screen.findByText('Claire Marchetti is deleted')
  })
})

describe('The client list', () => {
  test('shows entries and count of the same result: clearing a search changes neither until the next result', async () => {
    await renderDesk('/admin/crm')
    const summary = await screen.findByText('1 client, available offline')
    await changeField('Search clients', 'nobody of this name')
    await screen.findByText('No clients found')
    expect(summary.textContent).toBe('0 of 1 client')
    const book = dataClientStub.getData()
    const list = book.clients.list.bind(book.clients)
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    vi.spyOn(book.clients, 'list').mockImplementation(async (...args) => {
      await answered
      return list(...args)
    })
    await changeField('Search clients', '')
    expect(screen.getByText('No clients found')).toBeVisible()
    expect(summary.textContent).toBe('0 of 1 client')
    answer()
    await screen.findByRole('link', { name: /Claire Marchetti/ })
    expect(summary.textContent).toBe('1 client, available offline')
  })
})

describe('Deleting a client', () => {
  test('can be undone from the next page and at the client’s own address', async () => {
    const router = await renderDesk('/admin/crm/c1')
    await user.click(await screen.findByText('Delete'))
    await screen.findByText('Claire Marchetti deleted.')
    expect((await readClient())?.deleted).toBe(true)
    await user.click(screen.getByRole('link', { name: 'Bookings' }))
    await screen.findByRole('heading', { name: 'Bookings' })
    await pressButton('Undo')
    await screen.findByRole('article', { name: 'Claire Marchetti' })
    expect((await readClient())?.deleted).toBe(false)
    expect(screen.queryByText('Claire Marchetti deleted.')).not.toBeInTheDocument()
    await user.click(screen.getByText('Delete'))
    await screen.findByText('Claire Marchetti deleted.')
    act(() => router.navigator.push('/admin/crm/c1'))
    await user.click(await screen.findByRole('button', { name: 'Restore client' }))
    await screen.findByRole('article', { name: 'Claire Marchetti' })
  })
})

describe('An edit that the server rejected', () => {
  test('is shown with its reason and full text, and can be edited again or discarded', async () => {
    const db = device.openDatabase()
    await db.rejected.add({
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
    await renderDesk('/admin/crm/c1')
    await screen.findByText('The server rejected a change')
    expect(screen.getByText('A long letter.')).toBeVisible()
    await pressButton('Edit')
    await screen.findByRole('heading', { name: 'Edit Claire Marchetti' })
    expect(screen.getByLabelText('Notes (optional)')).toHaveProperty('value', 'A long letter.')
    await changeField('Notes (optional)', 'A letter.')
    await pressButton('Save client')
    await screen.findByText('A letter.')
    await waitFor(async () => expect((await readClient())?.rejected).toEqual([]))
  })

  test('of a new client leaves that client in the list and at its address, to be corrected or discarded', async () => {
    const db = device.openDatabase()
    const about = { coll: 'client', id: 'n1', baseEpoch: 'e', baseRev: 0 } as const
    const set = { ...claire, name: 'Åse Lind', notes: 'Likes dusk' }
    const row = changeToRecord(
      { coll: 'client', id: 'n1', rev: 0, seq: 0, data: {}, createdAt: 0, updatedAt: 0 },
      { epoch: 'e', resyncNo: 0 },
    )
    await db.records.add(withOptimistic(row, [], set))
    await db.rejected.add({
      n: 7,
      key: 'client/n1',
      intent: { op: 'patch', ...about, base: {}, set, at: '2026-11-21T11:40:00Z' },
      at: '2026-11-21T11:40:00Z',
      reason: 'Please check the highlighted fields.',
      fieldErrors: { location: 'Please keep this under 300 characters.' },
    })
    db.close()
    await renderDesk('/admin/crm', [
      buildRecord('c1', { ...claire, email: 'c@example.com', phone: '+33 6 11 11 11 11' }),
    ])
    await user.click(await screen.findByRole('link', { name: /Åse Lind.*Needs attention/ }))
    const article = await screen.findByRole('article', { name: 'Åse Lind' })
    expect(within(article).getByText('The server rejected this client')).toBeVisible()
    expect(within(article).getByText('Please keep this under 300 characters.')).toBeVisible()
    expect(within(article).getByText('Likes dusk')).toBeVisible()
    expect(within(article).queryByText('Delete')).not.toBeInTheDocument()
    await user.click(within(article).getAllByText('Edit').at(-1) as HTMLElement)
    await screen.findByRole('heading', { name: 'Edit Åse Lind' })
    await pressButton('Save client')
    await screen.findByRole('link', { name: /Åse Lind.*Waiting/ })
    expect(await readClient('n1')).toMatchObject({
      isUnknownToServer: false,
      client: { notes: 'Likes dusk' },
    })
    expect(location.pathname).toBe('/admin/crm/n1')
  })
})

describe('An owner’s note', () => {
  const note = { id: 'n1', at: '2026-11-20T10:00:00.000Z', text: 'Prefers the evening.' }
  const open = () =>
    renderDesk('/admin/crm/c1/timeline', [buildRecord('c1', { ...claire, journal: [note] })])
  const texts = async () => (await readClient())?.client.journal.map(({ text }) => text)

  test('is edited in place by keyboard, and is then queued for sync', async () => {
    await open()
    const edit = await screen.findByRole('button', { name: /Edit the note of/ })
    await user.click(edit)
    const field = screen.getByLabelText('Note')
    expect(field).toHaveFocus()
    await changeField('Note', ' Prefers the morning. ')
    await pressButton('Save note')
    await screen.findByText('Prefers the morning.')
    await screen.findByText('Waiting to sync')
    const again = screen.getByRole('button', { name: /Edit the note of/ })
    await waitFor(() => expect(again).toHaveFocus())
    expect(await texts()).toEqual(['Prefers the morning.'])
    await user.click(again)
    await pressButton('Cancel')
    await waitFor(() =>
      expect(screen.getByRole('button', { name: /Edit the note of/ })).toHaveFocus(),
    )
  })

  test('stays in its open form when it is deleted elsewhere, and is saved as typed', async () => {
    await open()
    await user.click(await screen.findByRole('button', { name: /Edit the note of/ }))
    await changeField('Note', 'Prefers the morning.')
    await act(async () => {
      await dataClientStub
        .getData()
        .clients.save('c1', { base: { journal: [note] }, set: { journal: [] }, rev: 1 })
    })
    await waitFor(async () => expect(await texts()).toEqual([]))
    expect(screen.getByLabelText('Note')).toHaveProperty('value', 'Prefers the morning.')
    await pressButton('Save note')
    await waitFor(async () => expect(await texts()).toEqual(['Prefers the morning.']))
  })

  test('can be deleted, and restored with one press', async () => {
    await open()
    await user.click(await screen.findByRole('button', { name: /Delete the note of/ }))
    await screen.findByText(/^Note of .* deleted\.$/)
    expect(await texts()).toEqual([])
    await pressButton('Undo')
    await waitFor(async () => expect((await readClient())?.client.journal).toEqual([note]))
    await screen.findByText('Prefers the evening.')
  })
})
