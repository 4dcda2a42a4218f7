import 'fake-indexeddb/auto'
import { render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import { getData, getDataSnapshot } from '#client/data/data-client.ts'
import { OwnerDatabase } from '#client/data/store/database.ts'
import { ClientsPage } from '#client/desk/clients/clients-page.tsx'
import { useListQuery } from '#client/desk/clients/list/list-memory.ts'
import { getCachedQuery, setCachedQuery } from '#client/desk/queries/query-cache.ts'
import { UndoNotice } from '#client/desk/records/data-notices.tsx'
import { setLastDeletion } from '#client/desk/records/last-deletion.ts'
import { Desk } from '#client/desk/shell/desk.tsx'
import { systemClock } from '#client/lib/clock.ts'
import { readStoredAccount, storeAccount } from '#client/lib/data/stored-account.ts'
import { renderRoutes } from '#tests/support/components/site-router.tsx'
import { user } from '#tests/support/components/user.ts'
import { buildRecord } from '#tests/support/data/data-device.ts'
import { FakeDataWorker } from '#tests/support/data/fake-data-worker.ts'
import { astrid } from '#tests/support/data/owner-store.ts'
import { TODAY } from '#tests/support/server/site.ts'

const way = { revoked: false }
const answer = { status: 401, body: undefined, text: '' }
FakeDataWorker.transport = {
  push: async () => answer,
  pull: async () => answer,
  isRevoked: async () => way.revoked,
}

async function keep(name: string): Promise<void> {
  const changes = [buildRecord('c1', { name })]
  const db = new OwnerDatabase(astrid.id)
  const bytes = new TextEncoder().encode(JSON.stringify(changes))
  await db.pages.put({ no: 1, resyncNo: 1, bytes })
  db.close()
}

let searchedText = ''

/** Stores the list's current search text in `searchedText`. */
function SearchProbe() {
  const [{ text }, change] = useListQuery()
  searchedText = text
  return (
    <button type="button" onClick={() => change({ text: 'claire' })}>
      Look for Claire
    </button>
  )
}

test('An open page on a device that was removed no longer shows or remembers anything from the client book', async () => {
  vi.stubGlobal('Worker', FakeDataWorker)
  await keep('Claire Marchetti')
  storeAccount(astrid)
  const desk = (
    <Desk
      signInForm={<p>The door</p>}
      signInAgain={null}
      signOut={async () => undefined}
      pill={null}
      panel={null}
    >
      <UndoNotice />
      <SearchProbe />
      <ClientsPage />
    </Desk>
  )
  const routes = [{ path: '/admin/crm/:id?/:part?', element: desk }]
  renderRoutes(routes, '/admin/crm')
  await screen.findByRole('link', { name: /Claire Marchetti/ })
  setLastDeletion({ key: 'd1', title: 'Bo Lind', deletedAt: systemClock(), undo: async () => '/' })
  await screen.findByText(/Bo Lind/)
  setCachedQuery('/functions/get-bookings', { data: ['Claire'], asOf: TODAY })
  await user.click(screen.getByText('Look for Claire'))
  expect(searchedText).toBe('claire')

  // Waits for the sync at the opening: a sync requested meanwhile would join it.
  await waitFor(() => expect(getDataSnapshot().state.sync).toBe('signed out'))
  way.revoked = true
  void getData().sync.run()
  await screen.findByText('The door')
  expect(document.body).not.toHaveTextContent('Claire')
  expect(readStoredAccount()).toBeUndefined()
  expect(getDataSnapshot()).toMatchObject({ version: 0, state: { phase: 'opening', clients: 0 } })
  expect(FakeDataWorker.runningCount).toBe(0)
  expect(getCachedQuery('/functions/get-bookings')).toBeUndefined()
  await waitFor(async () => expect(await indexedDB.databases()).toEqual([]))

  render(
    <MemoryRouter>
      <UndoNotice />
      <SearchProbe />
    </MemoryRouter>,
  )
  expect(searchedText).toBe('')
  expect(screen.queryByText(/Bo Lind/)).not.toBeInTheDocument()
})
