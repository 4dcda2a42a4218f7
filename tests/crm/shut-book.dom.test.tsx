import 'fake-indexeddb/auto'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { ShutBook } from '../../client/crm/shut-book.tsx'
import { rememberAccount } from '../../client/lib/account-here.ts'
import type { Download } from '../../client/lib/fetch-file.ts'
import { OwnerDatabase } from '../../client/offline/crm/database.ts'

const saved: Download[] = []
vi.mock('../../client/lib/save-file.ts', () => ({
  saveFile: async (file: Download) => void saved.push(file),
}))

it('where the book does not open, what was typed and not sent is saved as a file', async () => {
  rememberAccount({
    id: 'astrid',
    name: 'Astrid',
    email: 'astrid@example.com',
    role: 'owner',
    secondFactor: false,
  })
  const db = new OwnerDatabase('astrid')
  const about = { coll: 'client', id: 'c1', baseEpoch: '', baseRev: 0 } as const
  const intent = {
    op: 'patch',
    ...about,
    base: {},
    set: { notes: 'Calls at dusk' },
    at: '',
  } as const
  await db.queue.add({ key: 'client/c1', intent, at: '2026-11-21T12:00:00.000Z' })
  db.close()
  render(<ShutBook />)
  fireEvent.click(screen.getByRole('button', { name: 'Save a copy of unsent changes' }))
  await screen.findByText('A copy was saved among your downloads.')
  expect(saved).toHaveLength(1)
  expect(await saved[0]?.blob.text()).toContain('Calls at dusk')
})
