import 'fake-indexeddb/auto'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, MemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { book, bookNews } from '#client/book/page-book.ts'
import { OwnerDatabase } from '#client/book/store/database.ts'
import { UndoNote } from '#client/desk/clients/book-notes.tsx'
import { ClientsPage } from '#client/desk/clients/clients-page.tsx'
import { noteDeletion } from '#client/desk/clients/deletions.ts'
import { useListQuery } from '#client/desk/clients/list/list-memory.ts'
import { known, note } from '#client/desk/queries/known.ts'
import { Desk } from '#client/desk/shell/desk.tsx'
import { systemClock } from '#client/lib/clock.ts'
import { accountHere, rememberAccount } from '#client/lib/data/account-here.ts'
import { BookWorker } from '#tests/support/book-worker.ts'
import { record } from '#tests/support/kept-book.ts'
import { astrid } from '#tests/support/owners-store.ts'
import { TODAY } from '#tests/support/site.ts'

const way = { revoked: false }
const answer = { status: 401, body: undefined, text: '' }
BookWorker.transport = {
  push: async () => answer,
  pull: async () => answer,
  isRevoked: async () => way.revoked,
}

afterEach(cleanup)

async function keep(name: string): Promise<void> {
  const changes = [record('c1', { name })]
  const db = new OwnerDatabase(astrid.id)
  const bytes = new TextEncoder().encode(JSON.stringify(changes))
  await db.pages.put({ no: 1, round: 1, bytes })
  db.close()
}

let asked = ''

/** Stores the list's current search text in `asked`. */
function Asked() {
  const [{ text }, change] = useListQuery()
  asked = text
  return (
    <button type="button" onClick={() => change({ text: 'claire' })}>
      Look for Claire
    </button>
  )
}

test('an open page of a device that was removed shows and remembers nothing of the book any more', async () => {
  vi.stubGlobal('Worker', BookWorker)
  vi.stubGlobal('scrollTo', () => undefined)
  await keep('Claire Marchetti')
  rememberAccount(astrid)
  const desk = (
    <Desk
      door={<p>The door</p>}
      signIn={null}
      signOut={async () => undefined}
      pill={null}
      panel={null}
    >
      <UndoNote />
      <Asked />
      <ClientsPage />
    </Desk>
  )
  const routes = [{ path: '/admin/crm/:id?/:part?', element: desk }]
  render(<RouterProvider router={createMemoryRouter(routes, { initialEntries: ['/admin/crm'] })} />)
  await screen.findByRole('link', { name: /Claire Marchetti/ })
  noteDeletion({ key: 'd1', what: 'Bo Lind', at: systemClock(), undo: async () => '/' })
  await screen.findByText(/Bo Lind/)
  note('/functions/get-bookings', { data: ['Claire'], asOf: TODAY })
  fireEvent.click(screen.getByText('Look for Claire'))
  expect(asked).toBe('claire')

  // Waits for the sync at the opening: a sync asked for during it would be joined to it.
  await waitFor(() => expect(bookNews().state.sync).toBe('signed out'))
  way.revoked = true
  void book().sync()
  await screen.findByText('The door')
  expect(document.body.textContent).not.toContain('Claire')
  expect(accountHere()).toBeUndefined()
  expect(bookNews()).toMatchObject({ version: 0, state: { phase: 'opening', clients: 0 } })
  expect(BookWorker.running).toBe(0)
  expect(known('/functions/get-bookings')).toBeUndefined()
  await waitFor(async () => expect(await indexedDB.databases()).toEqual([]))

  render(
    <MemoryRouter>
      <UndoNote />
      <Asked />
    </MemoryRouter>,
  )
  expect(asked).toBe('')
  expect(screen.queryByText(/Bo Lind/)).toBeNull()
})
