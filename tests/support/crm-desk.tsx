import 'fake-indexeddb/auto'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter, Link, Outlet, RouterProvider } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { forgetOwner } from '#client/book/forget-owner.ts'
import { UndoNote } from '#client/desk/clients/book-notes.tsx'
import { ClientsPage } from '#client/desk/clients/clients-page.tsx'
import { rememberAccount } from '#client/lib/data/account-here.ts'
import { openInPage, pageBook } from './book-in-page.ts'
import { BookDevice, record } from './kept-book.ts'
import { astrid, makeOwnersStore } from './owners-store.ts'

export const claire = {
  name: 'Claire Marchetti',
  location: 'Lyon, France',
  email: 'claire@example.com',
  phone: '+33 6 00 00 00 00',
  transport: 'Private driver',
}

/** The device that stores the client book of this test. */
export let device: BookDevice

export function newDevice(): void {
  device = new BookDevice()
}

/** Gives each test of a file about the client pages a new device with its owner signed in. */
export function eachWithABook(): void {
  // The reading pane is loaded lazily; loading it now keeps the tests from waiting for it.
  beforeAll(() => import('#client/desk/clients/reading/client-reading.tsx'))

  beforeEach(async () => {
    await makeOwnersStore(astrid.id)
    newDevice()
    rememberAccount(astrid)
    vi.stubGlobal('scrollTo', () => undefined)
  })

  afterEach(async () => {
    cleanup()
    device.closeAll()
    await forgetOwner()
  })
}

function Desk() {
  return (
    <main id="main">
      <UndoNote />
      <Link to="/admin/bookings">Bookings</Link>
      <Outlet />
    </main>
  )
}

/** Opens the desk at an address, with these records on the device; returns the router. */
export async function show(address: string, records = [record('c1', claire)]) {
  await device.pack(1, records)
  await openInPage(device.tab())
  const pages = [
    { path: '/admin/crm/:id?/:part?', Component: ClientsPage },
    { path: '/admin/bookings', element: <h1>Bookings</h1> },
  ]
  const router = createMemoryRouter([{ Component: Desk, children: pages }], {
    initialEntries: [address],
  })
  render(<RouterProvider router={router} />)
  return router
}

export const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
export const press = (name: string | RegExp) =>
  fireEvent.click(screen.getByRole('button', { name }))
export const shown = (id = 'c1') => pageBook.book().client(id)
