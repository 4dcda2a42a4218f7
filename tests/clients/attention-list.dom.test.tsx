import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { AttentionList } from '#client/desk/clients/queue/book-panel.tsx'

const state = { hasScheduleConflict: false, missing: 0 }

vi.mock('#client/book/use-book.ts', () => ({
  useClientsNeedingAttention: () => [],
  useBookState: () => state,
}))

afterEach(cleanup)

test('Each decision that the sync pill announces is listed in the panel behind it', () => {
  const { rerender } = render(<AttentionList />, { wrapper: MemoryRouter })
  expect(screen.queryByRole('list')).toBeNull()
  Object.assign(state, { missing: 1800, hasScheduleConflict: true })
  rerender(<AttentionList />)
  expect(screen.getByText('1,800 no longer on the server')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Clients' })).toHaveProperty('pathname', '/admin/crm')
  expect(screen.getByText('Changed on two devices')).toBeTruthy()
})
