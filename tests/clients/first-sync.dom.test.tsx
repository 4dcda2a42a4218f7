import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, it } from 'vitest'
import { getFirstSync, NoClients } from '#client/desk/clients/clients-page.tsx'

const show = (sync: 'idle' | 'syncing' | 'failed', syncedAt: number | undefined) => {
  const state = {
    ...{
      phase: 'ready' as const,
      clients: 0,
      pending: 0,
      conflicts: 0,
      rejected: 0,
      missing: 0,
      clockSkew: 0,
    },
    ...{ progress: undefined, isUnreachable: false },
  }
  const firstSync = getFirstSync({ ...state, sync, syncedAt })
  return render(
    <MemoryRouter>
      <NoClients hasSearch={false} firstSync={firstSync} onShowAll={() => undefined} />
    </MemoryRouter>,
  )
}

it('A new device invites to import clients only once the server has answered that there are none', () => {
  const { unmount } = show('idle', undefined)
  expect(screen.getByText('Fetching your clients…')).toBeVisible()
  unmount()
  const syncing = show('syncing', undefined)
  expect(screen.queryByText('No clients yet')).not.toBeInTheDocument()
  syncing.unmount()
  const failed = show('failed', undefined)
  expect(screen.getByText('Your clients are not on this device yet')).toBeVisible()
  failed.unmount()
  show('idle', 1)
  expect(screen.getByText('No clients yet')).toBeVisible()
})
