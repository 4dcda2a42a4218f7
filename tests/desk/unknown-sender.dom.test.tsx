import 'fake-indexeddb/auto'
import { cleanup, render, screen, within } from '@testing-library/react'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import { AttentionBox } from '#client/desk/dashboard/attention-box.tsx'
import type { Sender } from '#shared/desk/dashboard.ts'
import { user } from '#tests/support/components/user.ts'
import { provideOpenData } from '#tests/support/data/data-client-stub.ts'
import { buildRecord, DataDevice } from '#tests/support/data/data-device.ts'
import { setUpOwnerDevice } from '#tests/support/data/owner-store.ts'
import { buildQuietDashboard, quietAttention } from '#tests/support/desk/dashboard.ts'

vi.mock(
  '#client/data/data-client.ts',
  async () => (await import('#tests/support/data/data-client-stub.ts')).dataClientStub,
)

setUpOwnerDevice()

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
async function openDataWith(...clients: Parameters<typeof buildRecord>[]) {
  const device = new DataDevice()
  await device.storePage(
    1,
    clients.map((client) => buildRecord(...client)),
  )
  await device.markSynced()
  await provideOpenData(device.openTab())
}

function show(senders: Sender[]) {
  const dashboard = buildQuietDashboard({ senders })
  return render(
    <MemoryRouter>
      <Routes>
        <Route path="/" element={<AttentionBox dashboard={dashboard} {...quietAttention} />} />
        <Route path="*" element={<LocationProbe />} />
      </Routes>
    </MemoryRouter>,
  )
}

function LocationProbe() {
  const { pathname, state } = useLocation()
  return <p>{JSON.stringify([pathname, state])}</p>
}

const findItem = async (title: string) =>
  within((await screen.findByText(title)).closest('li') as HTMLElement)

test('An unknown sender is listed with what they sent and a link to add them as a client', async () => {
  await openDataWith(['c1', { name: 'Jonas Kjær', email: 'jonas@example.com' }])
  show([elisabeth])
  const item = await findItem('Elisabeth Vance is not in your clients')
  expect(screen.getByText('1 item')).toBeVisible()
  expect(item.getByRole('link', { name: 'Read it' })).toHaveProperty(
    'pathname',
    '/admin/forms/contact/7',
  )
  await user.click(item.getByRole('link', { name: 'Add as client' }))
  const { name, email, phone } = elisabeth
  const fields = { name, email, phone }
  expect(screen.getByText(JSON.stringify(['/admin/crm/new', { fields }]))).toBeVisible()
})

test('A sender with a client’s email address is not listed as unknown, but the next unknown sender is', async () => {
  await openDataWith(['c1', { name: 'E. Vance', email: 'Elisabeth@example.com' }])
  show([elisabeth, kenji])
  await screen.findByText('Kenji Arai is not in your clients')
  expect(screen.getByText('1 item')).toBeVisible()
})

test('An unknown sender with a client’s phone number is listed as possibly that client', async () => {
  await openDataWith(['c1', { name: 'K. Arai', email: 'k@example.com', phone: '+81 90 1234 5678' }])
  show([kenji])
  const item = await findItem('Kenji Arai may be K. Arai')
  expect(item.getByRole('link', { name: 'Open K. Arai' })).toHaveProperty(
    'pathname',
    '/admin/crm/c1',
  )
})

test('A dismissed unknown sender is not listed again on this device until they write again', async () => {
  await openDataWith(['c1', { name: 'Jonas Kjær', email: 'jonas@example.com' }])
  show([elisabeth, kenji])
  const first = await findItem('Elisabeth Vance is not in your clients')
  const leave = first.getByRole('button', { name: 'Dismiss' })
  await user.click(leave)
  await screen.findByText('Kenji Arai is not in your clients')
  expect(screen.queryByText(/^Elisabeth/)).not.toBeInTheDocument()
  expect(screen.getByRole('list').parentElement).toHaveFocus()
  cleanup()
  show([elisabeth, kenji])
  await screen.findByText('Kenji Arai is not in your clients')
  cleanup()
  show([{ ...elisabeth, id: 9 }, kenji])
  await screen.findByText('Elisabeth Vance is not in your clients')
})

test('If more unknown senders wait, the item says how many and leads to what is to answer', async () => {
  await openDataWith(['c1', { name: 'Jonas Kjær', email: 'jonas@example.com' }])
  const jonas: Sender = { ...elisabeth, id: 6, name: 'Jonas Kjær', email: 'jonas@example.com' }
  const anna: Sender = { ...elisabeth, id: 4, name: 'Anna Bell', email: 'anna@example.com' }
  show([elisabeth, jonas, kenji, anna])
  const item = await findItem('Elisabeth Vance is not in your clients')
  expect(item.getByText(/And 2 more senders may be new to you\.$/)).toBeVisible()
  const link = item.getByRole<HTMLAnchorElement>('link', { name: 'Show all to answer' })
  expect([link.pathname, link.search]).toEqual(['/admin/forms/booking', '?show=to-answer'])
  await user.click(item.getByRole('button', { name: 'Dismiss' }))
  const next = await findItem('Kenji Arai is not in your clients')
  expect(next.getByText(/And 1 more sender may be new to you\.$/)).toBeVisible()
  cleanup()
  show([kenji])
  const last = await findItem('Kenji Arai is not in your clients')
  expect(last.queryByRole('link', { name: 'Show all to answer' })).not.toBeInTheDocument()
})

test('While the client book is incomplete, no sender is listed as unknown', async () => {
  const device = new DataDevice()
  const twice = { name: 'Claire Marchetti', location: 'Lyon' }
  await device.storePage(1, [buildRecord('c1', twice), buildRecord('c2', twice)])
  await provideOpenData(await device.openLoadedTab())
  show([elisabeth])
  await screen.findByText('1 client may be listed twice')
  expect(screen.getByText('1 item')).toBeVisible()
})
