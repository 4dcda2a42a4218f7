import 'fake-indexeddb/auto'
import { screen } from '@testing-library/react'
import { Outlet } from 'react-router-dom'
import { afterEach, beforeEach, vi } from 'vitest'
import type { JourneyEdit, JourneyView } from '#client/data/journeys/types.ts'
import { wipeOwnerData } from '#client/data/wipe-owner-data.ts'
import { JourneyDetail } from '#client/desk/journeys/detail/journey-detail.tsx'
import { UndoNotice } from '#client/desk/records/data-notices.tsx'
import { storeAccount } from '#client/lib/data/stored-account.ts'
import { Announcer } from '#client/ui/announcer.tsx'
import { renderRoutes } from '#tests/support/components/site-router.tsx'
import {
  dataClientStub,
  finishCalls,
  provideOpenData,
} from '#tests/support/data/data-client-stub.ts'
import { buildRecord, DataDevice } from '#tests/support/data/data-device.ts'
import { astrid, createOwnerStore } from '#tests/support/data/owner-store.ts'
import type { SampleJourney } from './sample-journeys.ts'

/** The device that stores the journeys of this test. */
export let journeyDevice: DataDevice

/** Gives each test of a file about journeys a new device with its owner signed in. */
export function setUpJourneys(): void {
  beforeEach(async () => {
    await createOwnerStore(astrid.id)
    journeyDevice = new DataDevice()
    storeAccount(astrid)
    // jsdom has none.
    vi.stubGlobal('visualViewport', null)
  })

  afterEach(async () => {
    await finishCalls()
    journeyDevice.closeAll()
    await wipeOwnerData()
  })
}

/** Stores a journey and two clients on the device, as if they were entered here. */
export async function storeOnDevice({ id, journey, items }: SampleJourney): Promise<void> {
  await journeyDevice.storePage(1, [
    buildRecord('c1', { name: 'Elisabeth Vance', email: 'elisabeth@example.com' }),
    buildRecord('c2', { name: 'Thomas Reed', email: 'thomas@example.com' }),
  ])
  await provideOpenData(journeyDevice.openTab())
  const create = (coll: 'journey' | 'journey-item', name: string, set: Record<string, unknown>) =>
    ({ coll, id: name, op: 'set', base: {}, set, rev: 0 }) satisfies JourneyEdit
  await dataClientStub
    .getData()
    .records.edit([
      create('journey', id, journey),
      ...Object.entries(items).map(([itemId, set]) => create('journey-item', itemId, set)),
    ])
}

function Desk() {
  return (
    <main id="main" tabIndex={-1}>
      <UndoNotice />
      <Announcer />
      <Outlet />
    </main>
  )
}

/** Opens the editor. */
export async function renderEditor(address: string) {
  const pages = [
    { path: '/admin/journeys/:id/:part?', Component: JourneyDetail },
    { path: '/admin/journeys', element: <h1>Journeys</h1> },
  ]
  renderRoutes([{ Component: Desk, children: pages }], address)
}

export const readJourney = async (id: string): Promise<JourneyView> => {
  const view = await dataClientStub.getData().journeys.get(id)
  if (!view) throw new Error('The device has no such journey')
  return view
}

/** The titles of the items on the screen, in the order of the list. */
export const listTitles = (): string[] =>
  [...document.querySelectorAll('ol[aria-label$="in order"] li')]
    .map((row) => row.querySelector('a, h3')?.textContent ?? '')
    .filter(Boolean)

export const getGrip = (title: string) => screen.getByRole('button', { name: `Move ${title}` })
