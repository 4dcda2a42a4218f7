import 'fake-indexeddb/auto'
import { render, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import { AttentionBox } from '#client/desk/dashboard/attention-box.tsx'
import { user } from '#tests/support/components/user.ts'
import { dataClientStub, openDataInPage } from '#tests/support/data/data-client-stub.ts'
import { buildRecord } from '#tests/support/data/data-device.ts'
import { buildQuietDashboard, quietAttention } from '#tests/support/desk/dashboard.ts'

vi.mock(
  '#client/data/data-client.ts',
  async () => (await import('#tests/support/data/data-client-stub.ts')).dataClientStub,
)

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

function show() {
  render(
    <MemoryRouter>
      <AttentionBox dashboard={buildQuietDashboard()} {...quietAttention} />
    </MemoryRouter>,
  )
}

test('Clients with conflicts and unsent edits are listed for the owner, each with its next action', async () => {
  const book = await openDataInPage([
    buildRecord('c1', { name: 'Claire Marchetti' }, { conflicts: [disputed] }),
    buildRecord('c2', { name: 'Jonas Kjær' }),
  ])
  await book.clients.save('c2', { base: { phone: '' }, set: { phone: '+45 1' }, rev: 1 })
  show()
  const twice = await screen.findByText('Claire Marchetti was changed in two places')
  const item = within(twice.closest('li') as HTMLElement)
  expect(item.getByRole('link', { name: 'Choose what to keep' })).toHaveProperty(
    'pathname',
    '/admin/crm/c1',
  )
  await screen.findByText('1 change not yet synced')
  expect(screen.getByText('2 items')).toBeVisible()
  const sync = vi.spyOn(dataClientStub.getData().sync, 'run')
  const button = screen.getByRole('button', { name: 'Sync now' })
  // The device first syncs by itself.
  await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled'))
  await user.click(button)
  expect(sync).toHaveBeenCalledOnce()
})

test('Nothing is listed when the client book has nothing unsent', async () => {
  await openDataInPage([buildRecord('c1')])
  show()
  expect(screen.getByText('You’re all caught up.')).toBeVisible()
})

test('Possible duplicates are counted in one line, which links to one pair after another', async () => {
  const twice = { name: 'Claire Marchetti', location: 'Lyon' }
  const book = await openDataInPage([
    buildRecord('c1', twice),
    buildRecord('c2', twice),
    buildRecord('c3', { email: 'jonas@example.com' }),
    buildRecord('c4', { email: 'Jonas@example.com' }),
    buildRecord('c5', { email: 'somebody@example.com' }),
  ])
  show()
  await screen.findByText('2 clients may be listed twice')
  expect(screen.getByText('1 item')).toBeVisible()
  const compare = screen.getByRole('link', { name: 'Compare them' })
  expect(compare).toHaveProperty('pathname', '/admin/crm/c2/merge/c1')
  await book.clients.save('c2', { base: {}, set: { distinctFrom: ['c1'] }, rev: 1 })
  await screen.findByText('1 client may be listed twice')
  expect(compare).toHaveProperty('pathname', '/admin/crm/c4/merge/c3')
})
