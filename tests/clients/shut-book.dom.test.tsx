import 'fake-indexeddb/auto'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { OwnerDatabase } from '#client/book/store/database.ts'
import { ShutBook, useShut } from '#client/desk/clients/clients-page.tsx'
import { rememberAccount } from '#client/lib/data/account-here.ts'
import type { Download } from '#client/lib/data/save-file.ts'
import { astrid } from '#tests/support/owners-store.ts'

const { openAgain } = vi.hoisted(() => ({ openAgain: vi.fn() }))
vi.mock('#client/book/page-book.ts', () => ({ openAgain }))

afterEach(cleanup)

const saved: Download[] = []
vi.mock('#client/lib/data/save-file.ts', () => ({
  saveFile: async (file: Download) => void saved.push(file),
}))

it('where the book does not open, what was typed and not sent is saved as a file', async () => {
  rememberAccount(astrid)
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
  render(<ShutBook phase="unavailable" />)
  fireEvent.click(screen.getByRole('button', { name: 'Save a copy of unsent changes' }))
  await screen.findByText('A copy is in your downloads.')
  expect(saved).toHaveLength(1)
  expect(await saved[0]?.blob.text()).toContain('Calls at dusk')
})

it('where the book does not open, it is tried again on the same page, and what came of it is said', async () => {
  function Page({ phase }: { phase: 'opening' | 'unavailable' | 'ready' }) {
    return useShut(phase) ? <ShutBook phase={phase} /> : <p>Clients</p>
  }
  const { rerender } = render(<Page phase="opening" />)
  expect(screen.getByText('Clients')).toBeTruthy()
  rerender(<Page phase="unavailable" />)
  const button = screen.getByRole('button', { name: 'Try once more' })
  button.focus()
  fireEvent.click(button)
  expect(openAgain).toHaveBeenCalledOnce()
  rerender(<Page phase="opening" />)
  expect(screen.getByRole('button', { name: 'Opening…' })).toBe(document.activeElement)
  rerender(<Page phase="unavailable" />)
  expect(screen.getByText('It still could not be opened.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try once more' })).toBe(document.activeElement)
  rerender(<Page phase="opening" />)
  rerender(<Page phase="ready" />)
  expect(screen.getByText('Clients')).toBeTruthy()
})
