import { Outlet } from 'react-router-dom'
import { afterEach } from 'vitest'
import { UndoNotice } from '#client/desk/records/data-notices.tsx'
import { BusinessPage } from '#client/desk/site/business-page.tsx'
import { PageTextsPage } from '#client/desk/site/pages/page-page.tsx'
import { PagesPage } from '#client/desk/site/pages/pages-page.tsx'
import { PhotographsPage } from '#client/desk/site/photographs/photographs-page.tsx'
import { ServicePage } from '#client/desk/site/services/service-page.tsx'
import { ServicesPage } from '#client/desk/site/services/services-page.tsx'
import { VersionsPage } from '#client/desk/site/versions/versions-page.tsx'
import { Announcer } from '#client/ui/announcer.tsx'
import { initialContent } from '#server/site/initial-content.ts'
import type { ContentChange } from '#shared/content/collections.ts'
import type { StoredContent } from '#shared/content/registry.ts'
import type { RecordData } from '#shared/sync/collections.ts'
import type { Change } from '#shared/sync/protocol.ts'
import type { ReadOnlyChange } from '#shared/sync/read-only-collections.ts'
import { renderRoutes } from '#tests/support/components/site-router.tsx'
import {
  dataClientStub,
  finishCalls,
  provideOpenData,
} from '#tests/support/data/data-client-stub.ts'
import { DataDevice } from '#tests/support/data/data-device.ts'
import { setUpOwnerDevice } from '#tests/support/data/owner-store.ts'
import { TODAY } from '#tests/support/server/site.ts'

let device: DataDevice | undefined

/** Gives each test of a file about the tab Site a device with its owner signed in. */
export function setUpSiteDesk(): void {
  setUpOwnerDevice()
  afterEach(async () => {
    await finishCalls()
    device?.closeAll()
  })
}

interface OpenedSite {
  records?: { coll: Change['coll']; id: string; data: RecordData }[]
  /** The newest version, if something was published. */
  version?: { content: StoredContent; changes?: ContentChange[]; fault?: string }
}

/** Shows a page of the tab on a device that has synced these records. */
export async function openSiteDesk(
  path: string,
  { records = [], version }: OpenedSite = {},
): Promise<void> {
  device = new DataDevice()
  const times = { rev: 1, createdAt: TODAY, updatedAt: TODAY }
  await device.storeRows(records.map((record, seq) => ({ ...record, ...times, seq: seq + 1 })))
  const { changes = [], ...rest } = version ?? {}
  const coll = 'site-version' as const
  const untouched = { publishedAt: 0, publishedBy: '', changes: [], content: initialContent }
  const data = { publishedAt: TODAY, publishedBy: 'Laptop', changes, ...rest }
  const published: ReadOnlyChange[] = [
    { coll, id: '0', seq: 8, data: untouched },
    ...(version ? [{ coll, id: '1', seq: 9, data }] : []),
  ]
  await device.storeReadOnly(published)
  await device.markSynced()
  await provideOpenData(device.openTab())
  renderRoutes(routes, path)
}

const routes = [
  {
    element: (
      <>
        <UndoNotice />
        <Outlet />
        <Announcer />
      </>
    ),
    children: [
      { path: '/admin/site', element: <PagesPage /> },
      { path: '/admin/site/pages/:id', element: <PageTextsPage /> },
      { path: '/admin/site/services', element: <ServicesPage /> },
      { path: '/admin/site/services/:id', element: <ServicePage /> },
      { path: '/admin/site/photographs/:id?', element: <PhotographsPage /> },
      { path: '/admin/site/business', element: <BusinessPage /> },
      { path: '/admin/site/versions', element: <VersionsPage /> },
    ],
  },
]

/** The data of a record on this device, with what is queued. */
export async function readRecord(
  coll: 'page' | 'service' | 'business' | 'publication' | 'photograph',
  id: string,
): Promise<RecordData | undefined> {
  const { rows } = await dataClientStub.getData().records.list(coll, undefined)
  return rows.find((row) => row.id === id)?.data
}

export async function listPublications(): Promise<RecordData[]> {
  const { rows } = await dataClientStub.getData().records.list('publication', undefined)
  return rows.flatMap(({ data }) => data ?? [])
}
