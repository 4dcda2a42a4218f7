import 'fake-indexeddb/auto'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { WaitingBox } from '#client/desk/dashboard/waiting-box.tsx'
import { openBookInPage, pageBook } from '#tests/support/book-in-page.ts'
import { dashboard } from '#tests/support/dashboard.ts'
import { record } from '#tests/support/kept-book.ts'

vi.mock(
  '#client/book/page-book.ts',
  async () => (await import('#tests/support/book-in-page.ts')).pageBook,
)

afterEach(cleanup)

const disputed = {
  cid: 'one',
  kind: 'field',
  field: 'phone',
  value: '+33 6 00 00 00 01',
  deviceId: 'd2',
  deviceName: 'iPhone',
  at: '2026-11-21T11:40:00Z',
  rev: 2,
} as const

const desk = { trouble: undefined, reload: () => undefined }

function show() {
  render(
    <MemoryRouter>
      <WaitingBox shown={dashboard()} desk={desk} />
    </MemoryRouter>,
  )
}

test('clients that were changed twice and edits that were not sent wait for the owner, each with its way on', async () => {
  const book = await openBookInPage([
    record('c1', { name: 'Claire Marchetti' }, { conflicts: [disputed] }),
    record('c2', { name: 'Jonas Kjær' }),
  ])
  await book.save('c2', { base: { phone: '' }, set: { phone: '+45 1' }, rev: 1 })
  show()
  const twice = await screen.findByText('Claire Marchetti was changed in two places')
  const item = within(twice.closest('li') as HTMLElement)
  expect(item.getByRole('link', { name: 'Choose what to keep' })).toHaveProperty(
    'pathname',
    '/admin/crm/c1',
  )
  await screen.findByText('1 change not yet synced')
  expect(screen.getByText('2 items')).toBeTruthy()
  const sync = vi.spyOn(pageBook.book(), 'sync')
  const button = screen.getByRole('button', { name: 'Sync now' })
  // The device first syncs by itself.
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBeNull())
  fireEvent.click(button)
  expect(sync).toHaveBeenCalledOnce()
})

test('with a book that is settled and sent, nothing waits', async () => {
  await openBookInPage([record('c1')])
  show()
  expect(screen.getByText('You’re all caught up.')).toBeTruthy()
})

test('who may be listed twice is counted in one line, which leads from one pair to the next', async () => {
  const twice = { name: 'Claire Marchetti', location: 'Lyon' }
  const book = await openBookInPage([
    record('c1', twice),
    record('c2', twice),
    record('c3', { email: 'jonas@example.com' }),
    record('c4', { email: 'Jonas@example.com' }),
    record('c5', { email: 'somebody@example.com' }),
  ])
  show()
  await screen.findByText('2 clients may be listed twice')
  expect(screen.getByText('1 item')).toBeTruthy()
  const compare = screen.getByRole('link', { name: 'Compare them' })
  expect(compare).toHaveProperty('pathname', '/admin/crm/c2/merge/c1')
  await book.save('c2', { base: {}, set: { distinctFrom: ['c1'] }, rev: 1 })
  await screen.findByText('1 client may be listed twice')
  expect(compare).toHaveProperty('pathname', '/admin/crm/c4/merge/c3')
})
