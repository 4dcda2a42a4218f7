import type { ExportFormat } from '#shared/clients/export.ts'
import type { EditParts } from './edits/edits.ts'
import type { Exchange } from './import/exchange.ts'
import type { ImportChoices, ImportReading } from './import/types.ts'
import { type BookParts, LocalBook } from './local-book.ts'
import { readDevice } from './store/device.ts'
import type { BookFiles, DeviceView, OldClientsTaken } from './store/types.ts'

interface DeskBookParts extends BookParts {
  /** The name of the device until the owner names it. */
  deviceName: string
}

/** The client book with import and export of files. */
export class DeskBook extends LocalBook implements BookFiles {
  private readonly editing: EditParts
  private coming: Promise<Exchange> | undefined

  constructor(parts: DeskBookParts) {
    super(parts)
    const { db, clock, newId, deviceName } = parts
    this.editing = { db, clock, newId, hints: this.cache.hints }
    // If the store cannot be opened, there is nothing to name, and the state reports the failure.
    void this.opened.then(() => this.nameFirst(deviceName)).catch(() => undefined)
  }

  async openImport(file: Blob, name: string) {
    const bytes = new Uint8Array(await file.arrayBuffer())
    return (await this.files()).open(bytes, name)
  }

  async lookAtImport(reading: ImportReading) {
    await this.opened
    return (await this.files()).look(reading)
  }

  async importProgress() {
    return (await this.files()).progress()
  }

  async runImport(choices: ImportChoices) {
    await this.opened
    return (await this.files()).run(choices)
  }

  async imports() {
    await this.opened
    return (await this.files()).imports()
  }

  async importSummary(id: string): Promise<Blob> {
    return (await this.files()).summary(id)
  }

  async undoImport(id: string) {
    await this.opened
    return (await this.files()).undo(id)
  }

  async closeImport(): Promise<void> {
    const files = await this.files()
    files.importer.close()
  }

  async exportFile(format: ExportFormat): Promise<Blob> {
    return (await this.files()).file(format)
  }

  async unsentFile(): Promise<Blob> {
    return (await this.files()).unsentFile()
  }

  async takeOldClients(kept: string): Promise<OldClientsTaken> {
    await this.opened
    const { takeOldClients } = await import('./import/exchange.ts')
    const taken = await takeOldClients(this.editing, kept)
    if (taken.added > 0) await this.imported()
    return taken
  }

  async device(): Promise<DeviceView> {
    const { db, newId } = this.parts
    const { deviceId, deviceName } = await readDevice(db, newId)
    const copies = {
      bookings: await this.desk.count('booking'),
      forms: await this.desk.count('form'),
    }
    return { id: deviceId, name: deviceName, ...copies }
  }

  async nameDevice(name: string): Promise<void> {
    await this.name(() => name)
    this.exchange.edited()
  }

  /** Loaded only when a file is read or written: the code is half the size of the book's own. */
  private files(): Promise<Exchange> {
    this.coming ??= this.fetchFiles().catch((error) => {
      this.coming = undefined
      throw error
    })
    return this.coming
  }

  private async fetchFiles(): Promise<Exchange> {
    const { Exchange } = await import('./import/exchange.ts').catch(() => {
      throw new Error(
        'A part of the desk could not be fetched. Please try again with a connection.',
      )
    })
    return new Exchange(this.editing, () => this.imported())
  }

  private nameFirst(name: string): Promise<void> {
    return this.name((before) => before || name)
  }

  private name(change: (before: string) => string): Promise<void> {
    const { db, newId } = this.parts
    return db.transaction('rw', db.device, async () => {
      const device = await readDevice(db, newId)
      await db.device.put({ ...device, deviceName: change(device.deviceName) })
    })
  }

  private async imported(): Promise<void> {
    await this.changed('all')
    this.exchange.edited()
  }
}
