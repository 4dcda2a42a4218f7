import 'fake-indexeddb/auto'
import { screen } from '@testing-library/react'
import { Link, Outlet } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach } from 'vitest'
import { wipeOwnerData } from '#client/data/wipe-owner-data.ts'
import { ClientsPage } from '#client/desk/clients/clients-page.tsx'
import { UndoNotice } from '#client/desk/records/data-notices.tsx'
import { storeAccount } from '#client/lib/data/stored-account.ts'
import { renderRoutes } from '#tests/support/components/site-router.tsx'
import { fillField, user } from '#tests/support/components/user.ts'
import { dataClientStub, provideOpenData } from '#tests/support/data/data-client-stub.ts'
import { buildRecord, DataDevice } from '#tests/support/data/data-device.ts'
import { astrid, createOwnerStore } from '#tests/support/data/owner-store.ts'

export const claire = {
  name: 'Claire Marchetti',
  location: 'Lyon, France',
  email: 'claire@example.com',
  phone: '+33 6 00 00 00 00',
  transport: 'Private driver',
}

/** The device that stores the client book of this test. */
export let device: DataDevice

export function resetDevice(): void {
  device = new DataDevice()
}

/** Gives each test of a file about the client pages a new device with its owner signed in. */
export function setUpData(): void {
  // The reading pane is loaded lazily; loading it now keeps the tests from waiting for it.
  beforeAll(() => import('#client/desk/clients/detail/client-detail.tsx'))

  beforeEach(async () => {
    await createOwnerStore(astrid.id)
    resetDevice()
    storeAccount(astrid)
  })

  afterEach(async () => {
    device.closeAll()
    await wipeOwnerData()
  })
}

function Desk() {
  return (
    <main id="main">
      <UndoNotice />
      <Link to="/admin/bookings">Bookings</Link>
      <Outlet />
    </main>
  )
}

/** Opens the desk at an address, with these records on the device; returns the router. */
export async function renderDesk(address: string, records = [buildRecord('c1', claire)]) {
  await device.storePage(1, records)
  await provideOpenData(device.openTab())
  const pages = [
    { path: '/admin/crm/:id?/:part?', Component: ClientsPage },
    { path: '/admin/bookings', element: <h1>Bookings</h1> },
  ]
  return renderRoutes([{ Component: Desk, children: pages }], address)
}

export const changeField = (label: string, value: string) =>
  fillField(screen.getByLabelText(label), value)
export const pressButton = (name: string | RegExp) =>
  user.click(screen.getByRole('button', { name }))
export const readClient = (id = 'c1') => dataClientStub.getData().clients.get(id)
