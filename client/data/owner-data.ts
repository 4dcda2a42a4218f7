import { ClientsPart } from './clients-part.ts'
import { DataCore, type DataSetup } from './data-core.ts'
import { CachePart, DevicePart, DraftsPart } from './device-parts.ts'
import { JourneysLoader } from './journeys/journeys-loader.ts'
import type { JourneysPart } from './journeys/journeys-part.ts'
import { createLazyPart, loadOnce, type Part } from './lazy-part.ts'
import { RecordsPart } from './records-part.ts'
import { SyncPart } from './sync/sync-part.ts'

/** What a page can call in the data worker. Promises of edits resolve once their transaction is committed. */
export type DataApi = ReturnType<typeof openOwnerData>['parts']

/** Opens the owner's data on this device. It runs in the data worker; tests run it directly. */
export function openOwnerData(setup: DataSetup) {
  const core = new DataCore(setup)
  const journeys = new JourneysLoader(core)
  core.onSynced = () => void journeys.sendDocuments().catch(() => undefined)
  const loadFiles = loadOnce(async () => {
    const { ImportExport } = await import('./import/import-export.ts')
    return new ImportExport(core, () => core.reportEdit('all'))
  })
  const parts = {
    records: new RecordsPart(core, journeys),
    clients: new ClientsPart(core, journeys),
    journeys: createLazyPart<JourneysPart>(async () => (await journeys.load()).part),
    schedule: createLazyPart(
      loadOnce(async () => {
        const { SchedulePart } = await import('./schedule/schedule-part.ts')
        return new SchedulePart(core)
      }),
    ),
    files: createLazyPart(async () => {
      await core.whenOpened
      return loadFiles()
    }),
    privacy: createLazyPart(
      loadOnce(async () => {
        const { PrivacyPart } = await import('./edits/personal-data.ts')
        return new PrivacyPart(core)
      }),
    ),
    drafts: new DraftsPart(core),
    cache: new CachePart(core),
    device: new DevicePart(core),
    sync: new SyncPart(core, journeys),
  }
  return {
    core,
    parts: parts satisfies { [Name in keyof typeof parts]: Part<(typeof parts)[Name]> },
  }
}
