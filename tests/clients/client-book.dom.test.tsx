import { rowFrom, withShown } from '#client/book/store/row.ts'
import 'fake-indexeddb/auto'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import type { OpenConflict } from '#shared/sync/protocol.ts'
import { pageBook } from '#tests/support/book-in-page.ts'
import {
  claire,
  device,
  eachWithABook,
  newDevice,
  press,
  show,
  shown,
  type,
} from '#tests/support/crm-desk.tsx'
import { record } from '#tests/support/kept-book.ts'

vi.mock(
  '#client/book/page-book.ts',
  async () => (await import('#tests/support/book-in-page.ts')).pageBook,
)

eachWithABook()

const conflict = (change: Partial<OpenConflict>): OpenConflict => ({
  cid: 'one',
  kind: 'field',
  field: 'transport',
  value: 'Private driver, boat where possible',
  deviceId: 'd2',
  deviceName: 'iPhone',
  at: '2026-11-21T11:40:00Z',
  inUse: { deviceId: 'd3', deviceName: 'Work laptop', at: '2026-11-20T15:10:00Z' },
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
      screen.getByRole('radio', { name: 'Transport, in use, on Work laptop: Private driver' }),
    ).toHaveProperty('checked', true)
    expect(screen.getByText('boat where possible').tagName).toBe('MARK')
    expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull()
    fireEvent.click(screen.getByRole('radio', { name: /^Transport, on iPhone/ }))
    const resolve = vi.spyOn(pageBook.book(), 'resolve')
    press('Save this version')
    await screen.findByText('Private driver, boat where possible')
    expect(resolve).toHaveBeenCalledWith(
      'c1',
      [
        { cid: 'one', choice: 'take', seen: 'Private driver' },
        { cid: 'two', choice: 'keep', seen: '+33 6 00 00 00 00' },
      ],
      undefined,
    )
    await waitFor(() =>
      expect(screen.queryByText('This client was changed in two places')).toBeNull(),
    )
  })

  test('shows for each field the device and the time of that very edit, and not of the last sync', async () => {
    const early = { deviceId: 'd4', deviceName: 'Tablet', at: '2026-11-19T08:05:00Z' }
    await show(
      '/admin/crm/c1',
      inTwo(
        conflict({}),
        conflict({ cid: 'two', field: 'phone', at: '2026-11-18T09:00:00Z', inUse: early }),
      ),
    )
    const words = (name: RegExp) => {
      const label = screen.getByRole('radio', { name }).closest('label')
      return label?.querySelector('small')?.textContent ?? ''
    }
    await screen.findByText('This client was changed in two places')
    expect(words(/^Transport, in use/)).toMatch(/^On Work laptop, edited 20 November, \d\d:10$/)
    expect(words(/^Phone, in use/)).toMatch(/^On Tablet, edited 19 November, \d\d:05$/)
    expect(words(/^Transport, on iPhone/)).toMatch(/^On iPhone, edited .*:40$/)
    expect(words(/^Phone, on iPhone/)).toMatch(/^On iPhone, edited 18 November, \d\d:00$/)
  })

  test('keeps both texts of its notes, if its owner wants so', async () => {
    const notes = conflict({ field: 'notes', value: 'Her mother joins.' })
    await show('/admin/crm/c1', [
      record('c1', { ...claire, notes: 'Evenings.' }, { conflicts: [notes] }),
    ])
    fireEvent.click(await screen.findByRole('radio', { name: /^Notes: keep both/ }))
    const resolve = vi.spyOn(pageBook.book(), 'resolve').mockResolvedValue()
    press('Save this version')
    await waitFor(() => expect(resolve).toHaveBeenCalled())
    const both = 'Evenings.\nHer mother joins.'
    expect(resolve).toHaveBeenCalledWith(
      'c1',
      [{ cid: 'one', choice: 'keep', seen: 'Evenings.' }],
      { base: { notes: 'Evenings.' }, set: { notes: both }, rev: 1 },
    )
  })

  test('may wait, and is found again', async () => {
    await show('/admin/crm/c1', inTwo(conflict({})))
    expect(await pageBook.book().attention(20)).toMatchObject([{ id: 'c1', mark: 'conflict' }])
    fireEvent.click(await screen.findByRole('button', { name: 'Decide later' }))
    expect(screen.getByText('The server’s version applies until you choose.')).toBeTruthy()
    expect((await shown())?.conflicts).toHaveLength(1)
    press('Review')
    press('Keep the server’s version')
    await waitFor(async () => expect((await shown())?.conflicts).toEqual([]))
    expect((await shown())?.client.transport).toBe('Private driver')
    // Decided without a connection, the conflict is no longer listed.
    expect(await pageBook.book().attention(20)).toEqual([])
    expect((await pageBook.book().state()).conflicts).toBe(0)
  })

  test('or removed in one and edited in the other is kept or deleted, as its owner says', async () => {
    const removed = conflict({ kind: 'delete', field: '', value: null })
    await show('/admin/crm/c1', inTwo(removed))
    await screen.findByText('Removed on one device, edited on another')
    press('Keep this client')
    await screen.findByRole('navigation', { name: 'Claire Marchetti' })
    expect((await shown())?.deleted).toBe(false)
    cleanup()
    newDevice()
    await show('/admin/crm/c1', inTwo(removed))
    fireEvent.click(await screen.findByRole('button', { name: 'Delete this client' }))
    await screen.findByText('Claire Marchetti is deleted')
  })
})

describe('the list', () => {
  test('and the words over it are those of one answer: a search that is cleared changes neither before the next is there', async () => {
    await show('/admin/crm')
    const words = await screen.findByText('1 client, available offline')
    type('Search clients', 'nobody of this name')
    await screen.findByText('No clients found')
    expect(words.textContent).toBe('0 of 1 client')
    const book = pageBook.book()
    const list = book.list.bind(book)
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    vi.spyOn(book, 'list').mockImplementation(async (...asked) => {
      await held
      return list(...asked)
    })
    type('Search clients', '')
    expect(screen.getByText('No clients found')).toBeTruthy()
    expect(words.textContent).toBe('0 of 1 client')
    answer()
    await screen.findByRole('link', { name: /Claire Marchetti/ })
    expect(words.textContent).toBe('1 client, available offline')
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
    fireEvent.click(await screen.findByRole('button', { name: 'Restore client' }))
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
    await screen.findByText('The server rejected a change')
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
    const about = { coll: 'client', id: 'n1', baseEpoch: 'e', baseRev: 0 } as const
    const set = { ...claire, name: 'Åse Lind', notes: 'Likes dusk' }
    const row = rowFrom(
      { coll: 'client', id: 'n1', rev: 0, seq: 0, data: {}, createdAt: 0, updatedAt: 0 },
      { epoch: 'e', round: 0 },
    )
    await db.rows.add(withShown(row, [], set))
    await db.refused.add({
      n: 7,
      key: 'client/n1',
      intent: { op: 'patch', ...about, base: {}, set, at: '2026-11-21T11:40:00Z' },
      at: '2026-11-21T11:40:00Z',
      reason: 'Please check the highlighted fields.',
      fieldErrors: { location: 'Please keep this under 300 characters.' },
    })
    db.close()
    const router = await show('/admin/crm', [
      record('c1', { ...claire, email: 'c@example.com', phone: '+33 6 11 11 11 11' }),
    ])
    fireEvent.click(await screen.findByRole('link', { name: /Åse Lind.*Needs attention/ }))
    const article = await screen.findByRole('article', { name: 'Åse Lind' })
    expect(within(article).getByText('The server rejected this client')).toBeTruthy()
    expect(within(article).getByText('Please keep this under 300 characters.')).toBeTruthy()
    expect(within(article).getByText('Likes dusk')).toBeTruthy()
    expect(within(article).queryByText('Delete')).toBeNull()
    fireEvent.click(within(article).getAllByText('Edit').at(-1) as HTMLElement)
    await screen.findByRole('heading', { name: 'Edit Åse Lind' })
    press('Save client')
    await screen.findByRole('link', { name: /Åse Lind.*Waiting/ })
    expect(await shown('n1')).toMatchObject({
      unknownToServer: false,
      client: { notes: 'Likes dusk' },
    })
    expect(router.state.location.pathname).toBe('/admin/crm/n1')
  })
})

describe('a note of the owner’s', () => {
  const note = { id: 'n1', at: '2026-11-20T10:00:00.000Z', text: 'Prefers the evening.' }
  const open = () => show('/admin/crm/c1/timeline', [record('c1', { ...claire, journal: [note] })])
  const texts = async () => (await shown())?.client.journal.map(({ text }) => text)

  test('is edited in its place by keyboard, and waits to be sent', async () => {
    await open()
    const edit = await screen.findByRole('button', { name: /Edit the note of/ })
    fireEvent.click(edit)
    const field = screen.getByLabelText('Note')
    expect(document.activeElement).toBe(field)
    type('Note', ' Prefers the morning. ')
    press('Save note')
    await screen.findByText('Prefers the morning.')
    await screen.findByText('Waiting to sync')
    const again = screen.getByRole('button', { name: /Edit the note of/ })
    await waitFor(() => expect(document.activeElement).toBe(again))
    expect(await texts()).toEqual(['Prefers the morning.'])
    fireEvent.click(again)
    press('Cancel')
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: /Edit the note of/ })),
    )
  })

  test('stays in its form when it is deleted elsewhere meanwhile, and is saved as it was typed', async () => {
    await open()
    fireEvent.click(await screen.findByRole('button', { name: /Edit the note of/ }))
    type('Note', 'Prefers the morning.')
    await act(async () => {
      await pageBook.book().save('c1', { base: { journal: [note] }, set: { journal: [] }, rev: 1 })
    })
    await waitFor(async () => expect(await texts()).toEqual([]))
    expect(screen.getByLabelText('Note')).toHaveProperty('value', 'Prefers the morning.')
    press('Save note')
    await waitFor(async () => expect(await texts()).toEqual(['Prefers the morning.']))
  })

  test('is deleted, and back with one press', async () => {
    await open()
    fireEvent.click(await screen.findByRole('button', { name: /Delete the note of/ }))
    await screen.findByText(/^Note of .* deleted\.$/)
    expect(await texts()).toEqual([])
    press('Undo')
    await waitFor(async () => expect((await shown())?.client.journal).toEqual([note]))
    await screen.findByText('Prefers the evening.')
  })
})
