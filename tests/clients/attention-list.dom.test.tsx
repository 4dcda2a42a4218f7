import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import type { AttentionItem } from '#client/data/store/types.ts'
import { AttentionList } from '#client/desk/records/data-panel.tsx'

const state = { missing: 0 }
const lines: AttentionItem[] = []

vi.mock('#client/data/use-data.ts', () => ({
  useNeedingAttention: () => lines,
  useDataState: () => state,
}))

test('Each decision that the sync pill announces is listed in the panel behind it', () => {
  const { rerender } = render(<AttentionList />, { wrapper: MemoryRouter })
  expect(screen.queryByRole('list')).not.toBeInTheDocument()
  state.missing = 1800
  lines.push({
    ...{ coll: 'schedule', id: 'schedule', name: 'Calendar Settings', mark: 'conflict' },
    path: '/admin/settings',
  })
  rerender(<AttentionList />)
  expect(screen.getByText('1,800 no longer on the server')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Clients' })).toHaveProperty('pathname', '/admin/crm')
  expect(screen.getByText('Changed in two places')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Calendar Settings' })).toHaveProperty(
    'pathname',
    '/admin/settings',
  )
})
