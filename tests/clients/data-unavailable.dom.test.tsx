import 'fake-indexeddb/auto'
import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { OwnerDatabase } from '#client/data/store/database.ts'
import { DataUnavailable, useIsUnavailable } from '#client/desk/records/data-unavailable.tsx'
import type { Download } from '#client/lib/data/save-file.ts'
import { storeAccount } from '#client/lib/data/stored-account.ts'
import { user } from '#tests/support/components/user.ts'
import { astrid } from '#tests/support/data/owner-store.ts'

const { openAgain } = vi.hoisted(() => ({ openAgain: vi.fn() }))
vi.mock('#client/data/data-client.ts', () => ({ reopenData: openAgain }))

const saved: Download[] = []
vi.mock('#client/lib/data/save-file.ts', () => ({
  saveFile: async (file: Download) => void saved.push(file),
}))

it('If the client book cannot open, unsent changes can be saved as a file', async () => {
  storeAccount(astrid)
  const db = new OwnerDatabase(astrid.id)
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
  render(<DataUnavailable phase="unavailable" subject="client list" />)
  await user.click(screen.getByRole('button', { name: 'Save a copy of unsent changes' }))
  await screen.findByText('A copy is in your downloads.')
  expect(saved).toHaveLength(1)
  expect(await saved[0]?.blob.text()).toContain('Calls at dusk')
})

it('If the client book cannot open, it can be tried again on the same page, which shows the result', async () => {
  function Page({ phase }: { phase: 'opening' | 'unavailable' | 'ready' }) {
    return useIsUnavailable(phase) ? (
      <DataUnavailable phase={phase} subject="client list" />
    ) : (
      <p>Clients</p>
    )
  }
  const { rerender } = render(<Page phase="opening" />)
  expect(screen.getByText('Clients')).toBeVisible()
  rerender(<Page phase="unavailable" />)
  const button = screen.getByRole('button', { name: 'Try once more' })
  await user.click(button)
  expect(openAgain).toHaveBeenCalledOnce()
  rerender(<Page phase="opening" />)
  expect(screen.getByRole('button', { name: 'Opening…' })).toHaveFocus()
  rerender(<Page phase="unavailable" />)
  expect(screen.getByText('It still could not be opened.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Try once more' })).toHaveFocus()
  rerender(<Page phase="opening" />)
  rerender(<Page phase="ready" />)
  expect(screen.getByText('Clients')).toBeVisible()
})
