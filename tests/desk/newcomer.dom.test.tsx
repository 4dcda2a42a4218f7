import 'fake-indexeddb/auto'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import { WaitingBox } from '#client/desk/dashboard/waiting-box.tsx'
import type { Sender } from '#shared/desk/api.ts'
import { openInPage } from '#tests/support/book-in-page.ts'
import { dashboard } from '#tests/support/dashboard.ts'
import { BookDevice, record } from '#tests/support/kept-book.ts'
import { eachOnOwnersDevice } from '#tests/support/owners-store.ts'

vi.mock(
  '#client/book/page-book.ts',
  async () => (await import('#tests/support/book-in-page.ts')).pageBook,
)

eachOnOwnersDevice()

const elisabeth: Sender = {
  id: 7,
  form: 'contact',
  name: 'Elisabeth Vance',
  email: 'elisabeth@example.com',
  phone: '',
  sentAt: '2026-11-24T07:12:00.000Z',
}
const kenji: Sender = {
  ...elisabeth,
  id: 5,
  form: 'booking',
  name: 'Kenji Arai',
  email: 'kenji@example.com',
  phone: '+81 90 1234 5678',
}

/** Opens a fully synced client book. */
async function bookWith(...clients: Parameters<typeof record>[]) {
  const device = new BookDevice()
  await device.pack(
    1,
    clients.map((client) => record(...client)),
  )
  await device.noteSynced()
  await openInPage(device.tab())
}

const desk = { trouble: undefined, reload: () => undefined }

function show(senders: Sender[]) {
  const shown = dashboard({ senders })
  return render(
    <MemoryRouter>
      <Routes>
        <Route path="/" element={<WaitingBox shown={shown} desk={desk} />} />
        <Route path="*" element={<Elsewhere />} />
      </Routes>
    </MemoryRouter>,
  )
}

function Elsewhere() {
  const { pathname, state } = useLocation()
  return <p>{JSON.stringify([pathname, state])}</p>
}

const itemOf = async (title: string) =>
  within((await screen.findByText(title)).closest('li') as HTMLElement)

test('whoever wrote and is not in the book is told of, with what they sent and the way into the book', async () => {
  await bookWith(['c1', { name: 'Jonas Kjær', email: 'jonas@example.com' }])
  show([elisabeth])
  const item = await itemOf('Elisabeth Vance is not in your clients')
  expect(screen.getByText('1 item')).toBeTruthy()
  expect(item.getByRole('link', { name: 'Read it' })).toHaveProperty(
    'pathname',
    '/admin/forms/contact/7',
  )
  fireEvent.click(item.getByRole('link', { name: 'Add as client' }))
  const { name, email, phone } = elisabeth
  const fields = { name, email, phone }
  expect(screen.getByText(JSON.stringify(['/admin/crm/new', { fields }]))).toBeTruthy()
})

test('whoever writes from an address of a client is known, and the next one is told of', async () => {
  await bookWith(['c1', { name: 'E. Vance', email: 'Elisabeth@example.com' }])
  show([elisabeth, kenji])
  await screen.findByText('Kenji Arai is not in your clients')
  expect(screen.getByText('1 item')).toBeTruthy()
})

test('whoever has the name or telephone of a client may be them', async () => {
  await bookWith(['c1', { name: 'K. Arai', email: 'k@example.com', phone: '+81 90 1234 5678' }])
  show([kenji])
  const item = await itemOf('Kenji Arai may be K. Arai')
  expect(item.getByRole('link', { name: 'Open K. Arai' })).toHaveProperty(
    'pathname',
    '/admin/crm/c1',
  )
})

test('whoever is left as they are is not told of again on this device, until they write again', async () => {
  await bookWith(['c1', { name: 'Jonas Kjær', email: 'jonas@example.com' }])
  show([elisabeth, kenji])
  const first = await itemOf('Elisabeth Vance is not in your clients')
  const leave = first.getByRole('button', { name: 'Dismiss' })
  leave.focus()
  fireEvent.click(leave)
  await screen.findByText('Kenji Arai is not in your clients')
  expect(screen.queryByText(/^Elisabeth/)).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('list').parentElement)
  cleanup()
  show([elisabeth, kenji])
  await screen.findByText('Kenji Arai is not in your clients')
  cleanup()
  show([{ ...elisabeth, id: 9 }, kenji])
  await screen.findByText('Elisabeth Vance is not in your clients')
})

test('while the book is not whole, nobody is said to be missing in it', async () => {
  const device = new BookDevice()
  const twice = { name: 'Claire Marchetti', location: 'Lyon' }
  await device.pack(1, [record('c1', twice), record('c2', twice)])
  await openInPage(await device.opened())
  show([elisabeth])
  await screen.findByText('1 client may be listed twice')
  expect(screen.getByText('1 item')).toBeTruthy()
})
