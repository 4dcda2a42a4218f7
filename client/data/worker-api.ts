import type { EditParts } from '#client/data/edits/edits.ts'
import type { ImportExport } from '#client/data/import/import-export.ts'
import type { Encoding, ImportChoices, ImportMapping } from '#client/data/import/types.ts'
import { NewsCounter } from '#client/data/index/news-counter.ts'
import type { JourneysApi } from '#client/data/journeys/types.ts'
import type { ScheduleApi } from '#client/data/schedule/types.ts'
import { readDevice } from '#client/data/store/device.ts'
import { countReadOnly, listReadOnly } from '#client/data/store/read-only.ts'
import type {
  ClientsApi,
  DeskCacheApi,
  DeviceView,
  FilesApi,
  LegacyClientsImport,
  ListedCollection,
  ListedRecords,
  NewsCounts,
  RecordsAnswer,
  RecordsApi,
  RecordsPosition,
} from '#client/data/store/types.ts'
import type { ClientExportFormat } from '#shared/clients/client-export.ts'
import type { RecordData, RecordRef } from '#shared/sync/collections.ts'
import { type DataParts, OwnerData } from './owner-data.ts'

/** What a page can call in the data worker. */
export type DataApi = ClientsApi & RecordsApi & DeskCacheApi & FilesApi & JourneysApi & ScheduleApi

interface DataWorkerApiParts extends DataParts {
  /** The name of the device until the owner names it; it has none if this is empty. */
  deviceName: string
}

/** The local data with records that pages list whole, cached answers, drafts, and import and export of files. */
export class DataWorkerApi extends OwnerData implements RecordsApi, DeskCacheApi, FilesApi {
  private readonly news = new NewsCounter()
  private readonly editParts: EditParts
  private importExportLoading: Promise<ImportExport> | undefined

  constructor(parts: DataWorkerApiParts) {
    super(parts)
    const { db, clock, newId, deviceName } = parts
    this.editParts = { db, clock, newId, hints: this.cache.hints }
    // If the store cannot be opened, there is nothing to name, and the state reports the failure.
    if (deviceName)
      void this.whenOpened.then(() => this.setDefaultName(deviceName)).catch(() => undefined)
  }

  readonly getCached: DeskCacheApi['getCached'] = (key) => this.parts.db.queryCache.get(key)
  readonly putCached: DeskCacheApi['putCached'] = async (answer) =>
    void (await this.parts.db.queryCache.put(answer))
  readonly getDraft: DeskCacheApi['getDraft'] = async (key) =>
    (await this.parts.db.drafts.get(key))?.data
  readonly putDraft: DeskCacheApi['putDraft'] = async (draft) =>
    void (await this.parts.db.drafts.put(draft))
  readonly deleteDraft: DeskCacheApi['deleteDraft'] = (key) => this.parts.db.drafts.delete(key)

  async listRecords<Coll extends ListedCollection>(
    coll: Coll,
    position: RecordsPosition | undefined,
  ): Promise<RecordsAnswer<ListedRecords[Coll]>> {
    await this.whenOpened
    const { listed, hasSynced: isComplete } = this.cache
    const found = listed.has(coll)
      ? { ...listed.list(coll, position), isComplete }
      : await listReadOnly(this.parts.db, coll, position)
    return found as RecordsAnswer<ListedRecords[Coll]>
  }

  editRecord(record: RecordRef, edit: { base: RecordData; set: RecordData }): Promise<void> {
    return this.edit(record.id, () => this.edits.patch(record, edit))
  }

  async countNews(): Promise<NewsCounts | undefined> {
    await this.whenOpened
    const { listed, hasSynced, device } = this.cache
    // Until then, what was read long ago would count as unread: the mark on a submission comes later than it.
    if (!hasSynced) return undefined
    const serverNow = this.parts.clock() + (device?.clockSkew ?? 0)
    return this.news.count(this.parts.db, listed, serverNow)
  }

  async openImport(file: Blob, name: string, encoding?: Encoding) {
    const bytes = new Uint8Array(await file.arrayBuffer())
    return (await this.loadImportExport()).open(bytes, name, encoding)
  }

  async previewImport(reading: ImportMapping) {
    await this.whenOpened
    return (await this.loadImportExport()).preview(reading)
  }

  async getImportProgress() {
    return (await this.loadImportExport()).getProgress()
  }

  async runImport(choices: ImportChoices) {
    await this.whenOpened
    return (await this.loadImportExport()).run(choices)
  }

  async listImports() {
    await this.whenOpened
    return (await this.loadImportExport()).listImports()
  }

  async createImportSummary(id: string): Promise<Blob> {
    return (await this.loadImportExport()).createSummary(id)
  }

  async undoImport(id: string) {
    await this.whenOpened
    return (await this.loadImportExport()).undo(id)
  }

  async closeImport(): Promise<void> {
    const files = await this.loadImportExport()
    files.importer.close()
  }

  async exportFile(format: ClientExportFormat): Promise<Blob> {
    return (await this.loadImportExport()).exportFile(format)
  }

  async exportUnsynced(): Promise<Blob> {
    return (await this.loadImportExport()).exportUnsynced()
  }

  async importLegacyClients(stored: string): Promise<LegacyClientsImport> {
    await this.whenOpened
    const { importLegacyClients } = await import('#client/data/import/import-export.ts')
    const result = await importLegacyClients(this.editParts, stored)
    if (result.added > 0) await this.notifyImported()
    return result
  }

  async getDevice(): Promise<DeviceView> {
    const { db, newId } = this.parts
    const { deviceId, deviceName } = await readDevice(db, newId)
    const copies = {
      bookings: await countReadOnly(db, 'booking'),
      forms: await countReadOnly(db, 'submission'),
    }
    return { id: deviceId, name: deviceName, ...copies }
  }

  async renameDevice(name: string): Promise<void> {
    await this.name(() => name)
    this.syncController.syncAfterEdit()
  }

  /** Loaded only when a file is read or written: the code is half the size of the other code. */
  private loadImportExport(): Promise<ImportExport> {
    this.importExportLoading ??= this.fetchImportExport().catch((error) => {
      this.importExportLoading = undefined
      throw error
    })
    return this.importExportLoading
  }

  private async fetchImportExport(): Promise<ImportExport> {
    const { ImportExport } = await import('#client/data/import/import-export.ts').catch(() => {
      throw new Error(
        'A part of the desk could not be fetched. Please try again with a connection.',
      )
    })
    return new ImportExport(this.editParts, () => this.notifyImported())
  }

  private setDefaultName(name: string): Promise<void> {
    return this.name((before) => before || name)
  }

  private name(change: (before: string) => string): Promise<void> {
    const { db, newId } = this.parts
    return db.transaction('rw', db.device, async () => {
      const device = await readDevice(db, newId)
      await db.device.put({ ...device, deviceName: change(device.deviceName) })
    })
  }

  private async notifyImported(): Promise<void> {
    await this.changed('all')
    this.syncController.syncAfterEdit()
  }
}
